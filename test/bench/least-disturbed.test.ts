import assert from "node:assert/strict";
import { test } from "node:test";
import { leastDisturbed } from "../../bench/machine/least-disturbed.ts";
import { stolenMs } from "../../bench/machine/stolen-time.ts";

test("a run that the host left alone is not repeated", async () => {
  assert.deepEqual(await attempts([50, 0]), { stolenMs: 50, number: 1, made: 1 });
});

test("a run that the host disturbed is repeated until one is not", async () => {
  assert.deepEqual(await attempts([900, 40, 0]), { stolenMs: 40, number: 2, made: 2 });
});

test("of runs that were all disturbed the one that was least so is taken", async () => {
  assert.deepEqual(await attempts([900, 300, 500, 0]), { stolenMs: 300, number: 2, made: 3 });
});

test("what the host has taken never becomes less", () => {
  const before = stolenMs();
  assert.ok(Number.isFinite(before) && before >= 0);
  assert.ok(stolenMs() >= before);
});

/** Runs of twenty seconds, of which the host took so much. */
async function attempts(stolen: readonly number[]): Promise<Record<string, number>> {
  let made = 0;
  const said: string[] = [];
  const attempt = async () => ({ stolenMs: stolen[made++] as number, number: made });
  const run = await leastDisturbed(20, attempt, (text) => said.push(text));
  assert.equal(said.length, stolen.slice(0, made).filter((ms) => ms > 50).length);
  return { ...run, made };
}
