import { NIL_UUID } from "../../src/core/index.ts";
import { MemoryDatabase } from "../../src/testing/stores/memory-database.ts";
import type { DetectorVerdict } from "../detectors/detector.ts";
import { TICK_MS } from "../knobs.ts";
import { Random } from "../random.ts";
import type { Forgiven } from "../scoring/forgiven.ts";
import { emptyTally, type Tally, tally } from "../scoring/result.ts";
import { Scorer } from "../scoring/scorer.ts";
import { checkWorld } from "../truth/invariants.ts";
import { Truth } from "../truth/truth.ts";
import { VirtualClock } from "../virtual-clock.ts";
import { Items } from "../world/items.ts";
import { stock } from "../world/populate.ts";
import { Changes, type Slots } from "../world/slots.ts";
import { rootOf } from "../world/stack.ts";
import { Invariants } from "./invariants.ts";
import { Journeys } from "./journeys.ts";
import type { NetworkKnobs } from "./knobs.ts";
import type { NetworkMutant } from "./network-mutants.ts";
import { NetworkStaff } from "./network-staff.ts";
import { NETWORK_SCENARIOS, type Stage } from "./scenarios.ts";
import { SimServer } from "./sim-server.ts";
import { SyncPlugin } from "./sync-plugin.ts";
import { Traveller } from "./traveller.ts";

export interface NetworkRunOptions {
  readonly knobs: NetworkKnobs;
  readonly seed: number;
  /** Honest acts over all servers. */
  readonly acts: number;
  readonly mutant?: NetworkMutant | undefined;
  /** How many milliseconds each server's wall clock is off. Absent: drawn from the seed. */
  readonly clockOffsets?: readonly number[];
  /** One more server that nobody goes to. It dies, or stops in order, at these ticks. */
  readonly idleServer?: { readonly diesAt: readonly number[]; readonly stopsAt: readonly number[] };
  readonly onProgress?: (acts: number) => void;
  readonly onTickEnd?: (said: readonly DetectorVerdict[]) => void;
  readonly onReady?: (servers: readonly SimServer[], truth: Truth, database: MemoryDatabase) => void;
}

export interface NetworkReport {
  readonly acts: number;
  readonly ticks: number;
  readonly tally: Tally;
  readonly complaints: readonly string[];
  /** What was said and taken, in order. Clocks do not change it, nor does the fate of a server that has none of the items. */
  readonly verdicts: readonly string[];
  readonly played: ReadonlyMap<string, number>;
  /** How often staff ordered something to be given back, and how many items were. */
  readonly restored: { readonly orders: number; readonly given: number };
  readonly forgiven: Readonly<Record<Forgiven, number>>;
  /** Broken invariants, each with its number and what happened. */
  readonly broken: readonly string[];
  readonly errors: readonly string[];
  readonly hash: string;
}

/** How long it takes from finding to proof if all servers are there, beyond the grace: four seconds with polling alone. */
const PROTOCOL_TICKS = 80;
const FULL_CHECK_TICKS = 500;
/** Promises of an in-memory store settle within this many turns. */
const TURNS = 24;

interface RunningScenario {
  readonly script: Generator<number>;
  tick: number;
}

