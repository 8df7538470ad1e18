import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { RecordingLog } from "../../testing/unpublished/recording-log.ts";
import { temporaryFolder } from "../../testing/unpublished/temporary-folder.ts";
import { ALSO_FILLED } from "./message-keys.ts";
import { builtInTexts, editsIn, loadMessages, MESSAGES_FILE } from "./messages-file.ts";
import { readTexts } from "./text-tree.ts";

const ENGLISH_FILE = readFileSync(new URL("../../locales/en.yml", import.meta.url), "utf8");

describe("messages.yml", () => {
  it("is created on the first start with the English defaults", (context) => {
    const folder = temporaryFolder(context);
    const log = new RecordingLog();
    const messages = loadMessages(folder, "en", log);
    assert.equal(readFileSync(join(folder, MESSAGES_FILE), "utf8"), ENGLISH_FILE);
    assert.equal(messages.text("commands.held.none", {}), "§cYou hold nothing.");
    assert.deepEqual(log.lines, []);
  });

  it("is never rewritten, whatever it lacks and whatever is wrong with it", (context) => {
    const folder = temporaryFolder(context);
    for (const text of ["", "alerts: {}\n", 'broken: "', "- a\n", "old: key\n"]) {
      writeFileSync(join(folder, MESSAGES_FILE), text);
      const messages = loadMessages(folder, "en", new RecordingLog());
      assert.equal(readFileSync(join(folder, MESSAGES_FILE), "utf8"), text);
      assert.equal(messages.text("commands.held.none", {}), "§cYou hold nothing.", "the built-in text is used");
    }
  });

  it("gives an edited text, and the built-in one for a key that it lacks", (context) => {
    const folder = temporaryFolder(context);
    writeFileSync(join(folder, MESSAGES_FILE), 'commands:\n  held:\n    none: "&4Nothing there, {name}."\n');
    const messages = loadMessages(folder, "en", new RecordingLog());
    assert.equal(messages.text("commands.held.none", {}), "§4Nothing there, {name}.");
    assert.equal(messages.text("commands.give.no-room", {}), "§cYour inventory is full.");
  });

  it("is read once: a change counts from the next start on", (context) => {
    const folder = temporaryFolder(context);
    const before = loadMessages(folder, "en", new RecordingLog());
    writeFileSync(join(folder, MESSAGES_FILE), "commands:\n  held:\n    none: mine\n");
    assert.equal(before.text("commands.held.none", {}), "§cYou hold nothing.");
    assert.equal(loadMessages(folder, "en", new RecordingLog()).text("commands.held.none", {}), "mine");
  });

  it("with something wrong in it gives a console line with file and line, and the rest is used", (context) => {
    const folder = temporaryFolder(context);
    const path = join(folder, MESSAGES_FILE);
    writeFileSync(path, "commands:\n  failed: [a, b]\n  held:\n    none: mine\n    no-id:\n");
    const log = new RecordingLog();
    assert.equal(loadMessages(folder, "en", log).text("commands.held.none", {}), "mine");
    assert.deepEqual(log.lines, [
      `warn: ${path}, line 2: "commands.failed" must be a text; using the built-in text instead.`,
      `warn: ${path}, line 5: "commands.held.no-id" must be a text; using the built-in text instead.`,
    ]);
  });

  it("with broken YAML gives one console line, and the built-in texts are used", (context) => {
    const folder = temporaryFolder(context);
    const path = join(folder, MESSAGES_FILE);
    writeFileSync(path, 'commands:\n  failed: "open\n');
    const log = new RecordingLog();
    loadMessages(folder, "en", log);
    assert.equal(log.lines.length, 1);
    assert.match(
      log.lines[0] ?? "",
      /messages\.yml, line \d: is not valid YAML: .*; using the built-in text instead\.$/,
    );
  });

  it("that cannot be read or created gives an error line and the built-in texts", (context) => {
    const folder = temporaryFolder(context);
    mkdirSync(join(folder, MESSAGES_FILE));
    const log = new RecordingLog();
    loadMessages(folder, "en", log);
    loadMessages(join(folder, "missing"), "en", log);
    assert.match(log.lines[0] ?? "", /^error: .*messages\.yml cannot be read \(.*\); using the built-in texts\.$/);
    assert.match(log.lines[1] ?? "", /^error: .*messages\.yml cannot be created \(.*\); using the built-in texts\.$/);
  });
});

describe("an edit", () => {
  const english = new Map([
    ["a", "today"],
    ["b", "today"],
  ]);
  const former = new Map([["a", ["first", "second"]]]);
  const editsOf = (texts: Record<string, string>) => [...editsIn(new Map(Object.entries(texts)), english, former)];

  it("is a text that differs from every English default ever released for its key", () => {
    assert.deepEqual(editsOf({ a: "mine", b: "mine" }), [
      ["a", "mine"],
      ["b", "mine"],
    ]);
    assert.deepEqual(editsOf({ a: "today", b: "today" }), []);
    assert.deepEqual(editsOf({ a: "first" }), []);
    assert.deepEqual(editsOf({ a: "second" }), []);
  });

  it("is a default of another key, too", () => {
    assert.deepEqual(editsOf({ b: "first" }), [["b", "first"]]);
  });

  it("is nothing in an untouched file: it follows the language", () => {
    assert.deepEqual([...editsIn(readTexts(ENGLISH_FILE).texts, builtInTexts("en"), new Map())], []);
  });
});

describe("the English texts", () => {
  it("offer the placeholders of section 2.6 in alert texts", () => {
    const offered = new Set([...ALSO_FILLED["alerts.broadcast"], ...ALSO_FILLED["alerts.balance-discrepancy"]]);
    for (const name of ["player", "type", "material", "details", "actual", "expected", "excess"] as const) {
      assert.ok(offered.has(name), name);
    }
  });
});
