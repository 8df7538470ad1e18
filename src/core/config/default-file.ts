import { stringify } from "yaml";
import { isSetting, type SettingTree } from "./setting.ts";
import { SETTINGS } from "./settings.ts";

const HEAD = `# Doubletake's configuration. Changes take effect at the next server restart, some of them with
# /doubletake reload, which says which. A key that is missing here has its default. This file may hold secrets:
# keep it private.
`;

/** The text of config.yml on a first start: every key with its default, and a comment above each. */
export function defaultConfigFile(): string {
  return `${HEAD}\n${section(SETTINGS, "")}`;
}

function section(tree: SettingTree, indent: string): string {
  const lines = Object.entries(tree).map(([key, entry]) => {
    if (!isSetting(entry)) return `${indent}${key}:\n${section(entry, `${indent}  `)}`;
    return `${indent}# ${entry.comment}\n${indent}${key}: ${inline(entry.fallback)}\n`;
  });
  return lines.join(indent === "" ? "\n" : "");
}

function inline(value: unknown): string {
  if (value instanceof Map) return "{}";
  return stringify(value, {
    collectionStyle: "flow",
    defaultStringType: "QUOTE_DOUBLE",
    defaultKeyType: "PLAIN",
  }).trim();
}
