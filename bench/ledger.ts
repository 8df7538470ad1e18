// What the ledger of 20 materials costs beside the examiner: 1,000 interactions a second, every tenth of them moves goods.
import type { Interaction } from "../src/core/index.ts";
import { FakeItem } from "../src/testing/fake-item.ts";
import type { FakePlayer } from "../src/testing/fake-player.ts";
import { benchClock } from "./core/service.ts";
import { gamesOwnWork } from "./judge/games-own-work.ts";
import { RuleAlone } from "./judge/rule-alone.ts";
import { type JudgePlatform, judgeService } from "./judge/service.ts";
import {
  ACTS_PER_TICK,
  judgeWorld,
  lookAtEverything,
  median,
  PLAYERS,
  ROUNDS,
  round3,
  STACKS_PER_PLAYER,
  TICK_MS,
  TICKS,
  TRACKED_PER_PLAYER,
} from "./judge/world.ts";
import type { BenchOptions } from "./run.ts";

const MATERIALS = Array.from({ length: 20 }, (_, index) => `minecraft:material_${index}`);
const MOVES_ONE_IN = 10;

/** Somebody at work in a world of its own; the three worlds are alike. */
interface Contestant {
  readonly platform: JudgePlatform;
  readonly report: (event: Interaction) => void;
  readonly endTick: () => void;
  /** What each round took. */
  readonly ms: number[];
}

export async function run(_options: BenchOptions): Promise<Record<string, unknown>> {
  const alerts: string[] = [];
  const rule = ruleAlone();
  const examiner = service("", alerts);
  const ledger = service(`balance:\n  materials:\n${MATERIALS.map((name) => `    "${name}": 64\n`).join("")}`, alerts);
  for (const { platform } of [examiner, ledger]) await lookAtEverything(platform);
  for (let round = 0; round < ROUNDS; round++) {
    for (const contestant of [rule, examiner, ledger]) contestant.ms.push(await play(contestant));
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

function ruleAlone(): Contestant {
  const platform = judgeWorld(MATERIALS);
  const rule = new RuleAlone(platform);
  return { platform, report: (event) => rule.report(event), endTick: () => rule.endTick(), ms: [] };
}

function service(config: string, alerts: string[]): Contestant {
  const platform = judgeWorld(MATERIALS);
  const doubletake = judgeService(platform, config, alerts);
  return { platform, report: (event) => doubletake.report(event), endTick: () => platform.tick(), ms: [] };
}

/** Milliseconds that the acts, and what the end of each tick makes of them, took. */
async function play({ platform, report, endTick }: Contestant): Promise<number> {
  let spent = 0;
  for (let tick = 0; tick < TICKS; tick++) {
    benchClock.ms += TICK_MS;
    gamesOwnWork();
    const start = performance.now();
    for (let index = 0; index < ACTS_PER_TICK; index++) {
      const number = tick * ACTS_PER_TICK + index;
      const player = platform.playerList[number % PLAYERS]!;
      const partner = platform.playerList[(number + 1) % PLAYERS]!;
      if (number % MOVES_ONE_IN === 0) moveGoods(player, partner, number);
      const item = new FakeItem(player.slots[index % TRACKED_PER_PLAYER]!);
      report({ kind: "interaction", player, item, action: "INVENTORY_CLICK", touched: [partner.place] });
    }
    endTick();
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
