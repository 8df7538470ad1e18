import { camelCase, isSetting, type SettingTree } from "./setting.ts";
import { type Config, SETTINGS } from "./settings.ts";

/**
 * Keys that can change while the server runs, by `/doubletake reload`. Code that reads one of these asks the configuration each time, and
 * keeps no copy.
 */
export const LIVE_KEYS: readonly string[] = [
  "language",
  "auto-remove-duplicates",
  "keep-oldest-on-dup-remove",
  "removal-limit",
  "alerts.min-severity",
  "creative-copies",
  "exempt-worlds",
  "on-proven",
];

export interface ConfigChange {
  /** Keys whose values have changed now. */
  readonly changed: readonly string[];
  /** Keys with another value in the file, which applies after the next restart. */
  readonly atRestart: readonly string[];
}

/** The configuration in force. All parts share this object, and see what a reload changes in it. */
export class LiveConfig {
  readonly config: Config;

  constructor(config: Config) {
    this.config = { ...config, alerts: { ...config.alerts } };
  }

  /** Applies what can change while running. Returns what changed, and what waits for a restart. */
  reload(next: Config): ConfigChange {
    const different = keysIn(SETTINGS, "").filter((key) => shown(at(this.config, key)) !== shown(at(next, key)));
    const changed = different.filter((key) => LIVE_KEYS.includes(key));
    for (const key of changed) set(this.config, key, at(next, key));
    return { changed, atRestart: different.filter((key) => !LIVE_KEYS.includes(key)) };
  }
}

function keysIn(tree: SettingTree, path: string): string[] {
  return Object.entries(tree).flatMap(([name, entry]) =>
    isSetting(entry) ? [path + name] : keysIn(entry, `${path}${name}.`),
  );
}

/** The path to a key's value: `alerts.min-severity` is at `alerts`, `minSeverity`. */
function wayTo(key: string): string[] {
  return key.split(".").map(camelCase);
}

function at(config: Config, key: string): unknown {
  return wayTo(key).reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], config);
}

function set(config: Config, key: string, value: unknown): void {
  const way = wayTo(key);
  const last = way.pop()!;
  const section = way.reduce<unknown>((inner, part) => (inner as Record<string, unknown>)[part], config);
  (section as Record<string, unknown>)[last] = value;
}

function shown(value: unknown): string {
  return JSON.stringify(value instanceof Map ? [...value] : value);
}
