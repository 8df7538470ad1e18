import type { PlaceKey } from "../model/place.ts";
import type { Player } from "../platform.ts";
import type { CustodyWriter } from "./custody/custody-writer.ts";
import type { Holders } from "./custody/holders.ts";
import type { ReportedMoves } from "./custody/reported-moves.ts";
import type { End, EndedItems } from "./ends/ended-items.ts";
import type { TickReports } from "./tick-reports.ts";

interface ReportedActsParts {
  readonly tickReports: TickReports;
  readonly reportedMoves: ReportedMoves;
  readonly custodyWriter: CustodyWriter;
  readonly holders: Holders;
  readonly endedItems: EndedItems;
}

/** Takes in what events say about items, until the looks of the tick end show what is there. */
export class ReportedActs {
  readonly #parts: ReportedActsParts;
  /** Players who came by an item in this tick without doing anything, such as by walking over it; the key is the item's id. */
  readonly #happenedTo = new Map<string, Set<string>>();

  constructor(parts: ReportedActsParts) {
    this.#parts = parts;
  }

  /** An item got this id, and its first transfer is written. The place where it is first seen is its place. */
  idAssigned(itemId: string): void {
    this.#parts.custodyWriter.idAssigned(itemId);
    this.#parts.tickReports.idAssigned(itemId);
  }

  /**
   * A transfer of this id is written, so a look in the same tick need not write another. The item may have moved between the player and the
   * `touched` places. `isDeliberate` is false for what happens to a player, such as walking over an item. Later acts of that player on it
   * in the same tick count as the same: the player did not bring it.
   */
  logged(itemId: string, player: Player, touched: readonly PlaceKey[], isDeliberate = true): void {
    const happenedTo = this.#happenedTo.get(itemId);
    this.#parts.tickReports.acted(itemId, player, touched, isDeliberate && !happenedTo?.has(player.id));
    if (!isDeliberate) this.#happenedTo.set(itemId, (happenedTo ?? new Set()).add(player.id));
    this.#parts.holders.tookOver(itemId, player.place);
    if (touched.length > 0) this.movedInside(itemId, player, touched);
  }

  /** The same without a transfer of its own: the item is inside one that has no id. */
  movedInside(itemId: string, player: Player, touched: readonly PlaceKey[]): void {
    this.#parts.reportedMoves.reported(itemId, player.place, touched);
  }

  /** A player has made the item a block, or used it up. */
  ended(itemId: string, end: End): void {
    this.#parts.endedItems.ended(itemId, end);
  }

  /** What reports say of the ids for which this is true is kept for the next tick. */
  finishTickEnd(isKept: (itemId: string) => boolean): void {
    for (const itemId of this.#happenedTo.keys()) if (!isKept(itemId)) this.#happenedTo.delete(itemId);
  }

  /** A player has placed the block at this place. */
  placed(place: PlaceKey, player: Player): void {
    this.#parts.tickReports.placed(place, player);
  }
}
