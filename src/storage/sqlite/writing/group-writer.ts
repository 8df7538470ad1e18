import {
  type AppendResult,
  type Batch,
  OWN_SLOTS,
  ROW,
  ROW_KINDS,
  ROW_WORDS,
  timeAt,
} from "../../../core/storage-face.ts";
import type { Items } from "../questions/items.ts";
import type { Players } from "../questions/players.ts";
import { BatchRefs } from "./batch-refs.ts";
import type { Dictionaries } from "./dictionaries.ts";
import type { RecentRows } from "./recent-rows.ts";

/** Takes the rows of batches. The caller begins and ends the transaction. */
export class GroupWriter {
  readonly #dictionaries: Dictionaries;
  readonly #items: Items;
  readonly #players: Players;

  constructor(dictionaries: Dictionaries, items: Items, players: Players) {
    this.#dictionaries = dictionaries;
    this.#items = items;
    this.#players = players;
  }

  /** Takes a batch. Items and names go to the database at once, transfers and custody to `recent` in memory. */
  record(batch: Batch, recent: RecentRows): AppendResult {
    const { rows } = batch;
    const refs = new BatchRefs(batch, this.#dictionaries, recent);
    const isNew = batch.askedSeen.length > 0 ? new Uint8Array(batch.rowCount) : undefined;
    for (let row = 0; row < batch.rowCount; row++) {
      const at = row * ROW_WORDS;
      const kind = rows[at + ROW.kind];
      const playerIndex = rows[at + ROW.player] as number;
      const textIndex = rows[at + ROW.text] as number;
      const ts = timeAt(batch, at);
      if (kind === ROW_KINDS.playerName) this.#players.name(refs.text(playerIndex), refs.text(textIndex));
      else if (kind === ROW_KINDS.seen) {
        const { itemId } = ROW;
        const wasNew = this.#items.see(rows, at + itemId, refs.player(playerIndex), refs.text(textIndex), ts);
        if (isNew && wasNew) isNew[row] = 1;
      } else {
        const isTransfer = kind !== ROW_KINDS.custody;
        if (isTransfer || !confirmsRowBefore(rows, at)) {
          recent.add(
            this.#items.ref(rows, at + ROW.itemId),
            ts,
            refs.player(playerIndex),
            refs.context(isTransfer ? textIndex : -1, rows[at + ROW.world] as number),
            rows[at + ROW.x] as number,
            rows[at + ROW.y] as number,
            rows[at + ROW.z] as number,
            kind === ROW_KINDS.transferAtText,
            isTransfer,
          );
        }
        if (isTransfer) continue;
        if (textIndex === OWN_SLOTS) recent.confirmAtHolder(refs.player(playerIndex), refs.text(playerIndex));
        else recent.confirmCustody(refs.place(textIndex), refs.placeForm(at));
      }
    }
    return { newlySeen: batch.askedSeen.map((row) => isNew?.[row] === 1) };
  }

  /** Call this after a failed transaction: references from it must not be used. */
  forget(): void {
    this.#items.forget();
    this.#dictionaries.clear();
  }
}

/**
 * An interaction writes a transfer and then custody of the same item, holder, block and time: one row of `recent` holds both.
 * True if the row before is a transfer at a block, and differs from this one only in kind and text.
 */
function confirmsRowBefore(rows: Int32Array, at: number): boolean {
  const before = at - ROW_WORDS;
  if (before < 0 || rows[before + ROW.kind] !== ROW_KINDS.transfer) return false;
  for (let word = 1; word < ROW_WORDS; word++) {
    if (word !== ROW.text && rows[at + word] !== rows[before + word]) return false;
  }
  return true;
}
