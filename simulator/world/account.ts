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

/** A player's account: the record that is stored while nobody plays. One save unit. */
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
  /** True while it plays in a scenario. Free play leaves it alone. */
  isInScenario = false;
  /** True if a plugin keeps its items for all servers of a network. The saves of a single server then leave it out. */
  isSynced = false;
  /** Nobody plays it before this tick. */
  awayUntil = 0;
  /** At this tick the account disappears with all its items. */
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
  /** The container that is open. The game decides what happens to it. */
  window: Slots | undefined;
  windowSince: number;
  isDead: boolean;
  /** Set when another session took the account over. This one does nothing more, and ends at this tick. */
  endsAt: number | undefined;
}
