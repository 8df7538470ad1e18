import type { AlertType, Announcement, Clock, Item, ItemEvent, PlaceKey } from "../../src/core/index.ts";
import type { EventNote } from "../faults/sim-event.ts";
import type { Knobs } from "../knobs.ts";
import type { Truth } from "../truth/truth.ts";
import type { SimPlatform } from "../world/sim-platform.ts";

/** One copy that a verdict cites. */
export interface CitedCopy {
  readonly itemId: string;
  /** Empty when the detector names a location only. */
  readonly place: PlaceKey;
  readonly slot?: string;
  /** `<world>:<x>,<y>,<z>`, for detectors that name no place. */
  readonly location?: string;
  /** The tick end at which it was seen. */
  readonly tick: number;
}

/** What staff were told of one balance. */
export interface BalanceAlert {
  readonly tick: number;
  /** Empty when it blames nobody; `playerIds` are those who may have to do with it then. */
  readonly playerId: string;
  readonly playerIds: readonly string[];
  readonly player: string;
  /** As the ledger writes it. */
  readonly material: string;
  readonly actual: number;
  readonly expected: number;
  readonly excess: number;
}

/** What a detector says, in the terms that are scored. */
export interface DetectorVerdict {
  readonly type: AlertType;
  readonly itemIds: readonly string[];
  readonly copies: readonly CitedCopy[];
  /** 0 when there is no case. */
  readonly caseNumber: number;
  /** Of a `BALANCE_DISCREPANCY`. */
  readonly balance?: BalanceAlert;
}

/** What a run offers to a detector. */
export interface DetectorHost {
  readonly platform: SimPlatform;
  readonly clock: Clock;
  readonly knobs: Knobs;
  /** Fresh ids, the same in every run with the same seed. */
  newId(): string;
  tick(): number;
  /** The tick end at which the wall clock showed this time. */
  tickAt(timeMs: number): number;
  /** Visible places that may differ from the last tick end: looking at the others again would show the same. */
  changedPlaces(): Iterable<PlaceKey>;
  /** Menus and previews that are open, which the port never shows: for detectors that wrongly count them. */
  displays(): Iterable<{ readonly place: PlaceKey; readonly items: readonly Item[] }>;
  /** For the perfect detector only. */
  readonly truth: Truth;
}

/** `clean`: stopped in order. `crash`: the server died. `killed`: only the detector died; its store is 100 ms behind. */
export type Restart = "clean" | "crash" | "killed";

/** Something that is measured. It looks at the world through the platform port only. */
export interface Detector {
  report(event: ItemEvent, note: EventNote): void;
  announce(announcement: Announcement): void;
  /** Takes what was said since the last call. Called after every tick end, when all promises have settled. */
  verdicts(): DetectorVerdict[];
  /** Takes the ids of which it has said since the last call that their copies stay, because nobody can say which was first. */
  heldBack?(): string[];
  restart(how: Restart): Promise<void>;
  /** What it logged as errors of its own. */
  readonly errors?: readonly string[];
  /** How much of the evidence did not survive: cases that are gone from the store, removed items that are not whole. */
  lostEvidence?(removed: readonly { readonly tag: string | undefined; readonly data: Uint8Array }[]): Promise<number>;
}

export type DetectorFactory = (host: DetectorHost) => Detector;
