import type { Look } from "../detection/look.ts";
import type { Log } from "../log.ts";
import { type PlaceKey, recordOf } from "../place.ts";
import type { QuarantinedItem, Store } from "../store.ts";

/** Clocks are set, also in a run that ends in a crash: what was taken shortly before it began is looked at as well. */
const CLOCK_MARGIN_MS = 3_600_000;

/**
 * After an unclean stop an item may be in quarantine and, since the world was saved before, back in its place. The first
 * look at that place decides: there, the entry is void (and the copy is judged anew); not there, it is held for good.
 */
export class QuarantineCheck {
  readonly #log: Log;
  readonly #byPlace = new Map<PlaceKey, QuarantinedItem[]>();
  readonly #void = new Set<number>();
  #store: Store | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** `sinceMs` is when the run that did not stop cleanly began; `undefined` after a clean stop. */
  async connect(store: Store, sinceMs: number | undefined): Promise<void> {
    this.#store = store;
    const taking = await store.quarantined({ state: "taking" });
    const taken: QuarantinedItem[] = [];
    if (sinceMs !== undefined) {
      for (const state of ["held", "returning", "returned"] as const)
        taken.push(...(await store.quarantined({ state })));
    }
    for (const entry of [...taking, ...taken.filter(({ takenMs }) => takenMs >= sinceMs! - CLOCK_MARGIN_MS)]) {
      const place = recordOf(entry.takenFrom.place);
      this.#byPlace.set(place, [...(this.#byPlace.get(place) ?? []), entry]);
    }
  }

  /** True while it is not known whether an entry's item is back in the world. */
  isDoubtful({ number, takenFrom }: QuarantinedItem): boolean {
    return this.#byPlace.get(recordOf(takenFrom.place))?.some((entry) => entry.number === number) === true;
  }

  /** True when the item was found back in the world: there is nothing to give back. */
  isVoid({ number }: QuarantinedItem): boolean {
    return this.#void.has(number);
  }

  get hasDoubts(): boolean {
    return this.#byPlace.size > 0;
  }

  looked({ place, copies }: Look): void {
    if (this.#byPlace.size === 0) return;
    const entries = this.#byPlace.get(recordOf(place));
    if (entries === undefined) return;
    this.#byPlace.delete(recordOf(place));
    for (const entry of entries) {
      const { slot, count } = entry.takenFrom;
      // A stack that was cut to 1 is back when it has its full count again.
      const isBack = copies.some(
        (copy) => copy.itemId === entry.itemId && copy.slot === slot && copy.item.count >= count,
      );
      if (isBack) this.#void.add(entry.number);
      if (!isBack && entry.state !== "taking") continue;
      const state = isBack ? "dropped" : "held";
      this.#store?.saveQuarantined({ ...entry, state }).catch((error: unknown) => {
        this.#log.error(`Quarantine entry ${entry.number} could not be settled: ${error}`);
      });
    }
  }
}
