import type { Slots } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";
import type { Watch } from "./watch.ts";

/**
 * The identity of an item as the ground truth counts it: all instances that share it descend from one birth by copying
 * that nobody sanctioned. A sanctioned copy is another lineage, even while it still carries the same tag.
 */
export class Lineage {
  readonly number: number;
  readonly instances: Stack[] = [];
  /** Kept from the moment at which there is more than one instance. */
  watch: Watch | undefined;
  /** It lives although its end was confirmed. */
  isResurrected = false;
  /** The first moment at which each account was reported with it, for the keep rule. */
  firstTransferOf: Map<string, number> | undefined;
  /** Who was last reported with it at each place. */
  lastActorAt: Map<Slots, string> | undefined;
  /** The last tick at which an event about it was lost or held back, and the last two at which it was confirmed. */
  lostTick = -1;
  confirmedTick = -1;
  confirmedBefore = -1;

  constructor(number: number) {
    this.number = number;
  }

  /** How many items there are, counted by stack size. */
  get weight(): number {
    let sum = 0;
    for (const { count } of this.instances) sum += count;
    return sum;
  }
}
