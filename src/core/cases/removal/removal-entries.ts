import type { Log } from "../../model/log.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import type { QuarantinedItem, Store } from "../../store.ts";
import { addEntry, replaceEntry } from "../quarantine/quarantine-entry.ts";

/** Void entries that are remembered for reuse. */
const MAX_SPARE = 1024;

interface RemovalEntriesParts {
  readonly writes: RetriedWrites;
  readonly log: Log;
}

/** Writes removals into quarantine: that an item is to be taken, that it was, or that it was no longer there. */
export class RemovalEntries {
  readonly #parts: RemovalEntriesParts;
  /** Void entries by case and id. The next try for the same item reuses its entry, so that a restless copy does not fill the store. */
  readonly #spare = new Map<string, number>();
  /** Entries whose items are still in the world. */
  readonly #untaken = new Map<number, QuarantinedItem>();
  /** Entries on their way into the store. */
  readonly #adding = new Set<Promise<QuarantinedItem>>();

  constructor(parts: RemovalEntriesParts) {
    this.#parts = parts;
  }

  /** Resolves with the entry and its number when the item is safe in the store. */
  async add(item: QuarantinedItem, store: Store): Promise<QuarantinedItem> {
    const adding = this.#add(item, store);
    this.#adding.add(adding);
    try {
      const entry = await adding;
      this.#untaken.set(entry.number, entry);
      return entry;
    } finally {
      this.#adding.delete(adding);
    }
  }

  async #add(item: QuarantinedItem, store: Store): Promise<QuarantinedItem> {
    const key = spareKey(item);
    const number = this.#spare.get(key);
    this.#spare.delete(key);
    if (number !== undefined) {
      const entry = { ...item, number };
      // Saved in order: the write that made the entry void must not come after this one.
      const isReused = await replaceEntry(entry, "dropped", store, this.#parts);
      if (isReused) return entry;
      if (isReused === undefined) throw new Error("the item is not on record");
    }
    return { ...item, number: await addEntry(item, store, this.#parts.writes) };
  }

  /** It is decided whether the item was taken. */
  save(entry: QuarantinedItem, store: Store): void {
    this.#untaken.delete(entry.number);
    void replaceEntry(entry, "taking", store, this.#parts);
  }

  /** The item was not taken. */
  markVoid(entry: QuarantinedItem, store: Store): void {
    this.save({ ...entry, state: "dropped" }, store);
    this.#spare.set(spareKey(entry), entry.number);
    const [oldest] = this.#spare.keys();
    if (this.#spare.size > MAX_SPARE) this.#spare.delete(oldest!);
  }

  /** It is not known whether the item was taken: its entry stays as it is. */
  leaveOpen({ number }: QuarantinedItem): void {
    this.#untaken.delete(number);
  }

  /** Nothing more is taken: makes the entries void whose items still are in the world. Resolves with false if the store did not take that. */
  async release(store: Store): Promise<boolean> {
    await Promise.allSettled(this.#adding);
    const dropped = [...this.#untaken.values()].map((entry) => ({ ...entry, state: "dropped" as const }));
    const saved = await Promise.all(dropped.map((entry) => replaceEntry(entry, "taking", store, this.#parts)));
    return saved.every((isSaved) => isSaved !== undefined);
  }
}

function spareKey({ caseNumber, itemId }: QuarantinedItem): string {
  return `${caseNumber} ${itemId}`;
}
