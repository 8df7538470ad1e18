import type { PlaceKey } from "../model/place.ts";
import type { Player } from "../platform.ts";
import type { CustodyWriter } from "./custody/custody-writer.ts";
import type { Holders } from "./custody/holders.ts";
import type { RecentMoves } from "./custody/recent-moves.ts";
import type { End, EndedItems } from "./ends/ended-items.ts";
import type { TickActs } from "./tick-acts.ts";

interface ItemReportsParts {
  readonly tickActs: TickActs;
  readonly recentMoves: RecentMoves;
  readonly custodyWriter: CustodyWriter;
  readonly holders: Holders;
  readonly endedItems: EndedItems;
}

/** Takes in what events say about items, until the looks of the tick end show what is there. */
export class ItemReports {
  readonly #parts: ItemReportsParts;
  /** Players who came by an item in this tick without doing anything, such as by walking over it; the key is the item's id. */
  readonly #happenedTo = new Map<string, Set<string>>();

  constructor(parts: ItemReportsParts) {
    this.#parts = parts;
  }

  /** An item got this id, and its first transfer is written. The place where it is first seen is its place. */
  noteNewId(itemId: string): void {
    this.#parts.custodyWriter.noteNewId(itemId);
    this.#parts.tickActs.noteNewId(itemId);
  }

  /**
   * A transfer of this id is written, so a look in the same tick need not write another. The item may have moved between the player and the
   * `touched` places. `isDeliberate` is false for what happens to a player, such as walking over an item. Later acts of that player on it
   * in the same tick count as the same: the player did not bring it.
   */
  notePlayerAct(itemId: string, player: Player, touched: readonly PlaceKey[], isDeliberate = true): void {
    const happenedTo = this.#happenedTo.get(itemId);
    this.#parts.tickActs.note(itemId, player, touched, isDeliberate && !happenedTo?.has(player.id));
    if (!isDeliberate) this.#happenedTo.set(itemId, (happenedTo ?? new Set()).add(player.id));
    this.#parts.holders.noteTookOver(itemId, player.place);
    if (touched.length > 0) this.noteMoveInside(itemId, player, touched);
  }

  /** The same without a transfer of its own: the item is inside one that has no id. */
  noteMoveInside(itemId: string, player: Player, touched: readonly PlaceKey[]): void {
    this.#parts.recentMoves.note(itemId, player.place, touched);
  }

  /** A player has made the item a block, or used it up. */
  noteEnd(itemId: string, end: End): void {
    this.#parts.endedItems.noteEnd(itemId, end);
  }

  /** What reports say of the ids for which this is true is kept for the next tick. */
  finishTickEnd(isKept: (itemId: string) => boolean): void {
    for (const itemId of this.#happenedTo.keys()) if (!isKept(itemId)) this.#happenedTo.delete(itemId);
  }

  /** A player has placed the block at this place. */
  notePlaced(place: PlaceKey, player: Player): void {
    this.#parts.tickActs.notePlaced(place, player);
  }
}
