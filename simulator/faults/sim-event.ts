import type { Action, ItemEvent, Location } from "../../src/core/index.ts";
import type { EventName } from "../knobs.ts";
import type { Session } from "../world/account.ts";
import type { Goods } from "../world/material.ts";
import type { Slots } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";

/** Something that a game server would report, in the world's own terms. */
export interface SimEvent {
  readonly kind: ItemEvent["kind"];
  readonly action: Action;
  /** What masks know it by, when that is not the action. */
  readonly name?: EventName;
  readonly session?: Session;
  readonly stack?: Stack;
  /** How many it is about, when the stack may be another size by the time it is told. */
  readonly count?: number;
  /** Goods that went from one of its places to another or were used up; by default what the stack is, or the place that goes dark holds. */
  readonly moved?: Goods;
  /** The place of a sighting, or the one that goes dark. */
  readonly slots?: Slots;
  /** Other places that may have changed. */
  readonly touched?: readonly Slots[];
  readonly location?: Location;
  /** Another plugin said no; parts of the effect may have stayed. Game servers still report it. */
  readonly isCancelled?: boolean;
  /** The word of a source, which may come late and twice, and is never lost. */
  readonly isCertain?: boolean;
}

/** What became of an event on its way to the detector. */
export type Fate = "delivered" | "lost" | "doubled" | "late" | "reordered" | "masked";

/** Told to reference detectors and to the trace beside the event itself. */
export interface EventNote {
  readonly isCancelled: boolean;
}
