// What judging by looks costs, against the bare rule: 1,000 interactions a second with a million known ids.
import { randomUUID } from "node:crypto";
import { blockPlace, type Doubletake, type Interaction } from "../src/core/index.ts";
import { Presence } from "../src/core/looking/presence/presence.ts";
import { KnownItems } from "../src/core/rule/known-items.ts";
import { FakeItem, fakeStack } from "../src/testing/fake-item.ts";
import { benchClock } from "./core/service.ts";
import { type Contestant, type Cost, playInTurns } from "./judge/in-turns.ts";
import { RuleAlone } from "./judge/rule-alone.ts";
import { type JudgePlatform, judgeService } from "./judge/service.ts";
import {
  ACTS_PER_TICK,
  CONTAINERS,
  judgeWorld,
  lookAtEverything,
  PLAYERS,
  TICK_MS,
  TRACKED_PER_PLAYER,
} from "./judge/world.ts";
import type { BenchOptions } from "./run.ts";
import { round } from "./store/percentiles.ts";

const KNOWN_IDS = 1_000_000;
const IDS_PER_PLACE = 25;
/** The bench runs longer than untouched items are remembered by default. */
const REMEMBER_ALL = "known-items-ttl-ms: 86400000";

export async function run(_options: BenchOptions): Promise<Record<string, unknown>> {
  const platform = judgeWorld(["minecraft:dirt"]);
  const doubletake = judgeService(platform, REMEMBER_ALL);
  await learn(doubletake, platform);
  const known = doubletake.knownItems.size;

  const rule = new RuleAlone(platform, doubletake.knownItems);
  const acting = (report: (event: Interaction) => void, finishTickEnd: () => void): Contestant => ({
    playTick: (tick) => {
      for (let index = 0; index < ACTS_PER_TICK; index++) report(click(platform, tick, index));
      finishTickEnd();
    },
  });
  const [byRule, byLooking] = (await playInTurns([
    acting(
      (event) => rule.report(event),
      () => rule.finishTickEnd(),
    ),
    acting(
      (event) => doubletake.report(event),
      () => platform.tick(),
    ),
  ])) as [Cost, Cost];
  return {
    baseline: "ids, rows, the rule, its periodic scan and cleanup, on the same events",
    knownIds: known,
    actsPerSecond: ACTS_PER_TICK * 20,
    ruleSharePercent: round((byRule.tickMs / TICK_MS) * 100),
    judgeSharePercent: round((byLooking.tickMs / TICK_MS) * 100),
    ratioToRule: round(byLooking.tickMs / byRule.tickMs),
    longestTickMs: round(byLooking.longestTickMs),
    sweep: await sweepCost(doubletake, platform),
    bytesPerKnownItem: Math.round(bytesPerKnownItem()),
  };
}

/** Fills the cache: items in the world by acts and looks, and the rest as items that existed and are gone. */
async function learn(doubletake: Doubletake, platform: JudgePlatform): Promise<void> {
  const player = platform.playerList[0]!;
  while (doubletake.knownItems.size < KNOWN_IDS) {
    for (let index = 0; index < 1000; index++) {
      doubletake.api.tagAndLog(
        player,
        new FakeItem(fakeStack("diamond_sword", { tag: randomUUID() })),
        "PICKUP",
        player.at,
      );
    }
    doubletake.recorder.flush();
    await null;
  }
  await lookAtEverything(platform);
}

function click(platform: JudgePlatform, tick: number, index: number): Interaction {
  const player = platform.playerList[(tick * ACTS_PER_TICK + index) % PLAYERS]!;
  const item = new FakeItem(player.slots[index % TRACKED_PER_PLAYER]!);
  return { kind: "interaction", player, item, action: "INVENTORY_CLICK" };
}

/** Ticks and time of one sweep over all loaded containers while no player acts. */
async function sweepCost(_doubletake: Doubletake, platform: JudgePlatform): Promise<Record<string, number>> {
  platform.looks = 0;
  let [ticks, spent, longest] = [0, 0, 0];
  while (platform.looks < CONTAINERS) {
    benchClock.ms += TICK_MS;
    const start = performance.now();
    platform.tick();
    const tickMs = performance.now() - start;
    ticks++;
    spent += tickMs;
    longest = Math.max(longest, tickMs);
    await null;
  }
  return { containers: CONTAINERS, ticks, ms: round(spent), longestSliceMs: round(longest) };
}

/** A million ids, each known to the cache and present at one of forty thousand places. */
function bytesPerKnownItem(): number {
  const [known, presence] = [new KnownItems(), new Presence()];
  const before = usedBytes();
  for (let place = 0; place < KNOWN_IDS / IDS_PER_PLACE; place++) {
    const ids = Array.from({ length: IDS_PER_PLACE }, () => randomUUID());
    const location = { world: "world", x: place, y: 64, z: 0 };
    for (const id of ids) known.add(id, "player", location, place);
    presence.set(blockPlace(location), ids, place);
  }
  const bytes = usedBytes() - before;
  if (known.size !== KNOWN_IDS || presence.size !== KNOWN_IDS) throw new Error("both must hold what was added");
  return bytes / KNOWN_IDS;
}

function usedBytes(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
