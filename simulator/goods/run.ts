import type { LedgerMakers } from "../../src/core/ledger/ledger-makers.ts";
import { accountId } from "../../src/testing/fake-player.ts";
import { TICK_MS } from "../knobs.ts";
import { Random } from "../random.ts";
import { RollingHash } from "../rolling-hash.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { Channel } from "./channel.ts";
import { LedgerDetector } from "./detector.ts";
import { Cheaters } from "./exploits/cheaters.ts";
import { GOODS_KNOBS, type GoodsKnobs } from "./knobs.ts";
import { Life } from "./life.ts";
import { GoodsPlatform } from "./platform.ts";
import { DEADLINE_TICKS } from "./provable.ts";
import { type GoodsScore, scoreGoods } from "./scoring.ts";
import { ServerLife } from "./server-life.ts";
import { GoodsTruth } from "./truth.ts";
import { GoodsWorld } from "./world.ts";

export interface GoodsRunOptions {
  readonly seed: number;
  /** Honest acts; the run goes on for a while after them, so that what is due can be found. */
  readonly acts: number;
  readonly knobs?: Partial<GoodsKnobs>;
  /** A ledger with a flaw; the real one when left out. */
  readonly makers?: LedgerMakers;
  readonly onProgress?: (acts: number) => void;
  /** For the trace. */
  readonly onReady?: (parts: { world: GoodsWorld; detector: LedgerDetector }) => void;
  readonly onTickEnd?: () => void;
}

export interface GoodsReport extends GoodsScore {
  readonly hash: string;
  readonly ticks: number;
  readonly events: number;
  /** What Doubletake itself logged as errors. */
  readonly errors: readonly string[];
}

/** Promises of an in-memory store settle within this many turns. */
const TURNS = 12;

/** Simulates one world of goods with Doubletake's ledger in it. */
export async function runGoods(options: GoodsRunOptions): Promise<GoodsReport> {
  const { seed, acts } = options;
  const knobs = { ...GOODS_KNOBS, ...options.knobs };
  const stream = (name: string) => new Random(seed, `goods ${name}`);
  const truth = new GoodsTruth();
  const clock = new VirtualClock();
  const channel = new Channel(knobs.faults, stream("faults"));
  const world = new GoodsWorld(knobs, stream("players"), truth, channel);
  const platform = new GoodsPlatform(world);
  const detector = new LedgerDetector(platform, clock, knobs.scanTicks, () => truth.tick, options.makers);
  channel.sink = (event) => detector.report(event);
  world.announce = (announcement) => detector.announce(announcement);
  const cheaters = new Cheaters(world, stream("exploits"));
  const life = new Life(world, cheaters);
  const server = new ServerLife(world, platform, detector, cheaters);
  options.onReady?.({ world, detector });

  let endTick = Number.POSITIVE_INFINITY;
  for (let tick = 1; tick < endTick; tick++) {
    truth.tick = channel.tick = tick;
    clock.step(TICK_MS);
    const isResting = life.acts >= acts;
    if (isResting && endTick === Number.POSITIVE_INFINITY) endTick = tick + DEADLINE_TICKS + 1;
    life.tick(isResting);
    await server.settle();
    platform.tick();
    for (let turn = 0; turn < TURNS; turn++) await undefined;
    detector.commit();
    options.onTickEnd?.();
    if (tick % 1000 === 0) options.onProgress?.(life.acts);
  }
  const score = scoreGoods(truth, detector.alerts, life.acts, detector.shared, accountId);
  return { ...score, hash: hashOf(world), ticks: truth.tick, events: channel.sent, errors: detector.errors };
}

/** What happened, whatever was said about it. */
function hashOf({ channel, truth }: GoodsWorld): string {
  const hash = new RollingHash();
  hash.text(channel.hash);
  for (const { tick, kind, playerId, amount } of truth.growths) {
    hash.number(tick);
    hash.text(kind + playerId);
    hash.number(amount);
  }
  return hash.digest();
}
