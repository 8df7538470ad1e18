import assert from "node:assert/strict";
import { test } from "node:test";
import { quietMoment } from "../../bench/machine/quiet-moment.ts";

test("a machine that the host leaves alone is waited for no longer than it takes to see that", async () => {
  assert.equal(await looks([7, 17]), 1);
});

test("while the host takes the processors away, the run waits", async () => {
  assert.equal(await looks([0, 900, 1500, 1520, 1520]), 4);
});

test("a host that is never quiet is not waited for without end", async () => {
  const everBusier = Array.from({ length: 1000 }, (_, at) => at * 500);
  assert.equal(await looks(everBusier), 36);
});

/** How often it was looked, when the host had taken so much at each look. */
async function looks(stolen: readonly number[]): Promise<number> {
  let taken = 0;
  let made = 0;
  await quietMoment({ stolen: () => stolen[taken++] as number, pause: async () => made++ });
  return made;
}
