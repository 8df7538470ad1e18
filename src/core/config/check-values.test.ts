import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkValues } from "./check-values.ts";
import { defaultConfigFile } from "./default-file.ts";
import { describeComplaint } from "./read-config.ts";

const WORLDS = ["world", "world/nether", "creative"];
const told = (text: string, worlds = WORLDS) => checkValues(text, worlds).map((one) => describeComplaint("c", one));

describe("checking the values of config.yml", () => {
  it("notices a world that was never seen, with the nearest name", () => {
    assert.deepEqual(told("exempt-worlds:\n  - creative\n  - creativ\n"), [
      'c, line 3: "exempt-worlds" names the world "creativ", in which nothing was ever seen (did you mean "creative"?); ' +
        "it has no effect until there is one.",
    ]);
    assert.deepEqual(told("exempt-worlds: [creativ]", []), [], "no world is known yet");
  });

  it("notices an action that looks misspelt, and leaves plugins' own sources alone", () => {
    assert.deepEqual(told("sanctioned-sources: [GIVE, creative, my-shop, GIVVE]"), [
      'c, line 1: "sanctioned-sources" names "GIVVE" (did you mean "GIVE"?); it counts for a source of that name only.',
    ]);
  });

  it("notices a placeholder of on-proven that nobody fills", () => {
    assert.deepEqual(told('on-proven: ["kick {player} {case}", "ban {playr}", "say {x-y}"]'), [
      'c, line 1: "on-proven" has the placeholder {playr}, which nobody fills (did you mean "player"?); it is left as it is.',
      'c, line 1: "on-proven" has the placeholder {x-y}, which nobody fills; it is left as it is.',
    ]);
  });

  it("has nothing to say about the default file, nor about one that cannot be read", () => {
    for (const text of [defaultConfigFile(), "", "- a", 'on-proven: "', "on-proven: {a: b}", "exempt-worlds: [[x]]"])
      assert.deepEqual(told(text), [], text);
  });
});
