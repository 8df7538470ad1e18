// The cost of following items, against a bare Map get-and-update over the same ids in the same order.
import { randomUUID } from "node:crypto";
import { blockPlace } from "../src/core/index.ts";
import { PeriodicScan } from "../src/core/looking/rounds/scan.ts";
import { KnownItems } from "../src/core/rule/known-items.ts";
import { KnownItemsCleanup } from "../src/core/rule/known-items-cleanup.ts";
import { RecentEvents, RING_ROWS } from "../src/core/story/recent-events.ts";
import { FakeItem, fakeStack } from "../src/testing/fake-item.ts";
import { FakePlatform } from "../src/testing/fake-platform.ts";
import type { FakePlayer } from "../src/testing/fake-player.ts";
import { benchClock, benchService, type Doubletake, lookAtForBench } from "./core/service.ts";
import type { BenchOptions } from "./run.ts";
import { median, round } from "./store/percentiles.ts";

const SMALL = 10_000;
const LARGE = 1_000_000;
const ACTS = 400_000;
const PLAYERS = 500;
const ROUNDS = 5;
const ROWS_PER_TICK = 50;

export async function run(_options: BenchOptions): Promise<Record<string, unknown>> {
  // Before the others leave buffers behind, which go when they like.
  const ringMegabytes = megabytesOfRing();
  const small = await costAt(SMALL);
  const large = await costAt(LARGE);
  const ratioSmall = small.tagAndLogNs / small.mapNs;
  const ratioLarge = large.tagAndLogNs / large.mapNs;
  const scan = scanCost();
  return {
    baseline: "Map get-and-update over the same ids in the same order",
    small: { knownItems: SMALL, ...rounded(small), ratioToMap: round(ratioSmall) },
    large: { knownItems: LARGE, ...rounded(large), ratioToMap: round(ratioLarge) },
    ratioToMap: round(Math.max(ratioSmall, ratioLarge)),
    growth: round(large.tagAndLogNs / small.tagAndLogNs),
    growthOfMap: round(large.mapNs / small.mapNs),
    bytesPerKnownItem: Math.round(bytesPerKnownItem()),
    ...rounded(scan),
    cleanupSliceMs: round(longestCleanupSliceMs()),
    story: rounded({ ...storyCost(), megabytes: ringMegabytes }),
  };
}

/** Nanoseconds of one steady-state act: the id is known, the item is tagged, and the store only accepts batches. */
async function costAt(size: number): Promise<{ tagAndLogNs: number; mapNs: number }> {
  const { platform, doubletake } = benchService();
  const players = Array.from({ length: PLAYERS }, (_, index) => platform.join(`player-${index}`));
  const stacks = Array.from({ length: size }, () => fakeStack("diamond_sword", { tag: randomUUID() }));
  const order = shuffledOrder(ACTS, size);
  const map = new Map<string, number>();
  for (const [index, stack] of stacks.entries()) {
    map.set(stack.tag!, index);
    act(doubletake, players[index % PLAYERS]!, new FakeItem(stack));
    if (index % ROWS_PER_TICK === 0) await finishTickEnd(doubletake);
  }
  const tagAndLogTimes: number[] = [];
  const mapTimes: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    benchClock.ms += 10;
    mapTimes.push(
      await timeNsAsync(async () => {
        for (const index of order) {
          const id = stacks[index]!.tag!;
          map.set(id, map.get(id)! + 1);
        }
      }),
    );
    tagAndLogTimes.push(
      await timeNsAsync(async () => {
        for (let at = 0; at < order.length; at++) {
          const index = order[at]!;
          act(doubletake, players[index % PLAYERS]!, new FakeItem(stacks[index]!));
          if (at % ROWS_PER_TICK === 0) await finishTickEnd(doubletake);
        }
      }),
    );
  }
  return { tagAndLogNs: median(tagAndLogTimes) / ACTS, mapNs: median(mapTimes) / ACTS };
}

/** Events that a busy server reports in a tick, and the length of a tick. */
const BUSY_EVENTS = 100;
const TICK_NS = 50_000_000;

/** How much memory the full ring of recent events takes. */
function megabytesOfRing(): number {
  const before = usedBytes();
  const events = new RecentEvents();
  for (let row = 0; row < 2 * RING_ROWS; row++) {
    const place = blockPlace({ world: "world", x: row, y: 64, z: -row });
    events.add("transfer", row, `player:${row % 100}`, place, "", randomUUID(), "minecraft:diamond_sword");
  }
  const megabytes = (usedBytes() - before) / 1e6;
  if (events.since(0).length !== RING_ROWS) throw new Error("the ring must be full");
  return megabytes;
}

