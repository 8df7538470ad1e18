// What judging by looking costs beside the bare rule: 1,000 interactions a second with a million ids known.
import { randomUUID } from "node:crypto";
import { KnownItems } from "../src/core/detection/known-items.ts";
import { Presence } from "../src/core/detection/presence.ts";
import { PeriodicScan } from "../src/core/detection/scan.ts";
import { blockPlace, type Doubletake, readConfig } from "../src/core/index.ts";
import { readItemId } from "../src/core/tagging/item-tag.ts";
import { FakeItem, fakeStack } from "../src/testing/fake-item.ts";
import type { FakePlayer } from "../src/testing/fake-player.ts";
import { benchClock } from "./core/service.ts";
import { type JudgePlatform, judgeService } from "./judge/service.ts";
import {
  ACTS_PER_TICK,
  CONTAINERS,
  judgeWorld,
  lookAtEverything,
  median,
  PLAYERS,
  ROUNDS,
  round3,
  TICK_MS,
  TICKS,
  TRACKED_PER_PLAYER,
} from "./judge/world.ts";
import type { BenchOptions } from "./run.ts";

const KNOWN_IDS = 1_000_000;
const IDS_PER_PLACE = 25;
/** The bench takes longer than what nobody touches is remembered by default. */
const REMEMBER_ALL = "known-items-ttl-ms: 86400000";
/** As configured by default. */
const SCAN_TICKS = readConfig("").config.scanInterval;

export async function run(_options: BenchOptions): Promise<Record<string, unknown>> {
  const platform = judgeWorld(["dirt"]);
  const doubletake = judgeService(platform, REMEMBER_ALL);
  await learn(doubletake, platform);
  const known = doubletake.knownItems.size;

  const scan = scanByRule(doubletake, platform);
  const ruleMs: number[] = [];
  const judgeMs: number[] = [];
  let longestTickMs = 0;
  for (let round = 0; round < ROUNDS; round++) {
    ruleMs.push(
      await play(
        doubletake,
        platform,
        (act) => act.byRule(),
        () => {
          scan.tick();
          doubletake.recorder.flush();
        },
      ),
    );
    judgeMs.push(
      await play(
        doubletake,
        platform,
        (act) => act.byEvent(),
        () => platform.tick(),
        (tickMs) => {
          longestTickMs = Math.max(longestTickMs, tickMs);
        },
      ),
    );
  }
  const [rule, judge] = [median(ruleMs) / TICKS, median(judgeMs) / TICKS];
  return {
    baseline: "tagAndLog and the periodic scan by the rule alone, on the same acts",
    knownIds: known,
    actsPerSecond: ACTS_PER_TICK * 20,
    ruleSharePercent: round3((rule / TICK_MS) * 100),
    judgeSharePercent: round3((judge / TICK_MS) * 100),
    ratioToRule: round3(judge / rule),
    longestTickMs: round3(longestTickMs),
    sweep: await sweepCost(doubletake, platform),
    bytesPerKnownItem: Math.round(bytesPerKnownItem()),
  };
}

/** Fills the cache: what lies in the world by acts and looks, and the rest as items that were about and have gone. */
async function learn(doubletake: Doubletake, platform: JudgePlatform): Promise<void> {
  const player = platform.playerList[0]!;
  while (doubletake.knownItems.size < KNOWN_IDS) {
    for (let index = 0; index < 1000; index++) {
      doubletake.tagAndLog(
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

/** Section 3 without the examiner: every id of every player is held against the rule. */
function scanByRule(doubletake: Doubletake, platform: JudgePlatform): PeriodicScan {
  return new PeriodicScan(platform, SCAN_TICKS, (player) =>
    (player as FakePlayer).showSlots((item) => {
      const itemId = readItemId(item);
      if (itemId !== null) doubletake.checkForDuplicates(itemId, player);
    }),
  );
}

interface Act {
  byRule(): void;
  byEvent(): void;
}

/** Milliseconds that the acts (and what the end of each tick does with them) took. */
async function play(
  doubletake: Doubletake,
  platform: JudgePlatform,
  perform: (act: Act) => void,
  endTick: () => void,
  onTick: (tickMs: number) => void = () => undefined,
): Promise<number> {
  let spent = 0;
  for (let tick = 0; tick < TICKS; tick++) {
    benchClock.ms += TICK_MS;
    const start = performance.now();
    for (let index = 0; index < ACTS_PER_TICK; index++) {
      const player = platform.playerList[(tick * ACTS_PER_TICK + index) % PLAYERS]!;
      const item = new FakeItem(player.slots[index % TRACKED_PER_PLAYER]!);
      perform({
        byRule: () => doubletake.tagAndLog(player, item, "INVENTORY_CLICK", player.at),
        byEvent: () => doubletake.report({ kind: "interaction", player, item, action: "INVENTORY_CLICK" }),
      });
    }
    endTick();
    const tickMs = performance.now() - start;
    onTick(tickMs);
    spent += tickMs;
    await null;
  }
  return spent;
}

/** Ticks and time of one sweep over all loaded containers while nobody acts. */
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
  return { containers: CONTAINERS, ticks, ms: round3(spent), longestSliceMs: round3(longest) };
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
