import { createHash, type Hash } from "node:crypto";
import type { ArchiveColumns } from "./archive-columns.ts";
import { packNumbers, packTexts } from "./pack-column.ts";

/** Facts about a file's rows that can be checked. */
export interface FileFacts {
  readonly rows: number;
  readonly checksum: string;
  readonly minMs: number;
  readonly maxMs: number;
}

/** Gathers the facts about rows in their order, one part at a time. The check must use the same parts. */
export class RowFacts {
  readonly #hash: Hash = createHash("sha256");
  #rows = 0;
  #minMs = Number.MAX_SAFE_INTEGER;
  #maxMs = 0;

  add(columns: ArchiveColumns): void {
    for (const name of ["itemId", "playerId", "action", "world", "server"] as const) this.#addTexts(columns[name]);
    this.#hash.update(bytesOf(packNumbers(columns.timestampMs)));
    this.#hash.update(bytesOf(Int32Array.from(columns.nth)));
    // null becomes NaN, which always has the same bytes here.
    for (const name of ["x", "y", "z"] as const) this.#hash.update(bytesOf(packNumbers(columns[name])));
    this.#rows += columns.itemId.length;
    for (const ms of columns.timestampMs) {
      if (ms < this.#minMs) this.#minMs = ms;
      if (ms > this.#maxMs) this.#maxMs = ms;
    }
  }

  /** Nothing can be added afterwards. */
  finish(): FileFacts {
    return { rows: this.#rows, checksum: this.#hash.digest("hex"), minMs: this.#minMs, maxMs: this.#maxMs };
  }

  #addTexts(texts: readonly string[]): void {
    const { values, ofRows } = packTexts(texts);
    this.#hash.update(JSON.stringify(values));
    this.#hash.update(bytesOf(ofRows));
  }
}

function bytesOf({ buffer }: Float64Array | Int32Array): Uint8Array {
  return new Uint8Array(buffer);
}
