import type { Session } from "./account.ts";
import { ACT_WEIGHTS, ACTS } from "./acts/index.ts";
import { join, quit } from "./acts/lives.ts";
import { newBox } from "./bin.ts";
import type { Chunk } from "./chunk.ts";
import type { Cheaters } from "./exploits/cheaters.ts";
import { need, unload } from "./loading.ts";
import { Machines } from "./machines.ts";
import { MATERIALS } from "./materials.ts";
import type { GoodsWorld } from "./world.ts";

const LOADING_EVERY_TICKS = 10;
const VIEW_RADIUS = 1;
const UNLOAD_AFTER_TICKS = 100;

/** The phases of a tick, in their order. */
export class Life {
  readonly #world: GoodsWorld;
  readonly #cheaters: Cheaters;
  readonly #machines: Machines;
  /** Honest acts so far. */
  acts = 0;

  constructor(world: GoodsWorld, cheaters: Cheaters) {
    this.#world = world;
    this.#cheaters = cheaters;
    populate(world);
    this.#machines = new Machines(world);
  }

  /** `isResting`: nobody does anything any more, so that what is due can be found. */
  tick(isResting: boolean): void {
    const { channel, knobs, tick } = this.#world;
    channel.isRough = tick % (2 * knobs.weatherTicks) >= knobs.weatherTicks;
    channel.deliverLate();
    this.#comeAndGo();
    if (!isResting) {
      this.#cheaters.tick();
      for (let count = 0; count < knobs.actsPerTick; count++) this.#act();
    }
    this.#machines.run();
    if (tick % LOADING_EVERY_TICKS === 0) this.#loadAndUnload();
    channel.deliverHeld();
  }

  #act(): void {
    const { sessions, random, tick } = this.#world;
    this.acts++;
    // Nobody can do anything in the tick of the own arrival.
    const free = [...sessions].filter(({ endsAt, joinedTick }) => endsAt === 0 && joinedTick < tick);
    if (free.length === 0) return;
    const session = random.pick(free);
    const name = random.weighted(ACT_WEIGHTS);
    if (!this.#cheaters.mayDo(session, name)) return;
    ACTS[name](this.#world, session, random);
  }

  #comeAndGo(): void {
    const world = this.#world;
    for (const session of [...world.sessions]) {
      const { account } = session;
      if (session.window !== undefined && session.windowUntil <= world.tick) world.closeWindow(session);
      if (session.endsAt > 0 && session.endsAt <= world.tick) quit(world, session);
      else if (account.leavesAt <= world.tick) leaveForGood(world, session);
    }
    for (const account of world.accounts.values()) {
      if (account.session === undefined && account.awayUntil <= world.tick && account.leavesAt > world.tick)
        join(world, account);
    }
  }

  #loadAndUnload(): void {
    const world = this.#world;
    for (const { account } of world.sessions) for (const chunk of near(world, account.at)) need(world, chunk);
    for (const chunk of world.chunks) {
      if (chunk.isLit && world.tick - chunk.neededTick > UNLOAD_AFTER_TICKS) unload(world, chunk);
    }
  }
}

function leaveForGood(world: GoodsWorld, session: Session): void {
  quit(world, session);
  world.accounts.delete(session.id);
}

function* near(world: GoodsWorld, { x, z }: { readonly x: number; readonly z: number }): Generator<Chunk> {
  for (const chunk of world.chunks) {
    if (Math.abs(chunk.cx - (x >> 4)) <= VIEW_RADIUS && Math.abs(chunk.cz - (z >> 4)) <= VIEW_RADIUS) yield chunk;
  }
}

function populate(world: GoodsWorld): void {
  const { chunks, knobs, random } = world;
  for (const chunk of chunks) {
    for (let count = 0; count < knobs.chestsPerChunk; count++) {
      const chest = world.addBlock(chunk);
      for (let kinds = random.int(4); kinds > 0; kinds--) chest.add(random.pick(MATERIALS), random.between(1, 40));
    }
  }
  for (let number = 0; number < knobs.players; number++) {
    const account = world.addAccount(`Player${number}`, world.randomSpot());
    for (let kinds = random.int(5); kinds > 0; kinds--)
      account.slots.add(random.pick(MATERIALS), random.between(1, 40));
    if (random.chance(0.4)) account.slots.addStack(newBox());
  }
}
