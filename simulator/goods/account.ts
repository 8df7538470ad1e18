import type { Item, Location, PlaceKey, Player } from "../../src/core/index.ts";
import type { Bin } from "./bin.ts";
import { GoodsItem } from "./goods-item.ts";

/** A player's account: what is stored while nobody plays it. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly slots: Bin;
  readonly ender: Bin;
  at: Location;
  isCreative: boolean;
  session: Session | undefined;
  /** Nobody plays it before this tick. */
  awayUntil: number;
  /** Leaves for good at this tick. */
  leavesAt: number;
  /** Crafts, eats and places nothing before this tick. */
  makesNothingUntil: number;
}

/** One account being played. A second session of the same account has slots of its own. */
export class Session implements Player {
  readonly account: Account;
  readonly slots: Bin;
  readonly id: string;
  readonly name: string;
  readonly place: PlaceKey;
  /** A window whose block is gone, and what it shows. */
  window: Bin | undefined;
  windowUntil = 0;
  /** The container that is open. */
  opened: Bin | undefined;
  /** Another session has taken the account over: this one does nothing more, and ends at this tick. */
  endsAt = 0;

  readonly joinedTick: number;

  constructor(account: Account, slots: Bin, joinedTick: number) {
    this.joinedTick = joinedTick;
    this.account = account;
    this.slots = slots;
    this.id = account.id;
    this.name = account.name;
    this.place = slots.place;
  }

  location(): Location {
    return this.account.at;
  }

  heldItem(): Item | undefined {
    const [held] = this.slots.stacks;
    return held && new GoodsItem(held);
  }

  isCreative(): boolean {
    return this.account.isCreative;
  }

  hasPermission(): boolean {
    return false;
  }

  send(): void {
    // Nobody of the simulated players reads.
  }
}
