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
import { ScriptsUnderWay } from "./scripts-under-way.ts";
import { SimServer } from "./sim-server.ts";
import { SyncPlugin } from "./sync-plugin.ts";
import { Traveller } from "./traveller.ts";
import { Weather } from "./weather.ts";

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

/** Simulates several servers on one database, with the product on each. */
export async function runNetwork(options: NetworkRunOptions): Promise<NetworkReport> {
  const run = new NetworkRun(options);
  await run.play();
  return run.report();
}

class NetworkRun {
  readonly #options: NetworkRunOptions;
  readonly #truth: Truth;
  readonly #changes = new Changes();
  readonly #databaseClock = new VirtualClock();
  readonly #servers: readonly SimServer[];
  readonly #idle: SimServer | undefined;
  readonly #verdicts: string[] = [];
  readonly #scorer: Scorer;
  readonly #invariants: Invariants;
  readonly #journeys: Journeys;
  readonly #staff: NetworkStaff;
  readonly #scripts: ScriptsUnderWay;
  readonly #weather: Weather;
  /** Servers that die at the end of this tick. */
  readonly #dying = new Set<SimServer>();

  constructor(options: NetworkRunOptions) {
    const { knobs, seed, mutant } = options;
    this.#options = options;
    const random = new Random(seed, "network");
    const { sweepTicks, scanTicks } = knobs.world;
    const truth = new Truth({ graceTicks: graceTicksOf(knobs), sweepTicks, scanTicks, answerTicks: PROTOCOL_TICKS });
    this.#truth = truth;
    const items = new Items(truth, this.#changes);
    const database = new (mutant?.database ?? MemoryDatabase)({ clock: this.#databaseClock });
    const parts = { seed, truth, items, changes: this.#changes, database, mutant, told: new Map() };
    const servers = Array.from({ length: knobs.servers }, (_, number) => {
      const drawn = Math.round((random.float() - 0.5) * knobs.clockSpreadMs);
      const clockOffsetMs = options.clockOffsets?.[number] ?? drawn;
      return new SimServer({ ...parts, name: `s${number + 1}`, number, knobs, clockOffsetMs });
    });
    this.#servers = servers;
    const empty = { ...knobs, world: { ...knobs.world, players: 0, spareAccounts: 0, actsPerTick: 0 } };
    const idle = { ...parts, name: "idle", number: knobs.servers, knobs: empty, clockOffsetMs: 0 };
    this.#idle = options.idleServer && new SimServer(idle);
    this.#scorer = new Scorer(truth, knobs.world.keepsOldest);
    this.#scorer.removals.isRemoving = knobs.world.isRemoving;
    this.#invariants = new Invariants(truth, database);
    for (const { world } of servers) this.#listenTo(world);
    const plugin = new SyncPlugin(truth, items);
    const travellers = Array.from(
      { length: knobs.travellers },
      (_, number) => new Traveller(`Traveller${number}`, servers),
    );
    for (const traveller of travellers) stock(servers[0]!.world, traveller.kept[0]!, random.int(8), random);
    const journeys = new Journeys(travellers, servers, plugin, random, knobs);
    this.#journeys = journeys;
    // The plugin existed before this run, so it is already known whether it announces.
    for (const server of servers) server.announces = journeys.announces;
    if (journeys.announces) for (const server of servers) server.synced(NIL_UUID);
    this.#staff = new NetworkStaff(servers, travellers, database, new Random(seed, "staff"));
    const kill = (server: SimServer) => void this.#dying.add(server);
    this.#scripts = new ScriptsUnderWay({ truth, items, random, plugin, journeys, kill }, travellers, knobs);
    this.#weather = new Weather(knobs, new Random(seed, "weather"), { servers, travellers }, plugin);
    options.onReady?.(servers, truth, database);
  }

  /** Until there were enough acts, and then until everything that they did must have been found. */
  async play(): Promise<void> {
    const { knobs, acts } = this.#options;
    const cooldown = knobs.world.sweepTicks + graceTicksOf(knobs) + PROTOCOL_TICKS + 320;
    let endTick = Number.POSITIVE_INFINITY;
    for (let tick = 1; tick < endTick; tick++) {
      const isResting = this.#acts >= acts;
      if (isResting && endTick === Number.POSITIVE_INFINITY) endTick = tick + cooldown;
      this.#truth.tick = tick;
      this.#databaseClock.step(TICK_MS);
      // One more await would give what is under way between servers another turn, and every seed would play another world.
      if (!isResting) await this.#weather.change(tick);
      this.#act(tick, isResting);
      if (this.#idle !== undefined) await this.#runIdle(this.#idle, tick);
      this.#finishTickEnd(tick);
      for (let turn = 0; turn < TURNS; turn++) await undefined;
      this.#hearVerdicts();
      if (tick % 1000 === 0) this.#options.onProgress?.(this.#acts);
    }
    this.#checkWorlds();
    this.#scorer.close();
    this.#invariants.close(this.#scorer.removals.taken);
  }

  report(): NetworkReport {
    const result = emptyTally();
    tally(result, this.#acts, this.#truth, this.#scorer, 0);
    return {
      acts: this.#acts,
      ticks: this.#truth.tick,
      tally: result,
      complaints: this.#scorer.complaints,
      verdicts: this.#verdicts,
      played: this.#scripts.played,
      restored: { orders: this.#staff.orders, given: this.#invariants.givenBack },
      forgiven: this.#scorer.forgiven,
      broken: this.#invariants.broken,
      errors: this.#servers.flatMap(({ detector }) => detector.errors),
      hash: this.#truth.hash,
    };
  }

  #listenTo(world: SimServer["world"]): void {
    world.onRemoval = (removal) => {
      this.#verdicts.push(`taken ${removal.stack.tag} from ${rootOf(removal.stack)?.root.address}`);
      this.#scorer.removed(removal);
      this.#invariants.removed(removal);
    };
    world.onGiven = (stack) => this.#invariants.given(stack);
  }

  get #acts(): number {
    return this.#journeys.acts + this.#servers.reduce((sum, { phases }) => sum + phases.acts, 0);
  }

  #act(tick: number, isResting: boolean): void {
    if (!isResting) {
      this.#scripts.beginScenario(tick);
      this.#staff.tick();
      for (const script of this.#journeys.tick(tick)) this.#scripts.add(script, tick);
    }
    this.#scripts.tick(tick);
    for (const server of this.#servers) server.act(isResting);
  }

  async #runIdle(server: SimServer, tick: number): Promise<void> {
    const { diesAt, stopsAt } = this.#options.idleServer!;
    server.act(true);
    if (server.isUp && diesAt.includes(tick)) server.die(undefined, 150, () => undefined);
    if (server.isUp && stopsAt.includes(tick)) await server.stopCleanly(150);
    server.detector.verdicts();
  }

  /** The truth is brought up to date before the detectors look. */
  #finishTickEnd(tick: number): void {
    const truth = this.#truth;
    for (const server of this.#dying) if (server.isUp) this.#weather.kill(server);
    this.#dying.clear();
    if (this.#servers.some(({ isUp, isCut }) => !isUp || isCut)) truth.troubledTick = tick;
    truth.cutOffUntil = new Map(this.#servers.map(({ name, cutUntilTick }) => [name, cutUntilTick]));
    if (tick % FULL_CHECK_TICKS === 0) this.#checkWorlds();
    const touched = new Set<Slots>(this.#servers.flatMap(({ channel }) => [...channel.touched]));
    const lit = this.#servers.flatMap(({ world }) => [...world.lit.values()]);
    truth.tickEnd(this.#changes.slots, touched, lit);
    this.#scorer.tickEnd(touched);
    for (const server of this.#servers) server.finishTickEnd();
    this.#idle?.finishTickEnd();
  }

  #hearVerdicts(): void {
    const said = this.#servers.flatMap(({ detector }) => detector.verdicts());
    this.#score(said);
    for (const { detector } of this.#servers) for (const itemId of detector.heldBack()) this.#scorer.heldBack(itemId);
    this.#options.onTickEnd?.(said);
    this.#invariants.tickEnd();
    this.#changes.slots.clear();
    for (const { channel } of this.#servers) channel.touched.clear();
  }

  #score(said: readonly DetectorVerdict[]): void {
    this.#scorer.take(said);
    for (const { type, itemIds, copies } of said) {
      const places = [...new Set(copies.map(({ place }) => place))].sort();
      this.#verdicts.push(`${type} ${itemIds.join(",")} ${places.join(" ")}`);
    }
  }

  #checkWorlds(): void {
    const [first, ...others] = [...this.#servers, ...(this.#idle ? [this.#idle] : [])].map(({ world }) => world);
    checkWorld(first!, ...others);
  }
}

function graceTicksOf({ world }: NetworkKnobs): number {
  return Math.ceil(world.graceMs / TICK_MS);
}
