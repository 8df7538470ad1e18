import type { PlaceKey } from "../model/place.ts";
import type { Movement } from "./falls.ts";
import type { NotMissed } from "./handfuls.ts";

/** A material became more at a place. */
export interface Growth extends Movement {
  /** Whom it must be explained for; nobody for what grows by itself: the ground, a chest that nobody handled. */
  readonly holderId: string | undefined;
  /** True for what a window showed when it was first looked at: it may be a mere view of goods that are elsewhere. */
  readonly isView: boolean;
}

/** A container, and how much more may have come at most from each of those that were handled in one tick. */
export type Handled = readonly [PlaceKey, Map<PlaceKey, number>];

/** What somebody must explain. */
export interface OwnedGrowth extends Growth {
  readonly holderId: string;
  /** Where else the player handled the material in that tick, or a little before, going by a word that came late. */
  handled?: Handled[];
  /** What the player picked up in that tick and nobody has found missing: something else may have fallen there. */
  notMissed?: NotMissed;
}

/** What a player gained and nothing explains. */
export interface Gain extends OwnedGrowth {
  /** How much of the material the player had then. */
  readonly actual: number;
}
