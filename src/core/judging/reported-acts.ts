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

/** What events say about items, until the looks of the tick end show what is there. */
export class ReportedActs {
  readonly #parts: ReportedActsParts;

  constructor(parts: ReportedActsParts) {
    this.#parts = parts;
  }

  /** An item got this id, and its first transfer is written: wherever it is seen first is its place. */
  minted(itemId: string): void {
    this.#parts.custodyWriter.minted(itemId);
    this.#parts.tickReports.minted(itemId);
  }

  /**
   * A transfer of this id is written: a look in the same tick need not write another. It may have gone between the player and
   * the places that were touched.
   */
  logged(itemId: string, player: Player, touched: readonly PlaceKey[]): void {
    this.#parts.tickReports.acted(itemId, player, touched);
    this.#parts.holders.tookOver(itemId, player.place);
    if (touched.length > 0) this.handedOver(itemId, player, touched);
  }

  /** The same without a transfer of its own: the id is inside something that has none. */
  handedOver(itemId: string, player: Player, touched: readonly PlaceKey[]): void {
    this.#parts.reportedMoves.reported(itemId, player.place, touched);
  }

  /** A player has made the item a block, or used it up. */
  ended(itemId: string, end: End): void {
    this.#parts.endedItems.ended(itemId, end);
  }

  /** A player has placed the block with this place. */
  placed(place: PlaceKey, player: Player): void {
    this.#parts.tickReports.placed(place, player);
  }
}
