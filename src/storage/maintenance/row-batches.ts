import {
  type Batch,
  BatchWriter,
  type Custody,
  custodyRowMs,
  idWords,
  type KnownPlayer,
  type Location,
  parseLocation,
} from "../../core/storage-face.ts";
import type { SightingRow, TransferRow } from "../reader/store-reader.ts";

const NO_LOCATION: Location = { world: "", x: 0, y: 0, z: 0 };

/**
 * Puts rows into batches for the engines; times and texts stay as they are. A row counts its time from its batch's first row
 * in 32 bits, so rows that are weeks apart go into different batches.
 */
export class RowBatches {
  readonly #writer = new BatchWriter();
  readonly #batches: Batch[] = [];

  transfer({ itemId, playerId, action, location, timestampMs }: TransferRow): void {
    this.#begin(timestampMs);
    this.#writer.addTransferAtText(idWords(itemId), 0, playerId, action, location, timestampMs);
  }

  sighting({ itemId, playerId, material, firstSeenMs }: SightingRow): void {
    this.#begin(firstSeenMs);
    this.#writer.addSeen(idWords(itemId), 0, playerId, material, firstSeenMs);
  }

  custody(custody: Custody): void {
    const { itemId, holderId, place, location } = custody;
    // Only an item that is nowhere has no valid location: its world has no name.
    const { world, x, y, z } = parseLocation(location) ?? NO_LOCATION;
    this.#begin(custody.confirmedMs);
    this.#writer.addCustody(idWords(itemId), 0, holderId, place, world, x, y, z, custodyRowMs(custody));
  }

  name({ id, name }: KnownPlayer, nowMs: number): void {
    this.#begin(nowMs);
    this.#writer.addPlayerName(id, name, nowMs);
  }

  finishBatches(): readonly Batch[] {
    this.#end();
    return this.#batches.splice(0);
  }

  #begin(timestampMs: number): void {
    if (this.#writer.rowCount > 0 && Math.abs(timestampMs - this.#writer.baseMs) > 0x7fff_ffff) this.#end();
  }

  #end(): void {
    const batch = this.#writer.finishBatch();
    if (batch) this.#batches.push(batch);
  }
}
