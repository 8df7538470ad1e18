import type { PlaceKey } from "./place.ts";

/** One copy as it was seen: the evidence of a case. */
export interface SeenCopy {
  readonly itemId: string;
  readonly place: PlaceKey;
  readonly slot: string;
  readonly location: string;
  readonly holderId: string;
  readonly holderName: string;
  readonly count: number;
  readonly seenMs: number;
}
