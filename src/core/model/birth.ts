import type { PlaceKey } from "./place.ts";

/** The kinds of steps in a birth. Their texts are `story.step.…` in the messages file. */
export const STEP_KINDS = [
  "put",
  "took",
  "moved",
  "click",
  "drop",
  "pickup",
  "craft",
  "enchant",
  "death",
  "place",
  "give",
  "creative",
  "use",
  "vanish",
  "other",
  "open",
  "close",
  "break",
  "join",
  "respawn",
  "leave",
  "kick",
  "load",
  "unload",
  "light",
  "save",
  "late",
  "start",
  "crash",
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/**
 * How a copy came to be, as far as the game reported it: frozen at the first suspicion, which may be proven hours later. It is for staff to
 * read; no verdict depends on it. Its size is bounded: names and places are cut, and steps are few.
 */
export interface Birth {
  /** The last look that found one copy; absent if none is known. */
  readonly single?: BirthLook;
  /** The first look that found two; or one, while the other place could not be looked at. */
  readonly double: BirthLook;
  /** In order. */
  readonly steps: readonly BirthStep[];
  /** The pattern of what made it: births with the same pattern are one trick. */
  readonly trick: string;
}

export interface BirthLook {
  readonly atMs: number;
  readonly places: readonly BirthPlace[];
}

export interface BirthPlace {
  readonly place: PlaceKey;
  /** Empty when it is not known. */
  readonly location: string;
  /** The name of the place's owner, or of the player who last touched the item there; empty if none is known. */
  readonly holder: string;
  /** True if nobody could look there. */
  readonly isDark?: true;
}

export interface BirthStep {
  readonly atMs: number;
  readonly kind: StepKind;
  /** Empty when nobody did it. */
  readonly player: string;
  /** The player's session had already ended, or had been kicked. */
  readonly playerWas?: "gone" | "kicked";
  /** True if the player has another session beside this one. */
  readonly isSecondSession?: true;
  /** An upper-case constant; empty when it is about no item. */
  readonly material: string;
  readonly place?: BirthPlace;
  /** True if the place had already been broken, or its owner had left. */
  readonly isPlaceGone?: true;
  /** Another player who had it open. */
  readonly openTo?: string;
  /** For a late tick: how long it took. */
  readonly tookMs?: number;
  /** How many times it happened in a row. */
  readonly times?: number;
  /** `between` the two looks; `making` is the step after which the further copy was where it was found. */
  readonly phase: "before" | "between" | "making";
}
