import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { defaultConfigFile } from "./default-file.ts";
import { defaultConfig, describeComplaint, readConfig, unreadableConfig } from "./read-config.ts";

describe("reading config.yml", () => {
  it("takes what is written", () => {
    const { config, complaints } = readConfig(`
language: pt_BR
movement-grace-ms: 0
auto-remove-duplicates: false
keep-oldest-on-dup-remove: false
scan-interval: 40
known-items-ttl-ms: 120000
alerts: { min-severity: LOW }
creative-copies: alert
sanctioned-sources: [kits, 7]
exempt-materials:
  - minecraft:written_book
exempt-worlds: [creative]
on-proven: ["kick {player}"]
server-name: survival
storage: { engine: postgres, postgres-url: "postgres://u:p@h/d", retention-days: 30, archive-after-days: 9, archive-folder: old, journal-limit-mb: 1, postgres-partitions: 8 }
notifications:
  min_severity: CRITICAL
  rate_limit_seconds: 0
  embed_chat: { enabled: true, webhook_url: "https://example.org/embed" }
  bot_chat: { enabled: true, bot_token: "123:abc", chat_id: -100123, api_url: "http://localhost:8081" }
  hook_chat: { enabled: true, webhook_url: "https://example.org/slack" }
  generic: { enabled: true, url: "https://example.org/hook" }
balance: { materials: { diamond: 64 }, interval-ticks: 20 }
`);
    assert.deepEqual(complaints, []);
    assert.equal(config.language, "pt_BR");
    assert.equal(config.movementGraceMs, 0);
    assert.equal(config.autoRemoveDuplicates, false);
    assert.equal(config.keepOldestOnDupRemove, false);
    assert.equal(config.scanInterval, 40);
    assert.equal(config.knownItemsTtlMs, 120_000);
    assert.equal(config.alerts.minSeverity, "LOW");
    assert.equal(config.creativeCopies, "alert");
    assert.deepEqual(config.sanctionedSources, ["kits", "7"]);
    assert.deepEqual(config.exemptMaterials, ["minecraft:written_book"]);
    assert.deepEqual(config.exemptWorlds, ["creative"]);
    assert.deepEqual(config.onProven, ["kick {player}"]);
    assert.equal(config.serverName, "survival");
    assert.deepEqual(config.storage, {
      engine: "postgres",
      postgresUrl: "postgres://u:p@h/d",
      retentionDays: 30,
      archiveAfterDays: 9,
      archiveFolder: "old",
      journalLimitMb: 1,
      postgresPartitions: 8,
    });
    assert.deepEqual(config.notifications, {
      minSeverity: "CRITICAL",
      rateLimitSeconds: 0,
      embedChat: { enabled: true, webhookUrl: "https://example.org/embed" },
      botChat: { enabled: true, botToken: "123:abc", chatId: "-100123", apiUrl: "http://localhost:8081" },
      hookChat: { enabled: true, webhookUrl: "https://example.org/slack" },
      generic: { enabled: true, url: "https://example.org/hook" },
    });
    assert.deepEqual(config.balance, { materials: new Map([["diamond", 64]]), intervalTicks: 20 });
  });

  it("leaves out a threshold that is no number, and keeps the others", () => {
    const { config, complaints } = readConfig("balance: { materials: { diamond: 32, emerald: many } }\n");
    assert.deepEqual(config.balance.materials, new Map([["diamond", 32]]));
    assert.equal(complaints.length, 1);
  });

  it("means the defaults by an empty file, a missing key and a missing section", () => {
    for (const text of ["", "# nothing\n", "~", "notifications:", "notifications: {}", "storage:\n\nalerts:\n"]) {
      assert.deepEqual(readConfig(text), { config: defaultConfig(), complaints: [] }, text);
    }
    const { config, complaints } = readConfig("movement-grace-ms: 900\n");
    assert.deepEqual(complaints, []);
    assert.deepEqual(config, { ...defaultConfig(), movementGraceMs: 900 });
  });

  it("takes a section that was added by hand", () => {
    const { config } = readConfig("notifications:\n  hook_chat:\n    enabled: true\n    webhook_url: https://h/x\n");
    assert.deepEqual(config.notifications, {
      ...defaultConfig().notifications,
      hookChat: { enabled: true, webhookUrl: "https://h/x" },
    });
  });

  it("reads a file from Windows: a byte-order mark, and two characters for a new line", () => {
    const { config, complaints } = readConfig("\uFEFFlanguage: de\r\nscan-interval: 5\r\n");
    assert.deepEqual(complaints, []);
    assert.deepEqual([config.language, config.scanInterval], ["de", 5]);
  });

  it("knows the six languages", () => {
    for (const language of ["en", "pt_BR", "es", "de", "ru", "pl"]) {
      assert.deepEqual(readConfig(`language: ${language}`), {
        config: { ...defaultConfig(), language },
        complaints: [],
      });
    }
  });

  it("keeps the digits of a chat id exactly, however it is written", () => {
    const written = ["-1001234567890", "-1009007199254740993", '"-100123"', "007", "@channel"];
    const read = written.map((text) => {
      const quoted = text.startsWith("@") ? `"${text}"` : text;
      return readConfig(`notifications: { bot_chat: { chat_id: ${quoted} } }`).config.notifications.botChat.chatId;
    });
    assert.deepEqual(read, ["-1001234567890", "-1009007199254740993", "-100123", "007", "@channel"]);
  });

  it("takes the stand-ins of the documentation for empty", () => {
    const { config, complaints } = readConfig(`
notifications:
  embed_chat: { webhook_url: <WEBHOOK_URL> }
  bot_chat: { bot_token: <BOT_TOKEN>, chat_id: "<CHAT_ID>" }
  hook_chat: { webhook_url: "<WEBHOOK_URL>" }
`);
    assert.deepEqual(complaints, []);
    assert.deepEqual(config, defaultConfig());
  });
});

