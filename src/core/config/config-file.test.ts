import assert from "node:assert/strict";
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { RecordingLog } from "../../testing/unpublished/recording-log.ts";
import { temporaryFolder } from "../../testing/unpublished/temporary-folder.ts";
import { CONFIG_FILE, loadConfig } from "./config-file.ts";
import { defaultConfigFile } from "./default-file.ts";
import { defaultConfig } from "./read-config.ts";

const hasNoModes = process.platform === "win32" && "Windows has no such bits";

describe("config.yml", () => {
  it("is created on the first start, with every key, and the defaults are used", (context) => {
    const folder = temporaryFolder(context);
    const log = new RecordingLog();
    assert.deepEqual(loadConfig(folder, log), defaultConfig());
    assert.equal(readFileSync(join(folder, CONFIG_FILE), "utf8"), defaultConfigFile());
    assert.deepEqual(log.lines, []);
  });

  it("is created readable by its owner only", { skip: hasNoModes }, (context) => {
    const folder = temporaryFolder(context);
    loadConfig(folder, new RecordingLog());
    assert.equal(statSync(join(folder, CONFIG_FILE)).mode & 0o777, 0o600);
  });

  it("is never rewritten once it exists, whatever it lacks and whatever is wrong with it", (context) => {
    const folder = temporaryFolder(context);
    for (const text of ["", "language: de\n", "nope: 1\n", 'broken: "', "movement-grace-ms: 750"]) {
      writeFileSync(join(folder, CONFIG_FILE), text);
      loadConfig(folder, new RecordingLog());
      assert.equal(readFileSync(join(folder, CONFIG_FILE), "utf8"), text);
    }
  });

  it("is read once: a change counts from the next start on", (context) => {
    const folder = temporaryFolder(context);
    const before = loadConfig(folder, new RecordingLog());
    writeFileSync(join(folder, CONFIG_FILE), "scan-interval: 7\n");
    assert.equal(before.scanInterval, 200);
    assert.equal(loadConfig(folder, new RecordingLog()).scanInterval, 7);
  });

  it("of an older version, without notifications, means that none leaves the game", (context) => {
    const folder = temporaryFolder(context);
    writeFileSync(join(folder, CONFIG_FILE), "language: en\nscan-interval: 100\n");
    const log = new RecordingLog();
    const config = loadConfig(folder, log);
    assert.deepEqual(config, { ...defaultConfig(), scanInterval: 100 });
    assert.deepEqual(log.lines, []);
  });

  it("with something wrong in it gives a console line with its path, and the server starts all the same", (context) => {
    const folder = temporaryFolder(context);
    const path = join(folder, CONFIG_FILE);
    writeFileSync(path, "scan-interval: often\nlanguage: de\n");
    const log = new RecordingLog();
    assert.equal(loadConfig(folder, log).language, "de");
    assert.deepEqual(log.lines, [
      `warn: ${path}, line 1: "scan-interval" must be a whole number of 1 or more, not "often"; using 200.`,
    ]);
  });

  it("with secrets in it that everyone can read gets one console line, which shows none", {
    skip: hasNoModes,
  }, (context) => {
    const folder = temporaryFolder(context);
    const path = join(folder, CONFIG_FILE);
    const secrets = [
      "storage: { postgres-url: hunter2 }",
      "notifications: { embed_chat: { webhook_url: hunter2 } }",
      "notifications: { bot_chat: { bot_token: hunter2 } }",
      "notifications: { hook_chat: { webhook_url: hunter2 } }",
      "notifications: { generic: { url: hunter2 } }",
    ];
    for (const text of secrets) {
      writeFileSync(path, text);
      chmodSync(path, 0o604);
      const log = new RecordingLog();
      loadConfig(folder, log);
      const line = `warn: ${path} holds secrets and can be read by every user of this machine. Run: chmod 600 ${path}`;
      assert.deepEqual(log.lines, [line]);
      chmodSync(path, 0o640);
      loadConfig(folder, log);
      assert.equal(log.lines.length, 1, "not readable by everyone: no line");
    }
    writeFileSync(path, "notifications: { bot_chat: { bot_token: <BOT_TOKEN> } }");
    chmodSync(path, 0o644);
    const log = new RecordingLog();
    loadConfig(folder, log);
    assert.deepEqual(log.lines, [], "a stand-in is no secret");
  });

  it("that cannot be read or created gives an error line and the defaults", (context) => {
    const folder = temporaryFolder(context);
    mkdirSync(join(folder, CONFIG_FILE));
    const log = new RecordingLog();
    assert.deepEqual(loadConfig(folder, log), { ...defaultConfig(), autoRemoveDuplicates: false });
    assert.deepEqual(loadConfig(join(folder, "missing"), log), defaultConfig());
    assert.match(
      log.lines[0] ?? "",
      /^error: .*config\.yml cannot be read \(.*\); .*nothing is taken away automatically/,
    );
    assert.match(
      log.lines[1] ?? "",
      /^error: .*config\.yml cannot be created \(.*\); using the default of every key\.$/,
    );
    assert.equal(log.lines.length, 2);
  });
});
