import { freeStacks, useUp } from "../acts/carrying.ts";
import { loadChunk, unloadChunk } from "../acts/chunks.ts";
import { playFreely } from "../acts/free-play.ts";
import { comeAndGo } from "../acts/goods/lives.ts";
import { Machines } from "../acts/goods/machines.ts";
import { join } from "../acts/sessions.ts";
import type { ServerFaults } from "../faults/server-faults.ts";
import { TICK_MS } from "../knobs.ts";
import type { ScenarioRunner } from "../scenarios/scenario-runner.ts";
import type { Session } from "./account.ts";
import { lift, type Slots } from "./slots.ts";
import type { World } from "./world.ts";

const CHUNK_BITS = 4;
const LOADING_EVERY_TICKS = 10;
const DESPAWN_EVERY_TICKS = 200;
const DESPAWN_AFTER_TICKS = 6000;
/** Five ticks a second. */
const SLOWEST_MS = 200;

/** The phases of a tick, in their order. */
export class TickPhases {
  readonly #world: World;
  readonly #scenarioRunner: ScenarioRunner;
  readonly #server: Pick<ServerFaults, "schedule">;
  /** Only in a world of goods. */
  #machines: Machines | undefined;
  /** Honest acts so far. */
  acts = 0;
  /** How long a tick takes: longer than it should if the server cannot keep up. */
  tickMs = TICK_MS;

  constructor(world: World, scenarioRunner: ScenarioRunner, server: Pick<ServerFaults, "schedule">) {
    this.#world = world;
    this.#scenarioRunner = scenarioRunner;
    this.#server = server;
  }

  tick(): void {
    this.#arrivals();
    this.#server.schedule();
    this.#scenarioRunner.begin();
    this.#scenarioRunner.run("acts");
    this.#freePlay();
    this.#later();
  }

  /** The same without free play, because the run comes to its end. */
  rest(): void {
    this.#early();
    this.#scenarioRunner.run("arrivals");
    this.#scenarioRunner.run("acts");
    this.#later();
  }

  #arrivals(): void {
    const world = this.#world;
    this.#early();
    for (const account of world.accounts.values()) {
      if (
        account.session ||
        account.isInScenario ||
        account.awayUntil > world.tick ||
        this.#scenarioRunner.isExtra(account)
      )
        continue;
      if (world.streams.players.chance(0.05)) join(world, account);
    }
    this.#scenarioRunner.run("arrivals");
  }

  #early(): void {
    this.#world.channel.deliverLate();
    if (this.#world.knobs.goods !== undefined) comeAndGo(this.#world);
  }

  #freePlay(): void {
    const { knobs, sessions, streams, tick } = this.#world;
    const random = streams.players;
    if (tick % 100 === 0) this.tickMs = random.chance(knobs.slowShare) ? random.between(TICK_MS, SLOWEST_MS) : TICK_MS;
    const free: Session[] = [];
    for (const session of sessions)
      if (!session.account.isInScenario && session.account.session === session) free.push(session);
    const whole = Math.floor(knobs.actsPerTick);
    const count = whole + (random.chance(knobs.actsPerTick - whole) ? 1 : 0);
    for (let act = 0; act < count; act++) {
      this.acts++;
      const session = free.length === 0 ? undefined : random.pick(free);
      if (session && this.#world.sessions.has(session) && !session.account.isInScenario)
        playFreely(this.#world, session, random);
    }
  }

  #later(): void {
    const world = this.#world;
    if (world.tick % 8 === 0) this.#runMachines();
    this.#scenarioRunner.run("blocks");
    if (world.tick % DESPAWN_EVERY_TICKS === 0) this.#despawn();
    this.#scenarioRunner.run("entities");
    this.#scenarioRunner.run("tasks");
    if (world.tick % LOADING_EVERY_TICKS === 0) this.#loadAndUnload();
    this.#scenarioRunner.run("chunks");
    this.#scenarioRunner.run("saves");
  }

  #runMachines(): void {
    const world = this.#world;
    if (world.knobs.goods === undefined) runHoppers(world);
    else {
      this.#machines ??= new Machines(world);
      this.#machines.run();
    }
  }

  #loadAndUnload(): void {
    const world = this.#world;
    const { viewRadius, unloadAfterTicks, worldSide } = world.knobs;
    for (const { account } of world.sessions) {
      const cx = Math.floor(account.at.x) >> CHUNK_BITS;
      const cz = Math.floor(account.at.z) >> CHUNK_BITS;
      for (let x = Math.max(0, cx - viewRadius); x <= Math.min(worldSide - 1, cx + viewRadius); x++) {
        for (let z = Math.max(0, cz - viewRadius); z <= Math.min(worldSide - 1, cz + viewRadius); z++) {
          const chunk = world.chunk("world", x, z);
          chunk.neededTick = world.tick;
          loadChunk(world, chunk);
        }
      }
    }
    for (const chunk of world.chunks.values()) {
      if (!chunk.isLoaded || chunk.tickets > 0 || chunk.isPrivate) continue;
      if (world.tick - chunk.neededTick > unloadAfterTicks) unloadChunk(world, chunk);
    }
  }

  #despawn(): void {
    const world = this.#world;
    for (const chunk of world.chunks.values()) {
      if (!chunk.isLoaded || chunk.isPrivate) continue;
      for (const stack of chunk.ground.stacks()) {
        if (stack.isReserved || world.tick - stack.pickUpFrom < DESPAWN_AFTER_TICKS) continue;
        useUp(world, undefined, stack, "DESPAWN");
      }
    }
  }
}

/** Hoppers: in some chunks the first container empties into the second, one stack at a time, and nothing is reported. */
function runHoppers(world: World): void {
  for (const chunk of world.chunks.values()) {
    if (!chunk.isLoaded || chunk.isPrivate || (chunk.cx + chunk.cz) % 5 !== 0) continue;
    const [from, to] = chunk.blocks.values();
    if (from && to && !from.isReserved && !to.isReserved) moveOne(from, to);
  }
}

function moveOne(from: Slots, to: Slots): boolean {
  const [stack] = freeStacks(from);
  if (stack === undefined || to.freeSlot() < 0) return false;
  return to.add(lift(stack));
}
