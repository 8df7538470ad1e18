import assert from "node:assert/strict";
import { test } from "node:test";
import { breakLinks, breakMarkup, escapeMarkdown } from "./inert-text.ts";

const ORDINARY = [
  "Alex",
  "Dark_Knight_7",
  "DIAMOND_SWORD",
  "world/nether: -1,64,-3",
  "0190d5a4-6c1e-4f0a-9b3e-2f6d1c7a8e55",
  "Ünïcödé Ñame (2)",
];

for (const written of [escapeMarkdown, breakLinks, breakMarkup]) {
  test(`${written.name} leaves ordinary names alone`, () => {
    for (const name of ORDINARY) assert.equal(written(name), name);
  });
}

test("escapeMarkdown takes the meaning from everything that formats, mentions or links", () => {
  assert.equal(escapeMarkdown("**x** __y__ ~~z~~"), "\\*\\*x\\*\\* \\_\\_y\\_\\_ \\~\\~z\\~\\~");
  assert.equal(escapeMarkdown("`code` ||spoiler||"), "\\`code\\` \\|\\|spoiler\\|\\|");
  assert.equal(escapeMarkdown("@everyone <@123> <#4>"), "\\@everyone \\<\\@123\\> \\<#4\\>");
  assert.equal(escapeMarkdown("[free](https://evil.example)"), "\\[free\\](https\\://evil.example)");
  assert.equal(escapeMarkdown("# big\n- list\n1. one\n> quote"), "\\# big\n\\- list\n1\\. one\n\\> quote");
  assert.equal(escapeMarkdown("\\*"), "\\\\\\*");
});

test("an underscore formats only beside something else than a letter or digit, and is escaped only there", () => {
  assert.equal(escapeMarkdown("_Alex_"), "\\_Alex\\_");
  assert.equal(escapeMarkdown("a_b_"), "a_b\\_");
  assert.equal(escapeMarkdown("a__b"), "a\\_\\_b");
  assert.equal(escapeMarkdown("_a_é"), "\\_a\\_é");
});

test("breakLinks leaves nothing that a chat would make a link of", () => {
  const links = ["@admin", "#tag", "$CASH", "/start", "https://evil.example", "evil.example", "t.me/x", "1.2.3.4"];
  for (const link of links) {
    const written = breakLinks(link);
    assert.equal(written.replaceAll("\u200b", ""), link, "it still reads the same");
    assert.notEqual(written, link);
    assert.doesNotMatch(written, /[@#$]\w|(?<!\w)\/\w|:\/\/|\w\.\w/);
  }
  assert.doesNotMatch(breakLinks("+4912345678"), /\+\d/);
});

test("our own commands can be copied from an alert into the game", () => {
  for (const written of [escapeMarkdown, breakLinks, breakMarkup]) {
    assert.equal(written("see /doubletake case 7"), "see /doubletake case 7");
  }
  assert.notEqual(breakLinks("/doubletaker x"), "/doubletaker x");
});

test("breakMarkup leaves nothing that a chat would format", () => {
  assert.doesNotMatch(breakMarkup("*b* ~s~ `c` _i_ __u__"), /[*~`]|_/);
  assert.doesNotMatch(breakMarkup(":skull:"), /:skull:/);
  assert.doesNotMatch(breakMarkup("[x](y)"), /\]\(/);
  assert.doesNotMatch(breakMarkup("> quote"), /^>/);
  assert.doesNotMatch(breakMarkup("a\n# heading"), /^#/m);
  assert.doesNotMatch(breakMarkup("@channel"), /@channel/);
});
