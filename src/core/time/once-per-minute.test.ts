import assert from "node:assert/strict";
import { it } from "node:test";
import { HandClock } from "../../testing/unpublished/hand-clock.ts";
import { OncePerMinute } from "./once-per-minute.ts";

it("lets something through once a minute, and at once after the clock was set back", () => {
  const clock = new HandClock();
  const gate = new OncePerMinute(clock);
  let count = 0;
  const knock = () => {
    gate.run(() => count++);
    return count;
  };
  assert.equal(knock(), 1);
  clock.pass(59_999);
  assert.equal(knock(), 1);
  clock.pass(1);
  assert.equal(knock(), 2);
  clock.pass(-3_600_000);
  assert.equal(knock(), 3);
  assert.equal(knock(), 3);
});

it("counts for each subject by itself, and says how often it kept quiet", () => {
  const clock = new HandClock();
  const gate = new OncePerMinute(clock);
  const said: string[] = [];
  const knock = (subject: string) => gate.run((leftOut) => said.push(`${subject} ${leftOut}`), subject);
  for (const subject of ["disk", "lock", "disk", "disk"]) knock(subject);
  clock.pass(60_000);
  for (const subject of ["disk", "lock"]) knock(subject);
  assert.deepEqual(said, ["disk 0", "lock 0", "disk 2", "lock 0"]);
});
