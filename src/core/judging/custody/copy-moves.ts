import { accountPlace, type PlaceKey } from "../../model/place.ts";
import type { TickActs } from "../tick-acts.ts";
import type { GatheredCopies } from "./gathered-copies.ts";
import type { RecentMoves } from "./recent-moves.ts";
import type { UnknownIds } from "./unknown-ids.ts";

interface CopyMovesParts {
  readonly copies: GatheredCopies;
  /** Looks at all places where the id was, as `copies` does, and nothing else. */
  readonly lookFor: (itemId: string) => void;
  readonly tickActs: TickActs;
  readonly recentMoves: RecentMoves;
  readonly unknownIds: UnknownIds;
}

/** What events said about the ways of a copy, whether they named the copy or the box that it is in. */
export class CopyMoves {
  readonly #parts: CopyMovesParts;

  constructor(parts: CopyMovesParts) {
    this.#parts = parts;
  }

  /**
   * True if the id was reported to go to or from the place after this moment, or may have been by what is forgotten, or was first seen at
   * all after it.
   */
  hasComeSince(itemId: string, place: PlaceKey, moment: number): boolean {
    const { lookFor, recentMoves, unknownIds } = this.#parts;
    if (!recentMoves.mayHaveAnySince(moment)) lookFor(itemId);
    else if (this.#movedAs(itemId, place).some((id) => recentMoves.lastMoment(id, place) > moment)) return true;
    return unknownIds.momentOf(itemId) > moment;
  }

  /** True when an event of this tick said that the id went to or from the place. */
  isReportedAt(itemId: string, place: PlaceKey): boolean {
    if (!this.#areMovesReported(itemId)) return false;
    return this.#movedAs(itemId, place).some((id) => this.#parts.tickActs.isReportedAt(id, place));
  }

  /** True when an event of this tick said that it went between the place and a window whose block is gone. */
  isByWindow(itemId: string, place: PlaceKey): boolean {
    if (!this.#areMovesReported(itemId)) return false;
    return this.#movedAs(itemId, place).some((id) => this.#parts.tickActs.isByWindow(id, place, null));
  }

  /** True if events of this tick said that two players moved the id to or from the place. */
  isMovedByTwo(itemId: string, place: PlaceKey): boolean {
    if (!this.#areMovesReported(itemId)) return false;
    return this.#movedAs(itemId, place).some((id) => this.#parts.tickActs.isMovedByTwo(id, place));
  }

  /** True if events of this tick, or since this moment, lead from one place to the other, directly or with stops between. */
  lead(itemId: string, from: PlaceKey, to: PlaceKey, since?: number): boolean {
    const { recentMoves } = this.#parts;
    const moment = since ?? recentMoves.tickBegan;
    if (!recentMoves.hasAnySince(moment)) {
      this.#parts.lookFor(itemId);
      return accountPlace(from) === accountPlace(to);
    }
    return this.#movedAs(itemId, to).some((id) => recentMoves.lead(id, from, to, { ms: 0, moment }));
  }

  /** True if events of this tick lead away from the place, and back to it. */
  leadBack(itemId: string, place: PlaceKey): boolean {
    const { recentMoves } = this.#parts;
    if (!this.#areMovesReported(itemId)) return false;
    return this.#movedAs(itemId, place).some((id) => recentMoves.leadBack(id, place, recentMoves.tickBegan));
  }

  /** True if an event of this tick said that the box around the copy at `to` came from `from`, whose own copy is not in that box. */
  wentInBox(itemId: string, from: PlaceKey, to: PlaceKey): boolean {
    if (!this.#areMovesReported(itemId)) return false;
    const { copies, tickActs } = this.#parts;
    const boxId = copies.boxesAt(itemId, to)?.[0] ?? null;
    if (boxId === null || copies.boxesAt(itemId, from)?.includes(boxId)) return false;
    return tickActs.isReportedAt(boxId, from) && tickActs.isReportedAt(boxId, to);
  }

  /**
   * False if no event of this tick moved anything. A cheat may bring thousands at once, and to find the copies of each takes time. The places
   * of the id are looked at in any case: a copy that is gone must be noticed in this tick.
   */
  #areMovesReported(itemId: string): boolean {
    if (this.#parts.tickActs.hasMoves) return true;
    this.#parts.lookFor(itemId);
    return false;
  }

  /**
   * The ids under which a move of the copy at this place may be reported: an item in a box goes with the box, and only the box is reported.
   * In a dark place the copy may be in the same box as the visible copies.
   */
  #movedAs(itemId: string, place: PlaceKey): string[] {
    const { copies } = this.#parts;
    const boxes = copies.boxesAt(itemId, place) ?? copies.allBoxes(itemId);
    return [itemId, ...boxes.flatMap((boxId) => boxId ?? [])];
  }
}