describe("whether copies are taken away by themselves", () => {
  const isOn = (text: string) => readConfig(text).config.autoRemoveDuplicates;

  it("is the default where the key is absent, whatever else is wrong", () => {
    for (const text of ["", "~", "scan-interval: often\n", "notifications: on\n", "colour: red\n"])
      assert.equal(isOn(text), true, text);
  });

  it("takes yes, no, on and off as well, in any case", () => {
    for (const word of ["true", "yes", "on", "Yes", "ON", '"true"']) {
      assert.deepEqual(readConfig(`auto-remove-duplicates: ${word}`), { config: defaultConfig(), complaints: [] });
    }
    for (const word of ["false", "no", "off", "No", "OFF"]) {
      const { config, complaints } = readConfig(`auto-remove-duplicates: ${word}`);
      assert.deepEqual([config.autoRemoveDuplicates, complaints], [false, []], word);
    }
  });

  it("is no while the value is not clear", () => {
    for (const value of ["maybe", "", "[true]", "{ a: true }", "1", "fasle"]) {
      const { config, complaints } = readConfig(`auto-remove-duplicates: ${value}`);
      assert.equal(config.autoRemoveDuplicates, false, value);
      assert.match(complaints[0]?.instead ?? "", /nothing is taken away automatically until this is corrected/);
    }
  });

  it("is no while the file cannot be read, with everything else as usual", () => {
    for (const text of ['language: "de', "- a\n", "auto-remove-duplicates: true\nauto-remove-duplicates: false\n"]) {
      assert.deepEqual(readConfig(text).config, { ...defaultConfig(), autoRemoveDuplicates: false }, text);
    }
  });

  it("is no while the key is misspelt: the operator meant something by it", () => {
    assert.equal(isOn("auto-remove-duplicate: false\n"), false);
    assert.equal(isOn("auto_remove_duplicates: false\n"), false);
    assert.equal(isOn("auto-remove-duplicates: true\nauto_remove_duplicates: false\n"), true);
  });

  it("is no while the key is in another section, or all keys are in one that does not exist", () => {
    for (const text of [
      "alerts:\n  min-severity: HIGH\n  auto-remove-duplicates: false\n",
      "doubletake:\n  language: de\n  auto-remove-duplicates: false\n",
    ]) {
      const { config, complaints } = readConfig(text);
      assert.equal(config.autoRemoveDuplicates, false, text);
      const { line, problem, instead } = complaints.find(({ key }) => key.endsWith("auto-remove-duplicates"))!;
      assert.equal(line, 3);
      assert.match(problem, /"auto-remove-duplicates" belongs at the beginning of a line/);
      assert.match(instead, /nothing is taken away automatically until this is corrected/);
    }
    assert.equal(isOn("auto-remove-duplicates: true\nalerts:\n  auto-remove-duplicates: false\n"), true);
  });
});

