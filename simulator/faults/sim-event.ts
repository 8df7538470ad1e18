import type { Action, ItemEvent, Location } from "../../src/core/index.ts";
import type { EventName } from "../knobs.ts";
import type { Session } from "../world/account.ts";
import type { Goods } from "../world/material.ts";
import type { Slots } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";

/** Something that a game server would report, in the terms of this world. */
export interface SimEvent {
  readonly kind: ItemEvent["kind"];
  readonly action: Action;
  /** The name in masks, if it is not the action. */
  readonly name?: EventName;
  readonly session?: Session;
  readonly stack?: Stack;
  /** How many items the event is about, if the stack may have another size by the time it is delivered. */
  readonly count?: number;
  /** Goods that moved between its places or were used up. Absent: the goods in the stack, or in the place that goes dark. */
  readonly moved?: Goods;
  /** The place of a sighting, or the one that goes dark. */
  readonly slots?: Slots;
  /** Other places that may have changed. */
  readonly touched?: readonly Slots[];
  readonly location?: Location;
  /** Another plugin cancelled it. Part of the effect may have stayed. Game servers still report such events. */
  readonly isCancelled?: boolean;
  /** Reported by a source: such an event may come late or twice, but is never lost. */
  readonly isCertain?: boolean;
}

/** What became of an event on its way to the detector. */
export type Fate = "delivered" | "lost" | "doubled" | "late" | "reordered" | "masked";

/** Given to reference detectors and to the trace beside the event itself. */
export interface EventNote {
  readonly isCancelled: boolean;
}
