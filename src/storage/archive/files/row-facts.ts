import { createHash, type Hash } from "node:crypto";
import type { PackedTexts } from "./pack-column.ts";
import type { PackedColumns } from "./packed-columns.ts";

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

  add(columns: PackedColumns): void {
    for (const name of ["itemId", "playerId", "action", "world", "server"] as const) this.#addTexts(columns[name]);
    this.#hash.update(bytesOf(columns.timestampMs));
    this.#hash.update(bytesOf(new Int32Array(columns.nth)));
    // An empty place is NaN, which always has the same bytes here.
    for (const name of ["x", "y", "z"] as const) this.#hash.update(bytesOf(columns[name]));
    this.#rows += columns.timestampMs.length;
    for (let at = 0; at < columns.timestampMs.length; at++) {
      const ms = columns.timestampMs[at] as number;
      if (ms < this.#minMs) this.#minMs = ms;
      if (ms > this.#maxMs) this.#maxMs = ms;
    }
  }

  /** Nothing can be added afterwards. */
  finish(): FileFacts {
    return { rows: this.#rows, checksum: this.#hash.digest("hex"), minMs: this.#minMs, maxMs: this.#maxMs };
  }

  #addTexts({ values, ofRows }: PackedTexts): void {
    this.#hash.update(JSON.stringify(values));
    this.#hash.update(bytesOf(ofRows));
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: Float64Array | Int32Array): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
