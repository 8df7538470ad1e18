import { GOODS_FAMILIES } from "../families/goods/index.ts";
import { FAMILIES } from "../families/index.ts";
import type { Knobs } from "../knobs.ts";
import { LOOK_ALIKES } from "../look-alikes/index.ts";
import type { Random } from "../random.ts";
import type { World } from "../world/world.ts";
import { PlayerPool } from "./player-pool.ts";
import { Scenario } from "./scenario.ts";
import { PHASES, type Phase, type ScenarioKind, type Script } from "./script.ts";
import type { Server } from "./server.ts";

interface RunningScenario {
  readonly scenario: Scenario;
  readonly script: Script;
  /** The tick in which it goes on. */
  tick: number;
  phase: Phase;
}

/** Chooses which scenarios are played, and moves each of them on in its tick and phase. */
export class ScenarioRunner {
  readonly #world: World;
  readonly #knobs: Knobs;
  readonly #server: Server;
  readonly #pool: PlayerPool;
  readonly #running = new Set<RunningScenario>();
  readonly #played = new Map<string, number>();
  #scenarios = 0;
  /** No new scenarios: the run is about to end. */
  isClosing = false;

  constructor(world: World, server: Server) {
    this.#world = world;
    this.#knobs = world.knobs;
    this.#server = server;
    this.#pool = new PlayerPool(world);
  }

  /** How often each kind was played. Twins are counted apart (`D01`, `D01 twin`). */
  get played(): ReadonlyMap<string, number> {
    return this.#played;
  }

  get underWay(): number {
    return this.#running.size;
  }

  isExtra(account: Parameters<PlayerPool["isExtra"]>[0]): boolean {
    return this.#pool.isExtra(account);
  }

  /** Begins new scenarios, in the phase `acts`. */
  begin(): void {
    if (this.isClosing || this.#server.isGoingDown) return;
    const { exploitsPerThousand, lookAlikesPerThousand, actsPerTick } = this.#knobs;
    const { exploits, lookAlikes } = this.#world.streams;
    if (exploits.chance((exploitsPerThousand / 1000) * actsPerTick)) {
      const families = this.#knobs.goods === undefined ? FAMILIES : GOODS_FAMILIES;
      this.#playOne(this.#choose(families, exploits), exploits);
    }
    if (lookAlikes.chance((lookAlikesPerThousand / 1000) * actsPerTick)) {
      this.#playOne(this.#choose(LOOK_ALIKES, lookAlikes), lookAlikes);
    }
  }

  /** Plays one kind of scenario, starting with the next acts, whatever the rates say. */
  play(id: string, isFaulty = true): void {
    const kind = [...FAMILIES, ...GOODS_FAMILIES, ...LOOK_ALIKES].find((candidate) => candidate.id === id);
    if (kind === undefined) throw new RangeError(`There is no scenario ${id}.`);
    this.#begin(kind, isExploit(kind) ? this.#world.streams.exploits : this.#world.streams.lookAlikes, isFaulty);
  }

  /** Moves the scenarios on that are due in this phase. */
  run(phase: Phase): void {
    const tick = this.#world.tick;
    for (const one of this.#running) {
      if (one.phase === phase && one.tick <= tick) this.#advance(one);
    }
  }

  /** Ends all scenarios where they stand, because the server goes down. Only the scenario that took it down goes on. */
  abandonAll(except?: Scenario): void {
    for (const one of this.#running) {
      if (one.scenario === except) continue;
      one.scenario.abandon();
      this.#running.delete(one);
    }
  }

  #choose(kinds: readonly ScenarioKind[], random: Random): ScenarioKind | undefined {
    const { scenarioWeights } = this.#knobs;
    const possible = kinds.filter(({ needs }) => needs === undefined);
    const weights = Object.fromEntries(possible.map(({ id }) => [id, scenarioWeights[id] ?? 1]));
    const id = random.weighted(weights);
    return possible.find((kind) => kind.id === id);
  }

  #playOne(kind: ScenarioKind | undefined, random: Random): void {
    if (kind === undefined || !this.#pool.hasFree) return;
    const isFaulty = isExploit(kind)
      ? !random.chance(this.#knobs.twinShare)
      : kind.hasUnannouncedTwin === true && this.#knobs.exploitsPerThousand > 0 && random.chance(this.#knobs.twinShare);
    this.#begin(kind, random, isFaulty);
  }

  #begin(kind: ScenarioKind, random: Random, isFaulty: boolean): void {
    const label = isExploit(kind) === isFaulty ? kind.id : `${kind.id} twin`;
    this.#played.set(label, (this.#played.get(label) ?? 0) + 1);
    const scenario = new Scenario(kind.id, ++this.#scenarios, this.#world, this.#server, this.#pool, random, isFaulty);
    const one: RunningScenario = { scenario, script: kind.play(scenario), tick: this.#world.tick, phase: "acts" };
    this.#running.add(one);
  }

  #advance(one: RunningScenario): void {
    const { value, done } = one.script.next();
    if (done) {
      this.#running.delete(one);
      one.scenario.finish();
      return;
    }
    const now = this.#world.tick;
    if (typeof value === "number") {
      one.tick = now + Math.max(1, value);
      one.phase = "acts";
      return;
    }
    one.tick = PHASES.indexOf(value) > PHASES.indexOf(one.phase) ? now : now + 1;
    one.phase = value;
  }
}

function isExploit({ id }: ScenarioKind): boolean {
  return !id.startsWith("H");
}
