import type { Batch } from "../../core/model/records.ts";

/** Batches that the journal has and that need not be read back from it. Nothing depends on them: they may be forgotten. */
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

  take(sequence: number): Batch | undefined {
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
