// What a ledger of 20 materials costs, against judging: 1,000 interactions a second, every tenth of which moves goods.
import type { Interaction } from "../src/core/index.ts";
import { FakeItem } from "../src/testing/fake-item.ts";
import type { FakePlayer } from "../src/testing/fake-player.ts";
import { type Contestant, playInTurns } from "./judge/in-turns.ts";
import { RuleAlone } from "./judge/rule-alone.ts";
import { type JudgePlatform, judgeService } from "./judge/service.ts";
import {
  ACTS_PER_TICK,
  judgeWorld,
  lookAtEverything,
  PLAYERS,
  STACKS_PER_PLAYER,
  TICK_MS,
  TRACKED_PER_PLAYER,
} from "./judge/world.ts";
import type { BenchOptions } from "./run.ts";
import { round } from "./store/percentiles.ts";

const MATERIALS = Array.from({ length: 20 }, (_, index) => `minecraft:material_${index}`);
const MOVES_ONE_IN = 10;

export async function run(_options: BenchOptions): Promise<Record<string, unknown>> {
  const alerts: string[] = [];
  const watched = `balance:\n  materials:\n${MATERIALS.map((name) => `    "${name}": 64\n`).join("")}`;
  const services = [await service("", alerts), await service(watched, alerts)];
  const [rule, judging, ledger] = (await playInTurns([ruleAlone(), ...services])).map(({ tickMs }) => tickMs);
  if (alerts.length > 0) throw new Error(`honest moves were told: ${alerts[0]}`);
  return {
    baseline: "judging the same acts, without a ledger",
    materials: MATERIALS.length,
    actsPerSecond: ACTS_PER_TICK * 20,
    ruleSharePercent: percent(rule!),
    judgingSharePercent: percent(judging! - rule!),
    ledgerSharePercent: percent(ledger! - judging!),
    ratioToJudging: round((ledger! - judging!) / (judging! - rule!)),
  };
}

/** Each contestant has its own world; all worlds are alike. */
function ruleAlone(): Contestant {
  const platform = judgeWorld(MATERIALS);
  const rule = new RuleAlone(platform);
  return acting(
    platform,
    (event) => rule.report(event),
    () => rule.finishTickEnd(),
  );
}

async function service(config: string, alerts: string[]): Promise<Contestant> {
  const platform = judgeWorld(MATERIALS);
  const doubletake = judgeService(platform, config, alerts);
  await lookAtEverything(platform);
  return acting(
    platform,
    (event) => doubletake.report(event),
    () => platform.tick(),
  );
}

function acting(platform: JudgePlatform, report: (event: Interaction) => void, finishTickEnd: () => void): Contestant {
  return {
    playTick: (tick) => {
      for (let index = 0; index < ACTS_PER_TICK; index++) {
        const number = tick * ACTS_PER_TICK + index;
        const player = platform.playerList[number % PLAYERS]!;
        const partner = platform.playerList[(number + 1) % PLAYERS]!;
        if (number % MOVES_ONE_IN === 0) moveGoods(player, partner, number);
        const item = new FakeItem(player.slots[index % TRACKED_PER_PLAYER]!);
        report({ kind: "interaction", player, item, action: "INVENTORY_CLICK", touched: [partner.place] });
      }
      finishTickEnd();
    },
  };
}

/** One item of a material changes hands; a player who has only one left gets one back. */
function moveGoods(from: FakePlayer, to: FakePlayer, number: number): void {
  const slot = TRACKED_PER_PLAYER + (number % STACKS_PER_PLAYER);
  const [giver, taker] = from.slots[slot]!.count > 1 ? [from, to] : [to, from];
  giver.slots[slot]!.count--;
  taker.slots[slot]!.count++;
}

function percent(msPerTick: number): number {
  return round((msPerTick / TICK_MS) * 100);
}
