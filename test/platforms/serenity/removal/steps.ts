import type { QuarantinedItem } from "../../../../src/index.ts";

/** Where something can be held up: before a row is handed to the store, and after it is durable. */
export type GatedStep = "before case" | `${"before" | "after"} ${QuarantinedItem["state"]}`;

/** Where the process can kill itself: when the item has left the world, or is in the player's hands. */
export type DeadlyStep = "remove" | "give";

/** Every step of a removal, in order. The item leaves the world between "after taking" and "before held". */
export const REMOVAL_STEPS = [
  "before case",
  "before taking",
  "after taking",
  "before held",
  "after held",
] as const satisfies GatedStep[];

/** Every step of a restore, in order. The item is handed over after the last step: first it goes on record who gives it. */
export const RESTORE_STEPS = [
  "before returning",
  "after returning",
  "before returned",
  "after returned",
] as const satisfies GatedStep[];
