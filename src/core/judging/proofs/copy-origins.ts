import type { Presence } from "../../looking/presence/presence.ts";
import { accountPlace, groundUnder, mayFallTo, type PlaceKey } from "../../model/place.ts";
import type { CopyMoves } from "../custody/copy-moves.ts";
import type { FirstCopies } from "./first-copies.ts";

/** A place that an id was seen to leave. */
export interface Left {
  readonly place: PlaceKey;
  /** Moves that were reported since this moment may have led the id from there; absent: those of this tick. */
  readonly since?: number | undefined;
  /** True if it is a block that was broken in this tick. */
  readonly isBroken?: boolean;
}

export interface CopyOriginsParts {
  readonly presence: Presence;
  readonly firstCopies: FirstCopies;
  readonly moves: Pick<CopyMoves, keyof CopyMoves>;
  /** The own places of the account's older sessions that are still served beside the one at this place. */
  readonly olderSessions: (place: PlaceKey) => readonly PlaceKey[];
}

/** Says where copies that are in sight at a tick end may have come from, by what events reported. */
export class CopyOrigins {
  readonly #parts: CopyOriginsParts;
  /** The place that the id left at this tick end while it was at another. */
  leftPlaceOf: (itemId: string) => PlaceKey | undefined = () => undefined;

  constructor(parts: CopyOriginsParts) {
    this.#parts = parts;
  }

  /**
   * True if the copy at the place came from the place that the item has left: events lead from there, or from the ground under a block that
   * was broken. Going from one session of an account to the next is not a move.
   */
  isFrom(itemId: string, place: PlaceKey, left: Left): boolean {
    const { firstCopies, moves } = this.#parts;
    if (accountPlace(place) === accountPlace(left.place) || moves.lead(itemId, left.place, place, left.since))
      return true;
    if (!left.isBroken || !firstCopies.isReported(itemId, place)) return false;
    const ground = groundUnder(left.place);
    return mayFallTo(left.place, place) || (ground !== undefined && moves.lead(itemId, ground, place));
  }

  /**
   * True if the copy that the place had before this tick may have gone, and another one come in its stead: two players moved the id to or
   * from the place, or one did while a copy left another place without an event.
   */
  mayBeAnother(itemId: string, place: PlaceKey): boolean {
    if (this.#parts.moves.isMovedByTwo(itemId, place)) return true;
    const left = this.leftPlaceOf(itemId);
    if (left === undefined || left === place || !this.#parts.moves.isReportedAt(itemId, place)) return false;
    return !this.#parts.presence.placesOf(itemId).some((other) => this.#parts.moves.lead(itemId, left, other));
  }

  /**
   * True if the item was handed on out of an older session of the account that has it at the `known` place. Both sessions showed one item:
   * the one handed on is the item, and the one that the account still shows is the copy. The receiver has done nothing.
   */
  isHandedOn(itemId: string, known: PlaceKey): boolean {
    const older = this.#parts.olderSessions(known);
    return older.some(
      (place) => !this.#parts.presence.isAt(itemId, place) && this.#parts.moves.isReportedAt(itemId, place),
    );
  }

  /** True if the copy that turned up at this place may have been there before the copy at the `known` place. */
  mayPrecede(itemId: string, place: PlaceKey, known: PlaceKey): boolean {
    if (this.#parts.firstCopies.isLater(itemId, place)) return false;
    // It may have been in the box, and the copy that is still there was taken out of the box or lay beside it: nobody remembers which.
    if (this.#parts.moves.wentInBox(itemId, known, place)) return true;
    // A copy that is reported to come from the known place was there. The copy that is still there stayed, or has come meanwhile.
    if (this.#parts.firstCopies.isReported(itemId, place) && this.#parts.moves.lead(itemId, known, place))
      return this.#hasOtherCome(itemId, known);
    const { isFirst, ifOtherCameAfter } = this.#parts.firstCopies.doubtAbout(itemId, place);
    if (isFirst || ifOtherCameAfter === Number.POSITIVE_INFINITY) return isFirst;
    return this.#parts.moves.hasComeSince(itemId, known, ifOtherCameAfter);
  }

  /** True if an event of this tick said that another copy came to the place: out of a window, or from a place that it was seen to leave. */
  #hasOtherCome(itemId: string, place: PlaceKey): boolean {
    if (this.#parts.moves.isByWindow(itemId, place)) return true;
    const left = this.leftPlaceOf(itemId);
    return left !== undefined && left !== place && this.#parts.moves.lead(itemId, left, place);
  }
}
