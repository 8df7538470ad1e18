import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { parse } from "yaml";
import { defaultConfigFile } from "./default-file.ts";
import { defaultConfig, readConfig } from "./read-config.ts";
import { isSetting, type SettingTree } from "./setting.ts";
import { SETTINGS } from "./settings.ts";

describe("the default config.yml", () => {
  it("has every key, and no other", () => {
    assert.deepEqual(keysOf(parse(defaultConfigFile()), SETTINGS), keysOf(SETTINGS, SETTINGS));
  });

  it("reads back without a complaint, and equal to the defaults", () => {
    const { config, complaints } = readConfig(defaultConfigFile());
    assert.deepEqual(complaints, []);
    assert.deepEqual(config, defaultConfig());
  });

  it("has a comment above every key", () => {
    const lines = defaultConfigFile().split("\n");
    for (const [at, line] of lines.entries()) {
      if (/^\s*[\w-]+: \S/.test(line)) assert.match(lines[at - 1] ?? "", /^\s*# \S/, line);
    }
  });

  it("holds the defaults of section 2.7", () => {
    const { language, movementGraceMs, autoRemoveDuplicates, scanInterval, knownItemsTtlMs, notifications } =
      defaultConfig();
    assert.deepEqual(
      { language, movementGraceMs, autoRemoveDuplicates, scanInterval, knownItemsTtlMs },
      {
        language: "en",
        movementGraceMs: 750,
        autoRemoveDuplicates: true,
        scanInterval: 200,
        knownItemsTtlMs: 600_000,
      },
    );
    assert.deepEqual(notifications, {
      minSeverity: "HIGH",
      rateLimitSeconds: 30,
      embedChat: { enabled: false, webhookUrl: "" },
      botChat: { enabled: false, botToken: "", chatId: "", apiUrl: "https://api.telegram.org" },
      hookChat: { enabled: false, webhookUrl: "" },
      generic: { enabled: false, url: "" },
    });
  });

  it("holds the defaults that the specification leaves to us", () => {
    const {
      notifications: _,
      language,
      movementGraceMs,
      autoRemoveDuplicates,
      scanInterval,
      knownItemsTtlMs,
      ...ours
    } = defaultConfig();
    assert.deepEqual(ours, {
      keepOldestOnDupRemove: false,
      detection: "evidence",
      alerts: { minSeverity: "HIGH" },
      creativeCopies: "reassign",
      sanctionedSources: [],
      exemptMaterials: [],
      exemptWorlds: [],
      onProven: [],
      removalLimit: 50,
      serverName: "",
      network: { playerData: "shared", enderChests: "shared" },
      storage: {
        engine: "sqlite",
        postgresUrl: "",
        retentionDays: 0,
        archiveAfterDays: 0,
        archiveFolder: "",
        journalLimitMb: 1024,
        postgresPartitions: 0,
      },
      balance: { materials: new Map(), intervalTicks: 6000 },
    });
  });
});

/** Full keys, e.g. `notifications.generic.url`; `shape` says which of them are sections. */
function keysOf(tree: object, shape: SettingTree, path = ""): string[] {
  return Object.entries(tree).flatMap(([key, value]) => {
    const entry = shape[key];
    return entry === undefined || isSetting(entry) ? [path + key] : keysOf(value, entry, `${path}${key}.`);
  });
}