describe("a complaint about config.yml", () => {
  const complaintsOf = (text: string) => readConfig(text).complaints.map((one) => describeComplaint("config.yml", one));

  it("names file, line, key, what is wrong and what is used instead", () => {
    const stories: [text: string, ...complaints: string[]][] = [
      [
        "language: en\nscan-interval: often\n",
        'config.yml, line 2: "scan-interval" must be a whole number of 1 or more, not "often"; using 200.',
      ],
      [
        "movement-grace-ms: -1\n",
        'config.yml, line 1: "movement-grace-ms" must be a whole number of 0 or more, not -1; using 750.',
      ],
      [
        "\nknown-items-ttl-ms: 1.5\n",
        'config.yml, line 2: "known-items-ttl-ms" must be a whole number of 1000 or more, not 1.5; using 600000.',
      ],
      [
        "auto-remove-duplicates: yes please\n",
        'config.yml, line 1: "auto-remove-duplicates" must be true or false, not "yes please"; ' +
          "nothing is taken away automatically until this is corrected.",
      ],
      [
        "language: klingon\n",
        'config.yml, line 1: "language" must be one of en, pt_BR, es, de, ru, pl, not "klingon"; using en.',
      ],
      [
        "notifications:\n  min_severity: loud\n",
        'config.yml, line 2: "notifications.min_severity" must be one of LOW, MEDIUM, HIGH, CRITICAL, not "loud"; ' +
          "using HIGH.",
      ],
      [
        "alerts:\n  min-severity: [HIGH]\n",
        'config.yml, line 2: "alerts.min-severity" must be one of LOW, MEDIUM, HIGH, CRITICAL, not a list; using HIGH.',
      ],
      [
        "exempt-worlds: creative\n",
        'config.yml, line 1: "exempt-worlds" must be a list, not "creative"; using nothing.',
      ],
      ["exempt-worlds: [[a]]\n", 'config.yml, line 1: "exempt-worlds" must be a list of plain texts; using nothing.'],
      [
        "balance:\n  materials: { diamond: 0 }\n",
        'config.yml, line 2: "balance.materials" "diamond" must be a whole number of 1 or more; it is left out.',
      ],
      [
        "balance:\n  materials:\n    dirt: 3\n    diamond: many\n",
        'config.yml, line 4: "balance.materials" "diamond" must be a whole number of 1 or more; it is left out.',
      ],
      [
        "storage.engine: postgres\n",
        'config.yml, line 1: "storage.engine" is not a key of Doubletake ("engine" belongs into the section "storage"); it is ignored.',
      ],
      [
        "storage:\n  language: de\n",
        'config.yml, line 2: "storage.language" is not a key of Doubletake ("language" belongs at the beginning of a line, in no section); it is ignored.',
      ],
      [
        "notifications: on\n",
        'config.yml, line 1: "notifications" must be a section of keys; using the defaults of all its keys.',
      ],
      [
        "scan-interval:\n",
        'config.yml, line 1: "scan-interval" must be a whole number of 1 or more, not an empty value; using 200.',
      ],
      [
        "xoxb-17653672481-hunter2: true\n",
        "config.yml, line 1: a key that is not repeated here is not a key of Doubletake; it is ignored.",
      ],
      [
        "postgres://bob:hunter2@db/x: y\n",
        "config.yml, line 1: a key that is not repeated here is not a key of Doubletake; it is ignored.",
      ],
      ["colour: red\n", 'config.yml, line 1: "colour" is not a key of Doubletake; it is ignored.'],
      [
        "storage:\n  engine: sqlite\n  retention_days: 3\n",
        'config.yml, line 3: "storage.retention_days" is not a key of Doubletake (did you mean "retention-days"?); ' +
          "it is ignored.",
      ],
      [
        "Movement-Grace-MS: 3\n",
        'config.yml, line 1: "Movement-Grace-MS" is not a key of Doubletake (did you mean "movement-grace-ms"?); ' +
          "it is ignored.",
      ],
    ];
    for (const [text, ...complaints] of stories) assert.deepEqual(complaintsOf(text), complaints, text);
  });

  it("leaves all other keys as they are written", () => {
    const { config } = readConfig("scan-interval: often\nlanguage: de\nnope: 1\nmovement-grace-ms: 5\n");
    assert.deepEqual(config, { ...defaultConfig(), language: "de", movementGraceMs: 5 });
  });

  it("about broken YAML comes with all defaults and notifications off", () => {
    const text = 'language: de\nnotifications:\n  generic:\n    enabled: true\n    url: "https://x\n';
    assert.deepEqual(readConfig(text).config, unreadableConfig());
    const [complaint, ...others] = complaintsOf(text);
    assert.match(
      complaint ?? "",
      /^config\.yml, line \d: is not valid YAML: .+; using the default of every key, with all notifications off; nothing is taken/,
    );
    assert.deepEqual(others, []);
    assert.deepEqual(readConfig("- a\n- b\n").complaints.length, 1);
  });

  it("never shows a secret, however the file is damaged", () => {
    const secret = "hunter2";
    const whole = defaultConfigFile()
      .replaceAll(/(webhook_url|bot_token|url|postgres-url): ""/g, `$1: "https://x/${secret}"`)
      .replaceAll("enabled: false", "enabled: true");
    const damage = fc.array(
      fc.tuple(
        fc.nat(whole.length),
        fc.nat(3),
        fc.constantFrom("", " ", '"', "'", ":", "|", ">", "[", "}", "*", "&", "\n", "\t", "%", "---"),
      ),
      { minLength: 1, maxLength: 4 },
    );
    fc.assert(
      fc.property(damage, (cuts) => {
        let text = whole;
        for (const [at, count, inserted] of cuts) text = text.slice(0, at) + inserted + text.slice(at + count);
        for (const complaint of complaintsOf(text)) assert.ok(!complaint.includes(secret), complaint);
      }),
      { numRuns: 300 },
    );
    for (const text of [`bot: |${secret}\n x`, `a: 1\n]${secret}`, `a: *${secret}`, `storage: ${secret}`]) {
      for (const complaint of complaintsOf(text)) assert.ok(!complaint.includes(secret), complaint);
    }
  });
});
