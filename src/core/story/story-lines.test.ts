import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { birthOf } from "../../testing/store-contract/rows.ts";
import { englishMessages } from "../../testing/unpublished/english-messages.ts";
import { LANGUAGES } from "../config/settings.ts";
import { withoutColours } from "../messages/colours.ts";
import { Messages } from "../messages/messages.ts";
import { builtInTexts } from "../messages/messages-file.ts";
import { type BirthStep, STEP_KINDS } from "../model/birth.ts";
import { storyLines } from "./story-lines.ts";

const AT = Date.UTC(2026, 0, 15, 12);

describe("a story", () => {
  it("is told in order, with the looks and the step that made the copy", () => {
    const lines = storyLines(englishMessages(), birthOf(AT, "Alex", "Bo")).map(withoutColours);
    assert.match(lines[0]!, /^How it happened \(2026-01-1\d\):$/);
    const told = lines.slice(1).map((line) => line.replace(/^\d\d:\d\d:\d\d\.\d /, ""));
    assert.deepEqual(told, [
      "Alex broke the container at world:1,2,3, which Bo had open",
      "one copy: on the ground, last touched by Bo world:1,2,3",
      "» Bo took Diamond Sword out of a container that was already gone",
      "a copy turned up: on the ground, last touched by Bo world:1,2,3; inventory of Bo world:4,2,3 (out of sight)",
    ]);
  });

  it("is short where asked: the last steps are told", () => {
    const birth = birthOf(AT);
    const [step] = birth.steps;
    const long = { ...birth, steps: [...Array.from({ length: 9 }, () => step!), ...birth.steps] };
    assert.equal(storyLines(englishMessages(), long, 2).length, 1 + 2 + 2);
    assert.match(storyLines(englishMessages(), long, 2).join(), /took/);
  });

  it("shows names as they are, whatever they hold", () => {
    const lines = storyLines(englishMessages(), birthOf(AT, "{place}§c", "$& §kx"));
    assert.match(lines.join("\n"), /\{place\}c broke the container at world:1,2,3, which \$& kx had open/);
  });

  for (const language of LANGUAGES) {
    it(`has words for every step in ${language}`, () => {
      const english = builtInTexts("en");
      const messages = new Messages({ language, edits: new Map(), translation: builtInTexts(language), english });
      const birth = birthOf(AT);
      const place = { place: "block:world:1,2,3", location: "world:1,2,3", holder: "Al" };
      for (const kind of STEP_KINDS) {
        for (const more of [
          {},
          { playerWas: "gone" },
          { playerWas: "kicked", times: 3 },
          { isSecondSession: true },
        ] as const) {
          const step: BirthStep = { atMs: AT, kind, player: "Al", material: "BOW", place, phase: "between", ...more };
          const text = storyLines(messages, { ...birth, steps: [step] }).join("\n");
          assert.doesNotMatch(text, /\{|story\./, `${kind}: ${text}`);
        }
      }
    });
  }
});