/** Simulates several servers on one database, with the product on each. */
export async function runNetwork(options: NetworkRunOptions): Promise<NetworkReport> {
  const { knobs, seed } = options;
  const random = new Random(seed, "network");
  const weather = new Random(seed, "weather");
  const { graceMs, sweepTicks, scanTicks, isRemoving, keepsOldest } = knobs.world;
  const graceTicks = Math.ceil(graceMs / TICK_MS);
  const truth = new Truth({ graceTicks, sweepTicks, scanTicks, answerTicks: PROTOCOL_TICKS });
  const changes = new Changes();
  const items = new Items(truth, changes);
  const databaseClock = new VirtualClock();
  const database = new (options.mutant?.database ?? MemoryDatabase)({ clock: databaseClock });
  const parts = { seed, truth, items, changes, database, mutant: options.mutant, told: new Map() };
  const servers = Array.from({ length: knobs.servers }, (_, number) => {
    const drawn = Math.round((random.float() - 0.5) * knobs.clockSpreadMs);
    const clockOffsetMs = options.clockOffsets?.[number] ?? drawn;
    return new SimServer({ ...parts, name: `s${number + 1}`, number, knobs, clockOffsetMs });
  });
  const { idleServer } = options;
  const empty = { ...knobs, world: { ...knobs.world, players: 0, spareAccounts: 0, actsPerTick: 0 } };
  const idle =
    idleServer && new SimServer({ ...parts, name: "idle", number: knobs.servers, knobs: empty, clockOffsetMs: 0 });
  const verdicts: string[] = [];
  const scorer = new Scorer(truth, keepsOldest);
  scorer.removals.isRemoving = isRemoving;
  const invariants = new Invariants(truth, database);
  for (const { world } of servers) {
    world.onRemoval = (removal) => {
      verdicts.push(`taken ${removal.stack.tag} from ${rootOf(removal.stack)?.root.address}`);
      scorer.removed(removal);
      invariants.removed(removal);
    };
    world.onGiven = (stack) => invariants.given(stack);
  }
  const plugin = new SyncPlugin(truth, items);
  const travellers = Array.from(
    { length: knobs.travellers },
    (_, number) => new Traveller(`Traveller${number}`, servers),
  );
  for (const traveller of travellers) stock(servers[0]!.world, traveller.kept[0]!, random.int(8), random);
  const journeys = new Journeys(travellers, servers, plugin, random, knobs);
  // The plugin existed before this run, so it is already known whether it announces.
  for (const server of servers) server.announces = journeys.announces;
  if (journeys.announces) for (const server of servers) server.synced(NIL_UUID);
  const staff = new NetworkStaff(servers, travellers, database, new Random(seed, "staff"));
  const running = new Set<RunningScenario>();
  const played = new Map<string, number>();
  const dying = new Set<SimServer>();
  const stage: Stage = { truth, items, random, plugin, journeys, kill: (server) => dying.add(server) };
  options.onReady?.(servers, truth, database);

  const cooldown = sweepTicks + graceTicks + PROTOCOL_TICKS + 320;
  let endTick = Number.POSITIVE_INFINITY;
  const actsSoFar = () => journeys.acts + servers.reduce((sum, { phases }) => sum + phases.acts, 0);
  for (let tick = 1; tick < endTick; tick++) {
    truth.tick = tick;
    databaseClock.step(TICK_MS);
    const isResting = actsSoFar() >= options.acts;
    if (isResting && endTick === Number.POSITIVE_INFINITY) endTick = tick + cooldown;
    if (!isResting) {
      await changeWeather(tick);
      beginStories();
      staff.tick();
      for (const script of journeys.tick(tick)) running.add({ script, tick });
    }
    for (const one of running) {
      if (one.tick > tick) continue;
      const { value, done } = one.script.next();
      if (done) running.delete(one);
      else one.tick = tick + Math.max(1, value);
    }
    for (const server of servers) server.act(isResting);
    if (idle !== undefined) await runIdle(idle, tick);
    for (const server of dying) if (server.isUp) kill(server);
    dying.clear();
    if (servers.some(({ isUp, isCut }) => !isUp || isCut)) truth.troubledTick = tick;
    truth.cutOffUntil = new Map(servers.map(({ name, cutUntilTick }) => [name, cutUntilTick]));
    if (tick % FULL_CHECK_TICKS === 0) checkAll();
    const touched = new Set<Slots>(servers.flatMap(({ channel }) => [...channel.touched]));
    const lit = servers.flatMap(({ world }) => [...world.lit.values()]);
    truth.tickEnd(changes.slots, touched, lit);
    scorer.tickEnd(touched);
    for (const server of servers) server.finishTickEnd();
    idle?.finishTickEnd();
    for (let turn = 0; turn < TURNS; turn++) await undefined;
    const said = servers.flatMap(({ detector }) => detector.verdicts());
    take(said);
    for (const { detector } of servers) for (const itemId of detector.heldBack()) scorer.heldBack(itemId);
    options.onTickEnd?.(said);
    invariants.tickEnd();
    changes.slots.clear();
    for (const { channel } of servers) channel.touched.clear();
    if (tick % 1000 === 0) options.onProgress?.(actsSoFar());
  }
  checkAll();
  scorer.close();
  invariants.close(scorer.removals.taken);
  const result = emptyTally();
  tally(result, actsSoFar(), truth, scorer, 0);
  const errors = servers.flatMap(({ detector }) => detector.errors);
  const { broken } = invariants;
  const ticks = truth.tick;
  return {
    acts: actsSoFar(),
    ticks,
    tally: result,
    complaints: scorer.complaints,
    verdicts,
    played,
    restored: { orders: staff.orders, given: invariants.givenBack },
    forgiven: scorer.forgiven,
    broken,
    errors,
    hash: truth.hash,
  };

  async function runIdle(server: SimServer, tick: number): Promise<void> {
    server.act(true);
    if (server.isUp && idleServer!.diesAt.includes(tick)) server.die(undefined, 150, () => undefined);
    if (server.isUp && idleServer!.stopsAt.includes(tick)) await server.stopCleanly(150);
    server.detector.verdicts();
  }

  function take(said: readonly DetectorVerdict[]): void {
    scorer.take(said);
    for (const { type, itemIds, copies } of said) {
      verdicts.push(`${type} ${itemIds.join(",")} ${[...new Set(copies.map(({ place }) => place))].sort().join(" ")}`);
    }
  }

  function checkAll(): void {
    const [first, ...others] = [...servers, ...(idle ? [idle] : [])].map(({ world }) => world);
    checkWorld(first!, ...others);
  }

  function beginStories(): void {
    if (!random.chance(1 / knobs.exploitEveryTicks)) return;
    const free = travellers.filter(({ isBusy, session, at }) => !isBusy && session !== undefined && at?.isUp);
    if (free.length === 0) return;
    const traveller = random.pick(free);
    const to = journeys.target(traveller);
    const scenario = random.pick(NETWORK_SCENARIOS);
    const isFaulty = !random.chance(knobs.twinShare);
    if (to === undefined) return;
    // Set here and not when the scenario begins: a journey of the same tick must not take the traveller along.
    traveller.isBusy = true;
    const label = isFaulty ? scenario.id : `${scenario.id} twin`;
    played.set(label, (played.get(label) ?? 0) + 1);
    running.add({
      script: busy(traveller, scenario.play(stage, traveller, traveller.at!, to, isFaulty)),
      tick: truth.tick,
    });
  }

  function* busy(traveller: Traveller, script: Generator<number>): Generator<number> {
    try {
      yield* script;
    } finally {
      traveller.isBusy = false;
    }
  }

  async function changeWeather(tick: number): Promise<void> {
    const isDue = (every: number) => every > 0 && weather.chance(1 / every);
    const up = servers.filter(({ isUp }) => isUp);
    if (isDue(knobs.cutEveryTicks)) weather.pick(servers).cutUntilTick = tick + weather.between(5, knobs.maxCutTicks);
    if (up.length < 2) return;
    if (isDue(knobs.crashEveryTicks)) kill(weather.pick(up));
    else if (isDue(knobs.stopEveryTicks)) {
      const server = weather.pick(up);
      for (const traveller of travellers) if (traveller.at === server) plugin.leave(traveller);
      await server.stopCleanly(weather.between(5, knobs.maxDownTicks));
    }
  }

  function kill(server: SimServer): void {
    const torn = weather.chance(knobs.tornShare) ? weather.pick(["players", "chunks"] as const) : undefined;
    server.die(torn, weather.between(5, knobs.maxDownTicks), () => {
      for (const traveller of travellers) plugin.lost(traveller, server);
    });
  }
}
