import type { DetectorFactory, DetectorVerdict } from "./detectors/detector.ts";
import { makeDetector } from "./detectors/index.ts";
import { TELLING_TICKS } from "./detectors/store-outages.ts";
import { EventChannel } from "./faults/event-channel.ts";
import { ServerFaults } from "./faults/server-faults.ts";
import { type Knobs, TICK_MS } from "./knobs.ts";
import { streamsOf } from "./random.ts";
import { ScenarioRunner } from "./scenarios/scenario-runner.ts";
import { type GoodsResult, scoreGoods } from "./scoring/goods-score.ts";
import { emptyTally, type Tally, tally } from "./scoring/result.ts";
import { Scorer } from "./scoring/scorer.ts";
import { GoodsTruth } from "./truth/goods/goods-truth.ts";
import { DEADLINE_TICKS } from "./truth/goods/provable.ts";
import { checkWorld } from "./truth/invariants.ts";
import { Truth } from "./truth/truth.ts";
import { VirtualClock } from "./virtual-clock.ts";
import { populate } from "./world/populate.ts";
import { SimPlatform } from "./world/sim-platform.ts";
import { TickPhases } from "./world/tick-phases.ts";
import { World } from "./world/world.ts";

export interface RunOptions {
  readonly knobs: Knobs;
  readonly seed: number;
  /** Honest acts. The run goes on for a while after them, so that everything due can still be detected. */
  readonly acts: number;
  /** A name, or a function that makes one. */
  readonly detector: string | DetectorFactory;
  readonly onProgress?: (acts: number) => void;
  /** Gets the parts before the first tick; for the trace and for tests. */
  readonly onReady?: (parts: RunParts) => void;
  /** Called after each tick end, with what the detector said. */
  readonly onTickEnd?: (verdicts: readonly DetectorVerdict[]) => void;
}

export interface RunParts {
  readonly world: World;
  readonly truth: Truth;
  readonly channel: EventChannel;
  readonly scenarioRunner: ScenarioRunner;
  readonly scorer: Scorer;
}

export interface RunReport {
  readonly hash: string;
  readonly truthHash: string;
  readonly streamHash: string;
  readonly acts: number;
  readonly ticks: number;
  readonly events: number;
  readonly tally: Tally;
  readonly complaints: readonly string[];
  /** Removals that the keep rule allows although they took an original, and removals that were held back. */
  readonly remarks: readonly string[];
  /** Duplications that the detector said nothing about, each with the cause. */
  readonly silences: readonly string[];
  readonly played: ReadonlyMap<string, number>;
  /** Present if a ledger of stackable goods is kept. */
  readonly goods?: GoodsResult;
  /** The errors that the detector logged. */
  readonly errors: readonly string[];
}

/** Full-state invariants are checked every so many ticks. */
const FULL_CHECK_TICKS = 500;
/** Promises of an in-memory store settle within this many turns. */
const TURNS = 12;

/** Simulates one world with one detector in it. */
export async function run(options: RunOptions): Promise<RunReport> {
  const { knobs, seed } = options;
  const streams = streamsOf(seed);
  const clock = new VirtualClock();
  const graceTicks = Math.ceil(knobs.graceMs / TICK_MS);
  const truth = new Truth({
    graceTicks,
    sweepTicks: knobs.sweepTicks,
    scanTicks: knobs.scanTicks,
    storeTicks: knobs.storeAwayEveryTicks > 0 ? TELLING_TICKS : 0,
  });
  if (knobs.goods !== undefined) truth.goods = new GoodsTruth(truth, knobs.scanTicks);
  const channel = new EventChannel(knobs.events, streams.faults, truth);
  const world = new World(knobs, streams, truth, channel);
  channel.world = world;
  const platform = new SimPlatform(world, knobs.isRemoving);
  const scorer = new Scorer(truth, knobs.keepsOldest);
  scorer.removals.isRemoving = knobs.isRemoving;
  world.onRemoval = (removal) => scorer.removed(removal);

  const detector = makeDetector(options.detector, { platform, clock, knobs, world, truth });
  channel.sink = (event, note) => detector.report?.(event, note);
  world.announce = (said) => detector.announce?.(said);
  const server = new ServerFaults(
    world,
    clock,
    (said) => detector.announce?.(said),
    async (how) => {
      platform.forgetTickers();
      await detector.restart(how);
    },
  );
  const scenarioRunner = new ScenarioRunner(world, server);
  server.scenarioRunner = scenarioRunner;
  const phases = new TickPhases(world, scenarioRunner, server);
  options.onReady?.({ world, truth, channel, scenarioRunner, scorer });

  populate(world);
  const cooldown = Math.max(knobs.sweepTicks + graceTicks + 10, truth.goods ? DEADLINE_TICKS + 1 : 0);
  let endTick = Number.POSITIVE_INFINITY;
  for (let tick = 1; tick < endTick; tick++) {
    truth.tick = tick;
    clock.step(phases.tickMs);
    if (phases.acts < options.acts) phases.tick();
    else {
      scenarioRunner.isClosing = true;
      truth.isClosing = true;
      phases.rest();
      if (endTick === Number.POSITIVE_INFINITY) endTick = tick + cooldown;
      truth.lastDueTick = endTick - 1 - truth.storeTicks;
    }
    channel.deliverHeld();
    await server.settle();
    if (tick % FULL_CHECK_TICKS === 0) checkWorld(world);
    truth.tickEnd(world.changes.slots, channel.touched, world.lit.values());
    scorer.tickEnd(channel.touched);
    clock.note(tick);
    platform.tick();
    for (let turn = 0; turn < TURNS; turn++) await undefined;
    const verdicts = detector.verdicts();
    scorer.take(verdicts);
    for (const itemId of detector.heldBack?.() ?? []) scorer.heldBack(itemId);
    options.onTickEnd?.(verdicts);
    world.changes.slots.clear();
    channel.touched.clear();
    if (tick % 1000 === 0) options.onProgress?.(phases.acts);
  }
  checkWorld(world);
  scorer.close();
  const lost = (await detector.lostEvidence?.(scorer.removals.taken)) ?? 0;
  const errors = detector.errors ?? [];
  const result = emptyTally();
  tally(result, phases.acts, truth, scorer, lost);
  const goods = truth.goods && scoreGoods(truth.goods, scorer.balances, phases.acts);
  return {
    hash: truth.hash + (truth.goods?.hash ?? "") + channel.hash,
    truthHash: truth.hash,
    streamHash: channel.hash,
    acts: phases.acts,
    ticks: truth.tick,
    events: channel.sent,
    tally: result,
    complaints: [...errors.map((text) => `error: ${text}`), ...scorer.complaints, ...(goods?.complaints ?? [])],
    remarks: scorer.removals.remarks,
    silences: scorer.silences,
    played: scenarioRunner.played,
    ...(goods && { goods: goods.result }),
    errors,
  };
}
