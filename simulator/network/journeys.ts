import { playFreely } from "../acts/free-play.ts";
import type { Random } from "../random.ts";
import type { NetworkKnobs } from "./knobs.ts";
import type { SimServer } from "./sim-server.ts";
import type { Arrival, SyncPlugin } from "./sync-plugin.ts";
import type { Traveller } from "./traveller.ts";

/** How many acts a traveller does in a tick, on average. */
const ACTS_PER_TICK = 0.15;
/** How often the plugin saves a player who stays. */
const SAVED_EVERY_TICKS = 400;

/** What travellers do: they play, and go from server to server. */
export class Journeys {
  readonly #travellers: readonly Traveller[];
  readonly #servers: readonly SimServer[];
  readonly #plugin: SyncPlugin;
  readonly #random: Random;
  readonly #knobs: NetworkKnobs;
  /** True if the plugin announces every player whose items it has put in place; otherwise it never does. */
  readonly announces: boolean;
  acts = 0;

  constructor(
    travellers: readonly Traveller[],
    servers: readonly SimServer[],
    plugin: SyncPlugin,
    random: Random,
    knobs: NetworkKnobs,
  ) {
    this.#travellers = travellers;
    this.#servers = servers;
    this.#plugin = plugin;
    this.#random = random;
    this.#knobs = knobs;
    this.announces = random.chance(0.5);
  }

  /** Yields the journeys that begin in this tick. */
  *tick(tick: number): Generator<Generator<number>> {
    for (const [number, traveller] of this.#travellers.entries()) {
      if (traveller.isBusy) continue;
      const { at } = traveller;
      if (at === undefined || traveller.session === undefined) yield this.#travel(traveller);
      else if (this.#random.chance(1 / this.#knobs.journeyEveryTicks)) yield this.#travel(traveller);
      else if (this.#random.chance(ACTS_PER_TICK)) {
        this.acts++;
        playFreely(at.world, traveller.session, this.#random);
      }
      if (traveller.at !== undefined && (tick + number * 37) % SAVED_EVERY_TICKS === 0)
        traveller.saved = traveller.belongingsOn(traveller.at);
    }
  }

  /** A server that the player can go to. */
  target(traveller: Traveller): SimServer | undefined {
    const others = this.#servers.filter((server) => server !== traveller.at && server.isUp);
    return others.length === 0 ? undefined : this.#random.pick(others);
  }

  /** An honest arrival: early or late, with or without an announcement, as the plugin works. */
  honestArrival(isOverlapping = false): Arrival {
    const random = this.#random;
    const isLate = this.announces && random.chance(0.2);
    return {
      afterTicks: isLate ? random.between(40, 240) : random.between(1, 30),
      emptiesFirst: random.chance(0.3),
      announces: this.announces,
      ...(isOverlapping && { leavesAfterTicks: random.between(1, 8) }),
    };
  }

  *#travel(traveller: Traveller): Generator<number> {
    traveller.isBusy = true;
    try {
      const isOverlapping = traveller.session !== undefined && this.#random.chance(0.3);
      const target = this.target(traveller);
      if (!isOverlapping) this.#plugin.leave(traveller);
      if (!isOverlapping) yield this.#random.between(1, 60);
      if (target?.isUp) yield* this.#plugin.arrive(traveller, target, this.honestArrival(isOverlapping));
    } finally {
      traveller.isBusy = false;
    }
  }
}
