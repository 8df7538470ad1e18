import type { AppendResult, Batch, DoubletakeError } from "../../core/storage-face.ts";

/** How many rows may wait in memory while the database cannot be written: about 100 MB. */
const MAX_ROWS = 1_000_000;

interface WaitingAppend {
  readonly rows: number;
  readonly resolve: (result: AppendResult | undefined) => void;
  readonly reject: (failure: DoubletakeError) => void;
  /** True if it is answered as soon as the database fails, even though its rows still wait to be written. */
  readonly isImpatient: boolean;
}

/** The appends that are not durable yet, with their promises: usually for milliseconds, or for as long as the database is away. */
export class WaitingRows {
  /** In the order of their ids, which is the order in which they become durable. */
  readonly #appends = new Map<number, WaitingAppend>();
  readonly #maxRows: number;
  #rows = 0;

  constructor(maxRows = MAX_ROWS) {
    this.#maxRows = maxRows;
  }

  get rows(): number {
    return this.#rows;
  }

  get appends(): number {
    return this.#appends.size;
  }

  hasRoomFor(batch: Batch): boolean {
    return this.#rows + batch.rowCount <= this.#maxRows;
  }

  add(id: number, append: WaitingAppend): void {
    this.#appends.set(id, append);
    this.#rows += append.rows;
  }

  /** Everything up to this id is durable. `newlySeen` holds the answers for those that asked. */
  resolveThrough(through: number, newlySeen: ReadonlyMap<number, readonly boolean[]>): void {
    for (const id of this.#appends.keys()) {
      if (id > through) break;
      this.take(id)?.resolve({ newlySeen: newlySeen.get(id) ?? [] });
    }
  }

  /** Returns the append for the caller to answer. It waits no longer. */
  take(id: number): WaitingAppend | undefined {
    const append = this.#appends.get(id);
    if (!append) return undefined;
    this.#appends.delete(id);
    this.#rows -= append.rows;
    return append;
  }

  /** The database fails: answers those that cannot wait for it. Their rows go on waiting. */
  answerImpatient(): void {
    for (const { isImpatient, resolve } of this.#appends.values()) if (isImpatient) resolve(undefined);
  }

  rejectAll(failure: DoubletakeError): void {
    for (const { reject } of this.#appends.values()) reject(failure);
    this.#appends.clear();
    this.#rows = 0;
  }
}
