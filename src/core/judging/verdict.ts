import type { Birth } from "../model/birth.ts";
import type { PlaceKey } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { Player } from "../platform.ts";

/** Who is behind the sighting that opened a matter. */
export interface Opener {
  readonly player: Player;
  /** True when the player acted on that very item where it was found; false for a scan, a join, an opened container. */
  readonly hasActed: boolean;
}

/** What looking came to. A relocation is none of these: it is no case. */
export type Verdict = ProvenVerdict | ContestedVerdict | SettledVerdict | GoneVerdict;

/** Two or more live copies, seen twice with the grace between; or a stack above 1. */
export interface ProvenVerdict {
  readonly kind: "proven";
  readonly itemId: string;
  readonly material: string;
  /** All copies, as the look that proved it saw them. */
  readonly copies: readonly SeenCopy[];
  /** Absent when no player is behind it: a sweep, a loaded chunk. */
  readonly opener: Opener | undefined;
  /** True when a crash made it: what the copies rest on was saved at different times. */
  readonly isFromCrash: boolean;
  /** How it came to be, for staff to read. */
  readonly birth?: Birth | undefined;
}

/** Seen here, while the last known place is dark and held it when it went dark. */
export interface ContestedVerdict {
  readonly kind: "contested";
  readonly itemId: string;
  readonly material: string;
  /** What is visible, and then what is remembered of the dark place. */
  readonly copies: readonly SeenCopy[];
  readonly darkPlace: PlaceKey;
  readonly opener: Opener | undefined;
  /** What made many copies at once, so that nobody is to blame. */
  readonly cause?: "copied-world";
  readonly birth?: Birth | undefined;
}

/** The dark place was looked at, and the item was not there: it had moved. */
interface SettledVerdict {
  readonly kind: "settled";
  readonly itemId: string;
  readonly caseNumber: number;
}

/** What was proven is single again, and the places of the other copies were looked at. */
interface GoneVerdict {
  readonly kind: "gone";
  readonly itemId: string;
}
