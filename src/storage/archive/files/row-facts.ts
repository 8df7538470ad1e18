import { createHash, type Hash } from "node:crypto";
import type { ArchiveColumns } from "./archive-columns.ts";
import { type PackedTexts, packNumbers, packTexts } from "./pack-column.ts";

/** Facts about a file's rows that can be checked. */
export interface FileFacts {
  readonly rows: number;
  readonly checksum: string;
  readonly minMs: number;
  readonly maxMs: number;
}

/** The ids of some rows, packed on the way. */
export interface PackedIds {
  readonly itemId: PackedTexts;
  readonly playerId: PackedTexts;
}

/** Gathers the facts about rows in their order, one part at a time. The check must use the same parts. */
export class RowFacts {
  readonly #hash: Hash = createHash("sha256");
  #rows = 0;
  #minMs = Number.MAX_SAFE_INTEGER;
  #maxMs = 0;

  add(columns: ArchiveColumns): PackedIds {
    const [itemId, playerId] = [this.#addTexts(columns.itemId), this.#addTexts(columns.playerId)];
    for (const name of ["action", "world", "server"] as const) this.#addTexts(columns[name]);
    this.#hash.update(bytesOf(packNumbers(columns.timestampMs)));
    this.#hash.update(bytesOf(Int32Array.from(columns.nth)));
    // null becomes NaN, which always has the same bytes here.
    for (const name of ["x", "y", "z"] as const) this.#hash.update(bytesOf(packNumbers(columns[name])));
    this.#rows += columns.itemId.length;
    for (const ms of columns.timestampMs) {
      if (ms < this.#minMs) this.#minMs = ms;
      if (ms > this.#maxMs) this.#maxMs = ms;
    }
    return { itemId, playerId };
  }

  /** Nothing can be added afterwards. */
  finish(): FileFacts {
    return { rows: this.#rows, checksum: this.#hash.digest("hex"), minMs: this.#minMs, maxMs: this.#maxMs };
  }

  #addTexts(texts: readonly string[]): PackedTexts {
    const packed = packTexts(texts);
    this.#hash.update(JSON.stringify(packed.values));
    this.#hash.update(bytesOf(packed.ofRows));
    return packed;
  }
}

function bytesOf({ buffer }: Float64Array | Int32Array): Uint8Array {
  return new Uint8Array(buffer);
}
