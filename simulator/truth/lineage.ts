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
  /**
   * The instance that was there before the copies were: not the one that a trick made. After a crash it is the one at the
   * place where it was; `undefined` when only copies are left, or the crash put it at none of their places.
   */
  original: Stack | undefined;
  /** Kept from the moment at which there is more than one instance. */
  watch: Watch | undefined;
  /** It was copied without an id, although it had been in sight for long enough to have got one: that is the detector's fault. */
  isIdOverdue = false;
  /** It lives although its end was confirmed. */
  isResurrected = false;
  /**
   * For the keep rule: when each account first could be seen with it, when it must have been known with it (reported, or
   * looked at), and who was last reported with it at each place.
   */
  readonly firstVisibleWith = new Map<string, number>();
  readonly firstKnownWith = new Map<string, number>();
  readonly lastActorAt = new Map<Slots, string>();
  /** Who last really did something with it at each place, whether or not anybody heard of it. */
  readonly handledBy = new Map<Slots, string>();
  /** The places that events of one tick named together with it. */
  readonly #reportedAt = new Set<Slots>();
  #reportedTick = -1;
  /** The last tick at which an event about it was lost or held back, and the last two at which it was confirmed. */
  lostTick = -1;
  confirmedTick = -1;
  confirmedBefore = -1;

  constructor(number: number) {
    this.number = number;
  }

  /** Something that reached the detector said that an account did something with it, at these places. */
  reported(accountId: string, places: Iterable<Slots>, tick: number): void {
    if (!this.firstKnownWith.has(accountId)) this.firstKnownWith.set(accountId, tick);
    if (this.#reportedTick !== tick) this.#reportedAt.clear();
    this.#reportedTick = tick;
    for (const place of places) {
      this.#reportedAt.add(place);
      this.lastActorAt.set(place, accountId);
    }
  }

  /** True when an event of this tick named the place together with it. */
  isReportedAt(place: Slots, tick: number): boolean {
    return this.#reportedTick === tick && this.#reportedAt.has(place);
  }

  /** How many items there are, counted by stack size. */
  get weight(): number {
    let sum = 0;
    for (const { count } of this.instances) sum += count;
    return sum;
  }
}
