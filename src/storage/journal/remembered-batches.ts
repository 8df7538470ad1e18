import type { Batch } from "../../core/storage-face.ts";

/** A cache of batches that saves reading them back from the journal. It may forget any of them. */
export class RememberedBatches {
  readonly #mostRows: number;
  readonly #batches = new Map<number, Batch>();
  #rowCount = 0;

  constructor(mostRows: number) {
    this.#mostRows = mostRows;
  }

  remember(sequence: number, batch: Batch): void {
    if (this.#rowCount + batch.rowCount > this.#mostRows) return;
    this.#batches.set(sequence, batch);
    this.#rowCount += batch.rowCount;
  }

  remove(sequence: number): Batch | undefined {
    const batch = this.#batches.get(sequence);
    if (!batch) return undefined;
    this.#batches.delete(sequence);
    this.#rowCount -= batch.rowCount;
    return batch;
  }

  forgetAll(): void {
    this.#batches.clear();
    this.#rowCount = 0;
  }
}
