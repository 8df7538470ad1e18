import type { Log } from "../../model/log.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import type { QuarantinedItem, Store } from "../../store.ts";
import { addEntry, saveEntry } from "../quarantine/quarantine-entry.ts";

/** Void entries that are remembered to be used again. */
const MAX_SPARE = 1024;

/** What removal writes into quarantine: an item that is to be taken, that it was, or that it was not there any more. */
export class RemovalEntries {
  readonly #writes: RetriedWrites;
  readonly #log: Log;
  /** Entries that are void, by case and id: the next try of the same uses the same one, so that a restless copy fills no store. */
  readonly #spare = new Map<string, number>();

  constructor({ writes, log }: { readonly writes: RetriedWrites; readonly log: Log }) {
    this.#writes = writes;
    this.#log = log;
  }

  /** Resolves with the entry and its number when the item is safe in the store. */
  async add(item: QuarantinedItem, store: Store): Promise<QuarantinedItem> {
    const key = spareKey(item);
    const number = this.#spare.get(key);
    if (number === undefined) return { ...item, number: await addEntry(item, store, this.#writes) };
    this.#spare.delete(key);
    const entry = { ...item, number };
    // In order: that it was void must not be written after this.
    if (await saveEntry(entry, store, this.#writes, this.#log)) return entry;
    throw new Error("the item is not on record");
  }

  save(entry: QuarantinedItem, store: Store): void {
    void saveEntry(entry, store, this.#writes, this.#log);
  }

  /** The item was not taken. */
  markVoid(entry: QuarantinedItem, store: Store): void {
    this.save({ ...entry, state: "dropped" }, store);
    this.#spare.set(spareKey(entry), entry.number);
    const [oldest] = this.#spare.keys();
    if (this.#spare.size > MAX_SPARE) this.#spare.delete(oldest!);
  }
}

function spareKey({ caseNumber, itemId }: QuarantinedItem): string {
  return `${caseNumber} ${itemId}`;
}
