import assert from "node:assert/strict";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, describe, it } from "node:test";
import { PRESETS } from "../../simulator/presets.ts";
import { record } from "../../simulator/recording/record.ts";

type Line = Record<string, unknown>;

const FOLDER = mkdtempSync(join(tmpdir(), "sim-recording-"));

async function recorded(name: string, seed: number, isRemoving = false): Promise<{ stream: string; truth: string }> {
  const streamFile = join(FOLDER, `${name}.stream.ndjson`);
  const truthFile = join(FOLDER, `${name}.truth.ndjson`);
  await record({ knobs: { ...PRESETS.crashy, isRemoving }, seed, acts: 6000, streamFile, truthFile });
  return { stream: readFileSync(streamFile, "utf8"), truth: readFileSync(truthFile, "utf8") };
}

const linesOf = (text: string) =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);

describe("a recorded run", () => {
  let first: { stream: string; truth: string };
  let stream: Line[];
  let truth: Line[];

  before(async () => {
    first = await recorded("first", 11);
    stream = linesOf(first.stream);
    truth = linesOf(first.truth);
  });

  it("has the same bytes for the same seed, with removal or without, and others for another seed", async () => {
    const again = await recorded("again", 11, true);
    assert.ok(again.stream === first.stream && again.truth === first.truth);
    const other = await recorded("other", 12);
    assert.ok(other.stream !== first.stream && other.truth !== first.truth);
  });

  it("numbers its lines, and time goes by ticks", () => {
    assert.deepEqual(
      stream.map(({ sequence }) => sequence),
      stream.map((_, at) => at + 1),
    );
    const ticks = stream.map(({ tick }) => tick as number);
    assert.ok(ticks.every((tick, at) => at === 0 || tick >= ticks[at - 1]!));
  });

  it("shows at each tick end what can be looked at, so that the newest lines are the world as it is", () => {
    const world = new Map<unknown, Line[]>();
    const seen = new Set<unknown>();
    for (const { kind, place, items } of stream) {
      seen.add(kind);
      if (kind === "dark") world.delete(place);
      if (kind === "state") world.set(place, items as Line[]);
    }
    for (const kind of ["interaction", "sighting", "going-dark", "item-ended", "online", "tick-end", "restart"]) {
      assert.ok(seen.has(kind), `there is no ${kind}`);
    }
    const objects = [...world.values()].flat().map(({ object }) => object);
    assert.ok(objects.length > 0);
    assert.equal(new Set(objects).size, objects.length, "a stack is at two places that are both shown");
  });

  it("has every duplication with its ids, and their states", () => {
    const copied = truth.filter(({ kind, evidence }) => kind === "duplication" && evidence === "copies");
    assert.ok(copied.length > 0);
    const states = new Map<unknown, Set<unknown>>();
    for (const { kind, id, state } of truth) {
      if (kind === "interval") states.set(id, (states.get(id) ?? new Set()).add(state));
    }
    for (const { ids } of copied) {
      for (const id of ids as string[]) {
        const known = states.get(id);
        assert.ok(known?.has("D+") || known?.has("D-"), `${id} was copied, and never double`);
      }
    }
  });

  it("counts every instance in and out, and knows epochs and sanctioned copies", () => {
    const live = new Set<unknown>();
    for (const { kind, instance } of truth) {
      if (kind === "born") assert.ok(!live.has(instance) && live.add(instance));
      if (kind === "ended") assert.ok(live.delete(instance), `instance ${instance} ended without having been`);
    }
    assert.ok(live.size > 0);
    for (const kind of ["epoch", "meant"])
      assert.ok(
        truth.some((line) => line.kind === kind),
        `there is no ${kind}`,
      );
  });
});
