import type { Location } from "../../src/core/index.ts";
import type { SimPlayer } from "./sim-player.ts";
import type { Slots } from "./slots.ts";

export type Archetype =
  | "miner"
  | "trader"
  | "builder"
  | "hoarder"
  | "fighter"
  | "redstone"
  | "staff"
  | "afk"
  | "minigame";

/** A player's account: the record that is stored while nobody plays it. One save unit. */
export class Account {
  readonly id: string;
  readonly name: string;
  readonly archetype: Archetype;
  readonly slots: Slots;
  readonly ender: Slots;
  /** Where the player is, or was when the account was last played. */
  at: Location;
  isCreative = false;
  session: Session | undefined;
  /** Taken by a story: random play leaves it alone. */
  isCast = false;
  /** Its things are kept by a plugin for all servers of a network: no server's own saves have a say. */
  isSynced = false;
  /** Nobody plays it before this tick. */
  awayUntil = 0;
  /** Leaves for good at this tick. */
  leavesAt = Number.POSITIVE_INFINITY;
  /** Crafts, eats and places nothing before this tick. */
  makesNothingUntil = 0;

  constructor(id: string, name: string, archetype: Archetype, slots: Slots, ender: Slots, at: Location) {
    this.id = id;
    this.name = name;
    this.archetype = archetype;
    this.slots = slots;
    this.ender = ender;
    this.at = at;
  }
}

/** One account being played. A second session of the same account has slots of its own. */
export interface Session {
  readonly account: Account;
  readonly number: number;
  readonly slots: Slots;
  readonly player: SimPlayer;
  readonly joinedTick: number;
  /** The container that is open; what happens to it is the game's business. */
  window: Slots | undefined;
  windowSince: number;
  isDead: boolean;
  /** Another session has taken the account over: this one does nothing more, and ends at this tick. */
  endsAt: number | undefined;
}
