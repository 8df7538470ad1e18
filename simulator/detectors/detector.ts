import type { AlertType, Announcement, Clock, Item, ItemEvent, PlaceKey } from "../../src/core/index.ts";
import type { EventNote } from "../faults/sim-event.ts";
import type { Knobs } from "../knobs.ts";
import type { Truth } from "../truth/truth.ts";
import type { SimPlatform } from "../world/sim-platform.ts";

/** One copy that a verdict cites. */
export interface CitedCopy {
  readonly itemId: string;
  /** Empty if the detector names only a location. */
  readonly place: PlaceKey;
  readonly slot?: string;
  /** `<world>:<x>,<y>,<z>`, for detectors that name no place. */
  readonly location?: string;
  /** The tick end at which it was seen. */
  readonly tick: number;
}

/** What staff were told about one balance. */
export interface BalanceAlert {
  readonly tick: number;
  /** Empty if nobody is blamed. Then `playerIds` has the players who may be involved. */
  readonly playerId: string;
  readonly playerIds: readonly string[];
  readonly player: string;
  /** The name as the ledger writes it. */
  readonly material: string;
  readonly actual: number;
  readonly expected: number;
  readonly excess: number;
}

/** What a detector says, in the terms of the scoring. */
export interface DetectorVerdict {
  readonly type: AlertType;
  readonly itemIds: readonly string[];
  readonly copies: readonly CitedCopy[];
  /** 0 if there is no case. */
  readonly caseNumber: number;
  /** Only in a `BALANCE_DISCREPANCY`. */
  readonly balance?: BalanceAlert;
}

/** What a run offers to a detector. */
export interface DetectorHost {
  readonly platform: SimPlatform;
  readonly clock: Clock;
  readonly knobs: Knobs;
  /** Returns a fresh id. Runs with the same seed get the same ids. */
  newId(): string;
  tick(): number;
  /** The tick end at which the wall clock showed this time. */
  tickAt(timeMs: number): number;
  /** Visible places that may have changed since the last tick end. Looking at any other place would show the same as before. */
  changedPlaces(): Iterable<PlaceKey>;
  /** Open menus and previews, which the platform port never shows; for detectors that wrongly count them. */
  displays(): Iterable<{ readonly place: PlaceKey; readonly items: readonly Item[] }>;
  /** For the perfect detector only. */
  readonly truth: Truth;
}

/** `clean`: stopped in order. `crash`: the server died. `killed`: only the detector died; its store is 100 ms behind. */
export type Restart = "clean" | "crash" | "killed";

/** A detector to be measured. It looks at the world only through the platform port. */
export interface Detector {
  /** Absent: it needs no hints where to look. */
  report?(event: ItemEvent, note: EventNote): void;
  /** Absent: it knows nothing of sanctioned copies, or the truth about them. */
  announce?(announcement: Announcement): void;
  /** Takes what was said since the last call. Called after every tick end, when all promises have settled. */
  verdicts(): DetectorVerdict[];
  /** Takes the ids whose copies, as it has said since the last call, all stay because nobody can tell which was first. */
  heldBack?(): string[];
  restart(how: Restart): Promise<void>;
  /** The errors that it logged about itself. */
  readonly errors?: readonly string[];
  /** How much evidence did not survive: cases that are no longer in the store, and removed items that are not whole. */
  lostEvidence?(removed: readonly { readonly tag: string | undefined; readonly data: Uint8Array }[]): Promise<number>;
}

export type DetectorFactory = (host: DetectorHost) => Detector;
