import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import type { FakePlayer } from "../../../testing/fake-player.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { HandClock } from "../../../testing/unpublished/hand-clock.ts";
import { act, join, play, quit } from "../../../testing/unpublished/story.ts";

const ID = fakeId(0xabc);
const NAMES = ["Alex", "Bo"] as const;
const UNTIL_SETTLED = 60;

type Slots = (FakeStack | undefined)[];

/** A game of two players whose pockets are saved when they leave, when the world is saved, and in no other moment. */
class Game {
  readonly clock = new HandClock();
  readonly store = new MemoryStore({ clock: this.clock });
  readonly saved: Record<string, Slots> = { Alex: [fakeStack("diamond_sword", { tag: ID })], Bo: [] };
  /** Copies that exist because of a trick, as far as the saves know, and those that came after the last save. */
  madeAndSaved = 0;
  madeSince = 0;
  lastSlot = 0;
  service!: FakeService;
  players: Partial<Record<(typeof NAMES)[number], FakePlayer>> = {};
  lives = 0;

  async boot(): Promise<void> {
    this.service = await startedService({
      store: this.store,
      clock: this.clock,
      config: "scan-interval: 10",
      firstId: ++this.lives * 0x1000,
    });
    this.players = {};
    for (const name of NAMES) this.enter(name);
  }

  enter(name: (typeof NAMES)[number]): void {
    this.players[name] = join(this.service, name, { slots: structuredClone(this.saved[name]!) });
  }

  save(): void {
    for (const name of NAMES) this.saved[name] = structuredClone(this.players[name]!.slots);
    this.madeAndSaved += this.madeSince;
    this.madeSince = 0;
  }

  relog(name: (typeof NAMES)[number]): void {
    this.save();
    quit(this.service, this.players[name]!);
    this.enter(name);
  }

  duplicate(name: (typeof NAMES)[number]): void {
    const { slots } = this.players[name]!;
    // Never twice into the same slot: a copy made anew where one was taken from cannot be told from that one after a crash.
    const free = ++this.lastSlot;
    const original = NAMES.flatMap((other) => this.players[other]!.slots).find((stack) => stack?.tag === ID);
    if (original === undefined || free > 35) return;
    slots[free] = structuredClone(original);
    act(this.service, this.players[name]!, new FakeItem(slots[free]));
    this.madeSince++;
  }

  /** To another slot: a crash that undoes it brings the copy back where it was, and not where it may have been taken from. */
  move(name: (typeof NAMES)[number]): void {
    const { slots } = this.players[name]!;
    const from = slots.findLastIndex((stack) => stack?.tag === ID);
    const to = ++this.lastSlot;
    if (from < 0 || to > 35) return;
    slots[to] = slots[from];
    slots[from] = undefined;
  }

  swords(): FakeStack[] {
    return NAMES.flatMap((name) => this.players[name]!.slots).filter((stack) => stack !== undefined);
  }
}

const acts = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant("duplicate" as const), who: fc.constantFrom(...NAMES) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("move" as const), who: fc.constantFrom(...NAMES) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("play" as const), ticks: fc.integer({ min: 1, max: 25 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("restore" as const), case: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("relog" as const), who: fc.constantFrom(...NAMES) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("save" as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("crash" as const) }) },
);

type Act = typeof acts extends fc.Arbitrary<infer T> ? T : never;

/** What went wrong once. */
const EXAMPLES: readonly Act[][] = [
  // A copy was taken away, and one came elsewhere, in one tick.
  [
    { do: "duplicate", who: "Alex" },
    { do: "duplicate", who: "Alex" },
    { do: "play", ticks: 17 },
    { do: "duplicate", who: "Bo" },
  ],
  // Of two that a crash had put in doubt, one was found to be back. The next crash came before the other was decided.
  [
    { do: "duplicate", who: "Alex" },
    { do: "play", ticks: 17 },
    { do: "duplicate", who: "Alex" },
    { do: "relog", who: "Alex" },
    { do: "crash" },
    { do: "crash" },
  ],
  // The same, and the one that was not back had been ordered to be given back.
  [
    { do: "duplicate", who: "Alex" },
    { do: "play", ticks: 17 },
    { do: "duplicate", who: "Alex" },
    { do: "relog", who: "Alex" },
    { do: "restore", case: 1 },
    { do: "crash" },
    { do: "crash" },
  ],
  // What staff had given back was found not to be in the world too. Only its state was on record, which did not say so, when the next crash came.
  [
    { do: "duplicate", who: "Alex" },
    { do: "play", ticks: 18 },
    { do: "restore", case: 1 },
    { do: "duplicate", who: "Alex" },
    { do: "relog", who: "Alex" },
    { do: "crash" },
    { do: "crash" },
  ],
  // A copy was last seen and seen again in one tick, and counted as two.
  [
    { do: "duplicate", who: "Bo" },
    { do: "relog", who: "Bo" },
    { do: "move", who: "Bo" },
    { do: "play", ticks: 15 },
    { do: "duplicate", who: "Alex" },
  ],
];

test("whatever the order of removal, restore, relog and crash: one copy keeps the id, and nothing is lost or doubled", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(acts, { minLength: 1, maxLength: 25 }), async (steps) => {
      const game = new Game();
      await game.boot();
      await play(game.service, 5);
      // What a crash undoes may be in quarantine already: it is then there, and no longer in the world.
      let undone = 0;
      for (const step of steps) {
        if (step.do === "duplicate") game.duplicate(step.who);
        else if (step.do === "move") game.move(step.who);
        else if (step.do === "play") await play(game.service, step.ticks);
        else if (step.do === "restore") await game.service.doubletake.staffActs.restore(step.case, "Staff", undefined);
        else if (step.do === "relog" || step.do === "save") {
          // What is made, saved and undone within one tick was never looked at.
          await play(game.service);
          if (step.do === "relog") game.relog(step.who);
          else game.save();
        } else {
          undone += game.madeSince;
          game.madeSince = 0;
          await game.boot();
          // What is made before the first look after a crash cannot be told from what the save brought back.
          await play(game.service);
        }
      }
      await play(game.service, UNTIL_SETTLED);
      const entries = await game.store.quarantined({});
      const inQuarantine = entries.filter(({ state }) => ["taking", "held", "returning"].includes(state)).length;
      const swords = game.swords();
      assert.equal(swords.filter(({ tag }) => tag === ID).length, 1, "exactly one copy keeps the id");
      assert.equal(new Set(swords.map(({ tag }) => tag)).size, swords.length, "no id exists twice");
      const total = swords.length + inQuarantine;
      const made = 1 + game.madeAndSaved + game.madeSince;
      assert.ok(total >= made, `lost: ${total} of ${made} are left`);
      assert.ok(total <= made + undone, `doubled: ${total} where ${made} were made and ${undone} undone`);
    }),
    { numRuns: Number(process.env.DOUBLETAKE_ROUNDS ?? 1) * 60, examples: EXAMPLES.map((steps) => [steps]) },
  );
});
