import assert from "node:assert/strict";
import { it } from "node:test";
import { joinAgain, quit } from "../../simulator/acts/sessions.ts";
import { PRESETS } from "../../simulator/presets.ts";
import { type RunParts, run } from "../../simulator/run.ts";
import { InvariantError } from "../../simulator/truth/invariant-error.ts";
import { checkWorld } from "../../simulator/truth/invariants.ts";
import { TOOLS } from "../../simulator/world/material.ts";

it("without exploits no id is ever double, whatever happens to events, clocks and the server", async () => {
  let parts: RunParts | undefined;
  const knobs = {
    ...PRESETS.crashy,
    exploitsPerThousand: 0,
    tornShare: 0,
    crashEveryTicks: 400,
    cleanStopEveryTicks: 300,
    events: PRESETS.liar.events,
  };
  await run({
    knobs,
    seed: 9,
    acts: 6000,
    detector: "oracle",
    onReady: (ready) => {
      parts = ready;
    },
    onTickEnd: () => assert.equal(parts!.truth.watched.size, 0),
  });
  assert.deepEqual(parts!.truth.events, []);
  assert.ok((parts!.scenarioRunner.played.get("H16") ?? 0) > 0, "it never crashed");
});

it("what is saved is loaded as it was, and a crash goes back to it", async () => {
  const { world } = await smallRun();
  const before = [...world.accounts.values()].map(({ slots }) => slots.stacks().map(({ lineage }) => lineage?.number));
  world.saves!.saveAll();
  for (const account of world.accounts.values()) for (const stack of account.slots.stacks()) world.items.end(stack);
  world.truth.rollback(() => world.saves!.restore(undefined));
  const after = [...world.accounts.values()].map(({ slots }) => slots.stacks().map(({ lineage }) => lineage?.number));
  assert.deepEqual(after, before);
  checkWorld(world);
});

it("of an account in two sessions, what is saved are its items, and not what the older session shows", async () => {
  const { world } = await smallRun();
  const [session] = world.sessions;
  const { account } = session!;
  if (account.slots.stacks().length === 0) account.slots.add(world.items.mint(TOOLS[0]!));
  const lineages = () => account.slots.stacks().map(({ lineage }) => lineage?.number);
  const before = lineages();
  const again = joinAgain(world, session!);
  world.saves!.saveAll();
  quit(world, session!);
  world.closeSession(again);
  for (const stack of [...again.slots.stacks(), ...account.slots.stacks()]) world.items.end(stack);
  for (const newer of [undefined, "players"] as const) {
    world.truth.rollback(() => world.saves!.restore(newer));
    assert.deepEqual(lineages(), before, `newer: ${newer}`);
  }
});

it("a world that was tampered with is found out", async () => {
  const broken = (invariant: number) => (error: unknown) =>
    error instanceof InvariantError && error.invariant === invariant;
  const { world, truth } = await smallRun();
  const stack = world.items.mint(TOOLS[0]!);
  const [chunk] = world.chunks.values();
  chunk!.ground.add(stack);
  assert.throws(() => chunk!.ground.put(stack, 100), broken(2));
  assert.throws(() => world.items.copy(stack), broken(3), "a copy without a cause");
  assert.throws(() => world.items.recount(stack, 2), broken(6));
  checkWorld(world);
  truth.duplication("D06", "test", () => truth.recount(stack, 2));
  stack.count = 0;
  assert.throws(() => checkWorld(world), broken(6));
});

async function smallRun(): Promise<RunParts> {
  let parts: RunParts | undefined;
  await run({
    knobs: { ...PRESETS.crashy, exploitsPerThousand: 0, crashEveryTicks: 1_000_000, cleanStopEveryTicks: 0 },
    seed: 2,
    acts: 500,
    detector: "oracle",
    onReady: (ready) => {
      parts = ready;
    },
  });
  return parts!;
}
