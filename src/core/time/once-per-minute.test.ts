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
