// What the ledger of 20 materials costs beside the examiner: 1,000 interactions a second, every tenth of them moves goods.
import { randomUUID } from "node:crypto";
import { blockPlace, type Doubletake } from "../src/core/index.ts";
import { FakeItem, type FakeStack, fakeStack } from "../src/testing/fake-item.ts";
import type { FakePlayer } from "../src/testing/fake-player.ts";
import { benchClock } from "./core-service.ts";
import { JudgePlatform, judgeService } from "./judge-service.ts";
import type { BenchOptions } from "./run.ts";

const MATERIALS = Array.from({ length: 20 }, (_, index) => `material_${index}`);
const PLAYERS = 500;
const CONTAINERS = 10_000;
const ACTS_PER_TICK = 50;
const MOVES_ONE_IN = 10;
const TICKS = 600;
const ROUNDS = 5;
const TICK_MS = 50;
const TRACKED_PER_PLAYER = 8;
const STACKS_PER_PLAYER = 16;
const TRACKED_PER_CONTAINER = 6;
const STACKS_PER_CONTAINER = 10;

/** One running service with a world of its own; the three worlds are alike. */
interface Contestant {
  readonly doubletake: Doubletake;
  readonly platform: JudgePlatform;
  readonly ms: number[];
}

export async function run(_options: BenchOptions): Promise<Record<string, unknown>> {
  const rule = contestant("");
  const examiner = contestant("");
  const ledger = contestant(`balance:\n  materials:\n${MATERIALS.map((name) => `    ${name}: 64\n`).join("")}`);
  const alerts: string[] = [];
  ledger.doubletake.on("alert", ({ type, details }) => alerts.push(`${type} ${details}`));
  for (const { platform } of [rule, examiner, ledger]) await settle(platform);
  for (let round = 0; round < ROUNDS; round++) {
    rule.ms.push(await play(rule, byRule));
    examiner.ms.push(await play(examiner, byEvent));
    ledger.ms.push(await play(ledger, byEvent));
  }
  if (alerts.length > 0) throw new Error(`honest moves were told: ${alerts[0]}`);
  const [ruleMs, examinerMs, ledgerMs] = [rule, examiner, ledger].map(({ ms }) => median(ms) / TICKS) as number[];
  return {
    baseline: "the examiner on the same acts, without a ledger",
    materials: MATERIALS.length,
    actsPerSecond: ACTS_PER_TICK * 20,
    ruleSharePercent: percent(ruleMs!),
    examinerSharePercent: percent(examinerMs! - ruleMs!),
    ledgerSharePercent: percent(ledgerMs! - examinerMs!),
    ratioToExaminer: round3((ledgerMs! - examinerMs!) / (examinerMs! - ruleMs!)),
  };
}

function contestant(config: string): Contestant {
  const platform = new JudgePlatform();
  for (let index = 0; index < PLAYERS; index++)
    platform.addPlayer(`player-${index}`, pockets(TRACKED_PER_PLAYER, STACKS_PER_PLAYER));
  for (let index = 0; index < CONTAINERS; index++) {
    const place = blockPlace({ world: "world", x: index % 100, y: 64, z: Math.floor(index / 100) });
    platform.addContainer(place, pockets(TRACKED_PER_CONTAINER, STACKS_PER_CONTAINER));
  }
  return { platform, doubletake: judgeService(platform, config), ms: [] };
}

function pockets(tracked: number, stacks: number): FakeStack[] {
  return [
    ...Array.from({ length: tracked }, () => fakeStack("diamond_sword", { tag: randomUUID() })),
    ...Array.from({ length: stacks }, (_, index) =>
      fakeStack(MATERIALS[index % MATERIALS.length]!, { count: 32, maxStackSize: 64 }),
    ),
  ];
}

/** One pass over every place, so that all that is there is known. */
async function settle(platform: JudgePlatform): Promise<void> {
  for (let tick = 0; tick < CONTAINERS / 64 + 300; tick++) {
    benchClock.ms += TICK_MS;
    platform.tick();
    await null;
  }
}

type Perform = (service: Contestant, player: FakePlayer, item: FakeItem, partner: FakePlayer) => void;

function byRule({ doubletake }: Contestant, player: FakePlayer, item: FakeItem): void {
  doubletake.tagAndLog(player, item, "INVENTORY_CLICK", player.at);
}

function byEvent({ doubletake }: Contestant, player: FakePlayer, item: FakeItem, { place }: FakePlayer): void {
  doubletake.report({ kind: "interaction", player, item, action: "INVENTORY_CLICK", touched: [place] });
}

/** Milliseconds that the acts, and what the end of each tick makes of them, took. */
async function play(service: Contestant, perform: Perform): Promise<number> {
  const { platform, doubletake } = service;
  let spent = 0;
  for (let tick = 0; tick < TICKS; tick++) {
    benchClock.ms += TICK_MS;
    const start = performance.now();
    for (let index = 0; index < ACTS_PER_TICK; index++) {
      const number = tick * ACTS_PER_TICK + index;
      const player = platform.playerList[number % PLAYERS]!;
      const partner = platform.playerList[(number + 1) % PLAYERS]!;
      if (number % MOVES_ONE_IN === 0) moveGoods(player, partner, number);
      perform(service, player, new FakeItem(player.slots[index % TRACKED_PER_PLAYER]!), partner);
    }
    if (perform === byRule) doubletake.recorder.flush();
    else platform.tick();
    spent += performance.now() - start;
    await null;
  }
  return spent;
}

/** A few of one material change hands; whoever has none left gets some back. */
function moveGoods(from: FakePlayer, to: FakePlayer, number: number): void {
  const slot = TRACKED_PER_PLAYER + (number % STACKS_PER_PLAYER);
  const [giver, taker] = from.slots[slot]!.count > 1 ? [from, to] : [to, from];
  giver.slots[slot]!.count--;
  taker.slots[slot]!.count++;
}

function percent(msPerTick: number): number {
  return round3((msPerTick / TICK_MS) * 100);
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function round3(value: number): number {
  return Math.round(value * 1000) / 1000;
}