/** The same acts with and without the ring, in turns: how much more an act costs, and what part of a tick that is on a busy server. */
function storyCost(): Record<string, number> {
  const [withStory, without] = [actor(true), actor(false)];
  const [tookWith, tookWithout]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < 4 * ROUNDS; turn++) {
    tookWithout.push(cpuNs(() => actAll(without)) / STORY_ACTS);
    tookWith.push(cpuNs(() => actAll(withStory)) / STORY_ACTS);
  }
  const [withNs, withoutNs] = [median(tookWith.slice(ROUNDS)), median(tookWithout.slice(ROUNDS))];
  const moreNs = withNs - withoutNs;
  const percentOfTick = (100 * moreNs * BUSY_EVENTS) / TICK_NS;
  return { withNs, withoutNs, ratio: withNs / withoutNs, moreNs, percentOfTick };
}

const STORY_ACTS = 20_000;

function actAll(act: (turn: number) => void): void {
  for (let turn = 0; turn < STORY_ACTS; turn++) act(turn);
}

/** Moves swords to and from chests. The place keys are built anew for each act, as an adapter does. */
function actor(notesEvents: boolean): (turn: number) => void {
  const { platform, doubletake } = benchService(notesEvents);
  const players = Array.from({ length: 100 }, (_, index) => platform.join(`player-${index}`));
  const items = Array.from({ length: 1000 }, () => new FakeItem(fakeStack("diamond_sword", { tag: randomUUID() })));
  const act = (turn: number) => {
    const [player, item] = [players[turn % 100]!, items[turn % 1000]!];
    const touched = [blockPlace({ world: "world", x: turn % 500, y: 64, z: turn % 300 })];
    doubletake.report({
      kind: "interaction",
      player,
      item,
      action: "CONTAINER_TRANSFER",
      location: player.at,
      touched,
    });
    if (turn % ROWS_PER_TICK === 0) doubletake.recorder.flush();
  };
  for (let turn = 0; turn < STORY_ACTS; turn++) act(turn);
  return act;
}

/** Hands the tick's rows over, and lets the store answer. */
async function finishTickEnd(doubletake: Doubletake): Promise<void> {
  doubletake.recorder.flush();
  await null;
}

function act(doubletake: Doubletake, player: FakePlayer, item: FakeItem): void {
  doubletake.api.tagAndLog(player, item, "INVENTORY_CLICK", player.at);
}

function bytesPerKnownItem(): number {
  const known = new KnownItems();
  const location = { world: "world", x: 1, y: 2, z: 3 };
  const before = usedBytes();
  for (let index = 0; index < LARGE; index++) known.add(randomUUID(), `player-${index % PLAYERS}`, location, index);
  const bytes = usedBytes() - before;
  if (known.size !== LARGE) throw new Error("the cache must hold what was added");
  return bytes / LARGE;
}

/** A scan of 500 players with all 41 slots filled, half of them with tracked items. */
function scanCost(): { scanMs: number; longestSliceMs: number } {
  const platform = new FakePlatform();
  for (let index = 0; index < PLAYERS; index++) {
    const slots = Array.from({ length: 41 }, (_, slot) => fakeStack(slot % 2 ? "dirt" : "diamond_sword"));
    platform.join(`player-${index}`, { slots });
  }
  const look = lookAtForBench(platform);
  const scan = new PeriodicScan(platform, 200, look);
  const passes: { total: number; longest: number }[] = [];
  for (let pass = 0; pass < ROUNDS + 1; pass++) {
    const slices: number[] = [];
    scan.start();
    while (scan.isRunning) slices.push(timeNs(() => scan.slice()) / 1e6);
    passes.push({ total: slices.reduce((sum, ms) => sum + ms, 0), longest: Math.max(...slices) });
  }
  // The first pass gives ids and warms up.
  const steady = passes.slice(1);
  return {
    scanMs: median(steady.map(({ total }) => total)),
    longestSliceMs: median(steady.map(({ longest }) => longest)),
  };
}

function longestCleanupSliceMs(): number {
  const known = new KnownItems();
  const location = { world: "world", x: 1, y: 2, z: 3 };
  for (let index = 0; index < LARGE; index++) known.add(randomUUID(), "player", location, index % 2 ? 0 : 1e9);
  const cleanup = new KnownItemsCleanup(known, { now: () => 1e9 }, 600_000);
  let longest = 0;
  for (let tick = 0; tick < 6300; tick++) longest = Math.max(longest, timeNs(() => cleanup.tick()) / 1e6);
  if (known.size !== LARGE / 2) throw new Error("half of the entries must have gone");
  return longest;
}

/** Processor time of this thread only: on a busy machine the clock says nothing. */
function cpuNs(act: () => void): number {
  const before = process.threadCpuUsage();
  act();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) * 1000;
}

function timeNs(act: () => void): number {
  const start = process.hrtime.bigint();
  act();
  return Number(process.hrtime.bigint() - start);
}

async function timeNsAsync(act: () => Promise<void>): Promise<number> {
  const start = process.hrtime.bigint();
  await act();
  return Number(process.hrtime.bigint() - start);
}

function usedBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function shuffledOrder(length: number, size: number): Int32Array {
  return Int32Array.from({ length }, () => Math.floor(Math.random() * size));
}

function rounded<Figures extends Record<string, number>>(figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, round(value)])) as Figures;
}
