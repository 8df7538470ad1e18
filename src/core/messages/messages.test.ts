import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Language } from "../config/settings.ts";
import { Messages } from "./messages.ts";

describe("the source of a text", () => {
  const english = { "commands.failed": "english", "commands.usage": "english", "commands.held.none": "english" };

  it("is the operator's edit before the chosen language before English", () => {
    const messages = messagesOf({
      english,
      translation: { "commands.failed": "deutsch", "commands.usage": "deutsch" },
      edits: { "commands.failed": "mine" },
    });
    assert.equal(messages.text("commands.failed", {}), "mine");
    assert.equal(messages.text("commands.usage", { usage: "" }), "deutsch");
    assert.equal(messages.text("commands.held.none", {}), "english");
  });

  it("may be missing everywhere: the key itself is shown, and nothing breaks", () => {
    assert.equal(messagesOf({}).text("commands.failed", {}), "commands.failed");
    assert.equal(messagesOf({}).plural("notices.first-ids", { player: "Alex", count: 2 }), "notices.first-ids");
  });

  it("is English for the console, whatever the language and the edits", () => {
    const translation = { "commands.failed": "deutsch" };
    const edits = { "commands.failed": "mine" };
    const console = messagesOf({ language: "de", english, translation, edits }).inEnglish();
    assert.equal(console.text("commands.failed", {}), "english");
  });
});

describe("constants", () => {
  const texts = {
    "commands.history.row": "{player}: {action}",
    "commands.held.no-id": "{material}",
    "words.action.pickup": "&epicked up",
  };
  const row = (messages: Messages, action: string) =>
    messages.text("commands.history.row", { time: "", player: "PICKUP", action, location: "" });

  it("are put into words, and nothing else is", () => {
    const messages = messagesOf({ english: texts, translation: { "words.action.pickup": "aufgehoben" } });
    assert.equal(row(messages, "PICKUP"), "PICKUP: aufgehoben");
    assert.equal(row(messages.inEnglish(), "PICKUP"), "PICKUP: §epicked up");
    assert.equal(messages.text("commands.held.no-id", { material: "DIAMOND_SWORD" }), "Diamond Sword");
  });

  it("that another plugin made up are made readable", () => {
    assert.equal(row(messagesOf({ english: texts }), "SHOP_SALE§4"), "PICKUP: shop sale4");
  });

  it("are marks for a platform that has names of its own, and themselves for logs and payloads", () => {
    const named = (style: "marked" | "as-they-are") =>
      messagesOf({ english: texts }).withConstants(style).text("commands.held.no-id", { material: "DIAMOND_SWORD" });
    assert.deepEqual([named("marked"), named("as-they-are")], ["§{DIAMOND_SWORD}", "DIAMOND_SWORD"]);
    assert.equal(row(messagesOf({ english: texts }).withConstants("as-they-are"), "PICKUP"), "PICKUP: PICKUP");
  });

  it("stay marks when the file is read again", () => {
    const messages = messagesOf({ english: texts }).withConstants("marked");
    messages.replaceTexts(messagesOf({ english: texts }));
    assert.equal(messages.text("commands.held.no-id", { material: "BOW" }), "§{BOW}");
  });
});

describe("placeholders", () => {
  const shown = (template: string, player: string, details = "d") =>
    messagesOf({ english: { "alerts.broadcast": template } }).text("alerts.broadcast", {
      player,
      details,
      type: "T",
      material: "M",
      severity: "S",
      server: "",
      actual: 2,
      expected: 1,
      excess: 1,
    });

  it("are filled in wherever they stand, as often as they stand there", () => {
    assert.equal(shown("{details}: {player}, {player}{material}", "Alex"), "d: Alex, AlexM");
    assert.equal(shown("no placeholder at all", "Alex"), "no placeholder at all");
  });

  it("that nobody fills stay as they are written", () => {
    assert.equal(
      shown("{player} {colour} {} {Player} {constructor} {__proto__} {", "Alex"),
      "Alex {colour} {} {Player} {constructor} {__proto__} {",
    );
  });

  it("take values as data: a player called &4{details} changes nothing", () => {
    assert.equal(shown("&c{player}&r: {details}", "&4{details}"), "§c&4{details}§r: d");
    assert.equal(shown("{player}", "§4Alex\nop Bea"), "4Alex op Bea");
    assert.equal(shown("{player}", "$& $1 $'"), "$& $1 $'");
    assert.equal(shown("&{player}", "cAlex"), "&cAlex");
  });

  it("cannot be made or coloured by any name whatsoever", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("&", "§", "{", "}", "c", "x", "#", "0", "details", "\n") }),
        (name) => {
          assert.equal(shown("<{player}>", name), `<${name.replaceAll("§", "").replaceAll(/\n+/g, " ")}>`);
        },
      ),
    );
  });

  it("keep the colours of a text that was rendered before", () => {
    const messages = messagesOf({ english: { "alerts.nobody": "&7nobody", "commands.usage": "{usage}!" } });
    const usage = messages.rendered("alerts.nobody", {});
    assert.equal(messages.text("commands.usage", { usage }), "§7nobody!");
  });
});

describe("a text that depends on a number", () => {
  const say = (language: Language, translation: Record<string, string>, count: number, edits = {}) =>
    messagesOf({
      language,
      edits,
      translation,
      english: { "notices.first-ids.one": "{count} item", "notices.first-ids.other": "{count} items" },
    }).plural("notices.first-ids", { player: "Alex", count });

  it("has one form for each of the language's plurals", () => {
    const russian = {
      "notices.first-ids.one": "{count} предмет",
      "notices.first-ids.few": "{count} предмета",
      "notices.first-ids.many": "{count} предметов",
    };
    assert.deepEqual(
      [1, 21, 3, 5, 11].map((count) => say("ru", russian, count)),
      ["1 предмет", "21 предмет", "3 предмета", "5 предметов", "11 предметов"],
    );
    assert.deepEqual([say("en", {}, 1), say("en", {}, 14)], ["1 item", "14 items"]);
  });

  it("falls back to its general form, and to English only where the language has neither", () => {
    assert.equal(say("pl", { "notices.first-ids.other": "{count} rzeczy" }, 3), "3 rzeczy");
    assert.equal(say("pl", { "notices.first-ids.one": "jedna rzecz" }, 14), "14 items");
    assert.equal(say("pt_BR", { "notices.first-ids.one": "{count} item seu" }, 1), "1 item seu");
  });

  it("can be edited as a whole by editing its general form", () => {
    assert.equal(say("ru", { "notices.first-ids.few": "x" }, 3, { "notices.first-ids.other": "{count}!" }), "3!");
  });
});

function messagesOf(sources: {
  language?: Language;
  edits?: Record<string, string>;
  translation?: Record<string, string>;
  english?: Record<string, string>;
}): Messages {
  const texts = (of: Record<string, string> = {}) => new Map(Object.entries(of));
  return new Messages({
    language: sources.language ?? "en",
    edits: texts(sources.edits),
    translation: texts(sources.translation),
    english: texts(sources.english),
  });
}
