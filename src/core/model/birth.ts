import type { PlaceKey } from "./place.ts";

/** What a step of a birth can be. Texts: `story.step.…` in the messages file. */
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
 * How a copy came to be, as far as the game reported it: frozen at the first suspicion, which may be proven hours later. It is there
 * to be read by staff, and decides nothing. Its size is bounded: names and places are cut, and steps are few.
 */
export interface Birth {
  /** The last look that found one copy; absent when none is known. */
  readonly single?: BirthLook;
  /** The first that found two; or one, while the other place could not be looked at. */
  readonly double: BirthLook;
  /** In order. */
  readonly steps: readonly BirthStep[];
  /** The pattern of what made it: births with the same are one trick. */
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
  /** The name of its owner, or of who last touched the item there; empty when nobody is known. */
  readonly holder: string;
  /** Nobody could look there. */
  readonly isDark?: true;
}

export interface BirthStep {
  readonly atMs: number;
  readonly kind: StepKind;
  /** Empty when nobody did it. */
  readonly player: string;
  /** The player's session had ended before, or been told to. */
  readonly playerWas?: "gone" | "kicked";
  /** The player has another session beside this one. */
  readonly isSecondSession?: true;
  /** An upper-case constant; empty when it is about no item. */
  readonly material: string;
  readonly place?: BirthPlace;
  /** The place had been broken before, or whoever it belonged to had left. */
  readonly isPlaceGone?: true;
  /** Who else had it open. */
  readonly openTo?: string;
  /** Of a late tick: how long it took. */
  readonly tookMs?: number;
  /** How often in a row. */
  readonly times?: number;
  /** Between the two looks; the step after which the further copy was where it was found is `making`. */
  readonly phase: "before" | "between" | "making";
}
