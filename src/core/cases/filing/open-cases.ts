import type { CaseRecord } from "../../store.ts";
import type { OpenCase } from "./open-case.ts";

/** The open cases in memory, by item and by number. */
export class OpenCases {
  readonly #byItem = new Map<string, OpenCase>();
  readonly #byNumber = new Map<number, OpenCase>();
  /** The one case of everything that a crash doubled. */
  ofCrash: OpenCase | undefined;

  /** Cases that have their number. */
  get count(): number {
    return this.#byNumber.size;
  }

  /** The records of cases that have their number. */
  records(): CaseRecord[] {
    return [...this.#byNumber.values()].map(({ record }) => record);
  }

  ofItem(itemId: string): OpenCase | undefined {
    return this.#byItem.get(itemId);
  }

  ofNumber(number: number): OpenCase | undefined {
    return this.#byNumber.get(number);
  }

  /** New findings of its items join it, unless they are part of another case. */
  add(entry: OpenCase): void {
    this.#byNumber.set(entry.record.number, entry);
    for (const itemId of entry.record.itemIds) if (!this.#byItem.has(itemId)) this.#byItem.set(itemId, entry);
  }

  /** New findings of an item join its latest case. */
  setCaseOf(itemId: string, entry: OpenCase): void {
    this.#byItem.set(itemId, entry);
  }

  setNumber(entry: OpenCase): void {
    this.#byNumber.set(entry.record.number, entry);
  }

  /** Returns true when this was the last item of its case. Then the case is no longer open. */
  settleItem(itemId: string, entry: OpenCase): boolean {
    this.#byItem.delete(itemId);
    if (entry.record.itemIds.some((id) => this.#byItem.get(id) === entry)) return false;
    this.#byNumber.delete(entry.record.number);
    return true;
  }

  /** New findings of its items become another case. */
  remove(entry: OpenCase): void {
    for (const itemId of entry.record.itemIds) if (this.#byItem.get(itemId) === entry) this.#byItem.delete(itemId);
    if (this.ofCrash === entry) this.ofCrash = undefined;
    this.#byNumber.delete(entry.record.number);
  }
}
