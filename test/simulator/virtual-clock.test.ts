import assert from "node:assert/strict";
import { it } from "node:test";
import { VirtualClock } from "../../simulator/virtual-clock.ts";

it("a clock that is set back shows each tick end a time of its own: what was seen then is not taken for what is now", () => {
  const clock = new VirtualClock();
  clock.note(1);
  const first = clock.now();
  clock.step(50);
  clock.note(2);
  clock.step(-50);
  clock.note(3);
  assert.deepEqual([clock.tickAt(first, -1), clock.tickAt(clock.now(), -1)], [1, 3]);
});
