import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakePlatform } from "../../testing/fake-platform.ts";
import { RecordingLog } from "../../testing/unpublished/recording-log.ts";
import type { CaseRecord } from "../store.ts";
import { runOnProven } from "./on-proven.ts";

const ALEX = "11111111-1111-4111-8111-111111111111";

function run(playerName: string, ...commands: string[]): { lines: readonly string[]; console: readonly string[] } {
  const platform = new FakePlatform();
  const log = new RecordingLog();
  const record = { number: 3, playerName, playerId: ALEX, itemIds: [ALEX], material: "BOW" } as unknown as CaseRecord;
  runOnProven(record, true, commands, platform, log);
  return { lines: platform.consoleCommands, console: log.lines };
}

describe("on-proven commands", () => {
  it("have the case's values filled in, and a name with spaces is one argument", () => {
    assert.deepEqual(run("Alex", "/ban {player} {material} {case} {uuid} {other}").lines, [
      `ban Alex BOW 3 ${ALEX} {other}`,
    ]);
    assert.deepEqual(run("Alex B", "ban {player}", 'ban "{player}"').lines, ['ban "Alex B"', 'ban "Alex B"']);
    assert.deepEqual(run("Zoë_1.x-y", "ban {player}").lines, ["ban Zoë_1.x-y"]);
  });

  for (const name of [
    "@a",
    "@e[type=player]",
    '"',
    'No"tch',
    "No'tch",
    "No§ktch",
    "Al\nex",
    "Al\u0000ex",
    "a;op a",
    "a\\",
    "~",
    "*",
    "-r",
    " ",
    "Alex ",
    "{uuid}",
    "",
    "a".repeat(65),
  ]) {
    it(`do not run with the name ${JSON.stringify(name.slice(0, 20))}: it is no harmless argument, and the console says so`, () => {
      const { lines, console } = run(name, "kick {player}", "say case {case}");
      assert.deepEqual(lines, ["say case 3"]);
      assert.equal(console.length, 1);
      assert.match(console[0]!, /^warn: on-proven: "kick \{player\}" was not run for case 3, since /);
      assert.ok(!/[\n\0]/.test(console[0]!), "nothing of the player's making in the console");
    });
  }

  it("run without it when they do not name the player", () => {
    assert.deepEqual(run("@a", "ban {uuid}").lines, [`ban ${ALEX}`]);
  });
});
