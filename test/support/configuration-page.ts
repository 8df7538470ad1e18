import { isSetting, type SettingTree } from "../../src/core/config/setting.ts";
import { SETTINGS } from "../../src/core/config/settings.ts";

/** docs/configuration.md, made from the list of settings. */
export function configurationPage(): string {
  return `# Configuration

\`plugins/doubletake/config.yml\` is made on the first start, with every key and its default. It is never rewritten: a key that
is missing has its default, also after an update. Changes take effect at the next server restart. A wrong value gets a
console line with file, line, key, what is wrong and what is used instead, and the server starts all the same.

The file may hold secrets (addresses, tokens, a database password). It is made readable by its owner only.

| key | default | meaning |
|---|---|---|
${rows(SETTINGS, "").join("\n")}

This page is made from the program's own list: \`node scripts/write-config-docs.ts\`.
`;
}

function rows(tree: SettingTree, path: string): string[] {
  return Object.entries(tree).flatMap(([key, entry]) =>
    isSetting(entry)
      ? [`| \`${path}${key}\` | ${shown(entry.fallback)} | ${entry.comment.replaceAll("|", "\\|")} |`]
      : rows(entry, `${path}${key}.`),
  );
}

function shown(value: unknown): string {
  if (value instanceof Map || (Array.isArray(value) && value.length === 0) || value === "") return "empty";
  return `\`${String(value)}\``;
}
