import type { Slots } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";
import type { Watch } from "./watch.ts";

/**
 * The identity of an item as the ground truth counts it. All its instances descend from one birth by copying that nobody
 * sanctioned. A sanctioned copy is another lineage, even while it still carries the same tag.
 */
export class Lineage {
  readonly number: number;
  readonly instances: Stack[] = [];
  /**
   * The instance that existed before the copies did. After a crash it is the instance at the place where the original was.
   * `undefined` if only copies are left, or if the crash left no instance at that place.
   */
  original: Stack | undefined;
  /** Set as soon as there is more than one instance. */
  watch: Watch | undefined;
  /** True if it was copied without an id, although it had been in sight long enough to get one: that is the detector's fault. */
  isIdOverdue = false;
  /** True if it lives although its end was confirmed. */
  isResurrected = false;
  /**
   * For the keep rule: when each account could first be seen with it, when each account must first have been known with it
   * (reported or looked at), and which account was last reported with it at each place.
   */
  readonly firstVisibleWith = new Map<string, number>();
  readonly firstKnownWith = new Map<string, number>();
  readonly lastActorAt = new Map<Slots, string>();
  /** The account that last handled it at each place, whether or not that was reported. */
  readonly handledBy = new Map<Slots, string>();
  /** The places that events of one tick named together with it. */
  readonly #reportedAt = new Set<Slots>();
  #reportedTick = -1;
  /** The last tick at which an event about it was lost or delayed, and the last two at which it was confirmed. */
  lostTick = -1;
  confirmedTick = -1;
  confirmedBefore = -1;

  constructor(number: number) {
    this.number = number;
  }

  /** An event that reached the detector said that an account did something with it, at these places. */
  reported(accountId: string, places: Iterable<Slots>, tick: number): void {
    if (!this.firstKnownWith.has(accountId)) this.firstKnownWith.set(accountId, tick);
    if (this.#reportedTick !== tick) this.#reportedAt.clear();
    this.#reportedTick = tick;
    for (const place of places) {
      this.#reportedAt.add(place);
      this.lastActorAt.set(place, accountId);
    }
  }

  /** True if an event of this tick named the place together with it. */
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
