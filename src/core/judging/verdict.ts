import type { Birth } from "../model/birth.ts";
import type { PlaceKey } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { Player } from "../platform.ts";

/** The player behind the sighting that opened a matter. */
export interface Opener {
  readonly player: Player;
  /** True when the player acted on that very item where it was found; false for a scan, a join, an opened container. */
  readonly hasActed: boolean;
  /** Where the item was found; absent if it was nowhere to be seen any more. */
  readonly place?: PlaceKey;
}

/** The same player, who is not known to have done anything with the copy. */
export function withoutBlame(opener: Opener | undefined): Opener | undefined {
  return opener?.hasActed ? { ...opener, hasActed: false } : opener;
}

/** The result of looking. A relocation is not a verdict, because it makes no case. */
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
  /** True if a crash made the copies: the data that they come from was saved at different times. */
  readonly isFromCrash: boolean;
  /** How it came to be, for staff to read. */
  readonly birth?: Birth | undefined;
}

/** The item is seen here, while its last known place is dark and held it when it went dark. */
export interface ContestedVerdict {
  readonly kind: "contested";
  readonly itemId: string;
  readonly material: string;
  /** The visible copies, then what is remembered of the dark place. */
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
}

/** A proven id is single again, and the places of the other copies were looked at. */
interface GoneVerdict {
  readonly kind: "gone";
  readonly itemId: string;
}
