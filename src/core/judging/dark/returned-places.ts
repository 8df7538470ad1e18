import type { Copy, Look } from "../../looking/look.ts";
import { RECHECK } from "../../looking/look-cause.ts";
import { freshMap } from "../../model/fresh-map.ts";
import { accountPlace, ENDED, type PlaceKey } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { Claim } from "../../store.ts";
import { asEvidence } from "../evidence.ts";
import type { Standing } from "../proofs/first-copies.ts";
import { type Opener, withoutBlame } from "../verdict.ts";
import { standingIn } from "./claims.ts";
import { ClaimsToClose } from "./claims-to-close.ts";
import type { DarkPlaces } from "./dark-places.ts";
import type { DarkPlacesParts } from "./dark-places-parts.ts";
import type { LastLook } from "./last-looks.ts";

/** Claimed places that one tick end tries to look at. */
const CLAIMED_PER_TICK = 32;

/** At least this many, even if the tick end's time is spent. */
const MIN_CLAIMED = 8;

interface ReturnedPlacesParts
  extends Pick<
    DarkPlacesParts,
    | "clock"
    | "holders"
    | "presence"
    | "firstCopies"
    | "observer"
    | "proofs"
    | "claims"
    | "absentOwners"
    | "moves"
    | "onVerdict"
  > {
  readonly darkPlaces: DarkPlaces;
  /** True when what was seen at that time may have been undone by a crash since. */
  readonly isFromBeforeCrash: (seenMs: number) => boolean;
  /** A copy that was placed or used up is on record, and here is another one. */
  readonly onProven: (here: Copy, ended: SeenCopy, opener: Opener | undefined) => void;
}

/** Dark places that come back. The first look settles the claims on them, before anything else. */
export class ReturnedPlaces {
  readonly #parts: ReturnedPlacesParts;
  /** Claims on places that were looked at in this tick and hold the item, with the opener. */
  #returned = new Map<Claim, Opener | undefined>();
  #turns: Iterator<PlaceKey> | undefined;
  readonly #claimsToClose: ClaimsToClose;

  constructor(parts: ReturnedPlacesParts) {
    this.#parts = parts;
    const isOpen = (claim: Claim) => parts.claims.get(claim.itemId, claim.place) === claim;
    this.#claimsToClose = new ClaimsToClose(parts.clock, isOpen, (claim) => this.#close(claim));
  }

  /** False while claims on items that have left are still to be closed. */
  get isDone(): boolean {
    return this.#claimsToClose.isDone;
  }

  /** A claimed place may come back without an event: each is tried in turn, so that its claim is settled soon. */
  lookForMore(): void {
    const { claims, presence, observer } = this.#parts;
    this.#claimsToClose.closeWaiting();
    for (let tried = 0; tried < CLAIMED_PER_TICK; tried++) {
      if (tried >= MIN_CLAIMED && this.#parts.clock.isSpent) return;
      this.#turns ??= claims.places()[Symbol.iterator]();
      const next = this.#turns.next();
      if (next.done) {
        this.#turns = undefined;
        return;
      }
      if (presence.lookedMs(next.value) === undefined) observer.look(next.value, RECHECK);
    }
  }

  /** Claims of earlier runs are known now. An item that was found at its claimed place before that has been there all the time. */
  onClaimsLoaded(loaded: readonly Claim[], isWhereFound: (itemId: string) => boolean): void {
    for (const claim of loaded) {
      const { itemId, place, kind } = claim;
      const isThere = kind === "dark" && this.#isAtAccount(itemId, place) && isWhereFound(itemId);
      if (isThere) this.#parts.firstCopies.keepStanding(itemId, place, standingIn(claim));
    }
  }

  /**
   * The place can be looked at again: the look shows whether the claimed items are still there. `isJoin`: its player has just joined, and
   * has what he left with.
   */
  resolveClaimsAt(
    look: Pick<Look, "place" | "waiting">,
    arrived: readonly string[],
    openerOf: (itemId: string) => Opener | undefined,
    isJoin = false,
  ): void {
    const { claims, presence, proofs, firstCopies, darkPlaces } = this.#parts;
    const account = accountPlace(look.place);
    const before = darkPlaces.takeLastLook(look);
    if (before !== undefined) this.#restoreStandings(look.place, before, arrived, isJoin);
    for (const [itemId, standing] of before?.standings ?? [])
      if (!claims.get(itemId, account) && !look.waiting.has(itemId)) this.#noteIfGone(itemId, account, standing);
    if (!claims.has(account)) return;
    const isNewHere = new Set(arrived);
    for (const claim of claims.at(account)) {
      const { itemId } = claim;
      if (this.#claimsToClose.isWaiting(claim)) {
        // The claimed copy was seen to leave: the one that is here now has come since.
        if (this.#isAtAccount(itemId, account)) this.#claimsToClose.closeNow(claim);
        continue;
      }
      // Most claimed items await their second look, here and elsewhere: there may be thousands of them at every look.
      const isAwaited = claim.kind === "pending" && proofs.pendingOf(itemId) !== undefined;
      if (isAwaited && presence.isAtSeveral(itemId) && presence.isAt(itemId, look.place)) continue;
      const isHere = this.#isAtAccount(itemId, account);
      if (claim.kind === "dark" && isNewHere.has(itemId)) firstCopies.keepStanding(itemId, account, standingIn(claim));
      if (isHere && presence.isAtSeveral(itemId)) {
        // An item that awaits its second look is examined when that is due, not at every look before.
        if (proofs.pendingOf(itemId) !== undefined) continue;
        proofs.suspect(itemId, openerOf(itemId));
        if (claim.kind === "dark") this.#returned.set(claim, undefined);
      } else if (isHere) this.#returned.set(claim, withoutBlame(openerOf(itemId)));
      else if (look.waiting.has(itemId)) continue;
      else if (claim.kind === "pending") this.#claimsToClose.close(claim);
      else this.#closeEmpty(claim);
    }
  }

  /** Nothing leaves a dark place: an item that it held then and holds now was there all the time. */
  #restoreStandings(place: PlaceKey, before: LastLook, arrived: readonly string[], isJoin: boolean): void {
    const { claims, firstCopies, clock, moves } = this.#parts;
    const account = accountPlace(place);
    const heldBefore = new Set(before.ids);
    for (const itemId of arrived) {
      const claim = claims.get(itemId, account);
      if (claim?.kind === "dark") continue;
      if (before.isBroken && moves.hasComeSince(itemId, place, before.moment ?? 0)) continue;
      const alone = claim === undefined ? this.#standingAlone(itemId, place) : standingIn(claim);
      const standing = before.standings?.get(itemId) ?? alone;
      if (heldBefore.has(itemId)) firstCopies.keepStanding(itemId, account, standing);
      else if (before.isFinal === false) firstCopies.noteWithoutAt(itemId, place, before.moment ?? 0);
      else if (before.isFinal && isJoin) firstCopies.noteWithoutAt(itemId, place, clock.nextSequence());
    }
  }

  /** There were several copies when the place went dark with one, and no claim was opened since: that takes its turn. */
  #noteIfGone(itemId: string, account: PlaceKey, standing: Standing): void {
    if (!this.#isAtAccount(itemId, account)) this.#noteLeft(itemId, account, standing);
  }

  /**
   * Which copy a place has that went dark with the only one in sight: another place may have been dark with the item by then, or the item
   * may be where nobody has looked.
   */
  #standingAlone(itemId: string, place: PlaceKey): Standing {
    const { claims, firstCopies } = this.#parts;
    const elsewhere = claims.standingElsewhere(itemId, place);
    if (elsewhere === undefined) return firstCopies.isDoubted(itemId, place) ? "unknown" : "first";
    return elsewhere === "first" ? "later" : "unknown";
  }

  /** Called at the end of a tick. */
  finishTickEnd(): void {
    for (const [claim, opener] of this.#returned) this.#swap(claim, opener);
    this.#returned = freshMap(this.#returned);
  }

  #isAtAccount(itemId: string, account: PlaceKey): boolean {
    return this.#parts.presence.placesOf(itemId).some((place) => accountPlace(place) === account);
  }

  /**
   * The place came back and holds the item, and the other place that held it is dark: the claim moves to that one. If both copies went dark
   * within the grace, nobody has been told yet.
   */
  #swap(claim: Claim, opener: Opener | undefined): void {
    const { claims, observer, presence, proofs, holders, clock, darkPlaces, isFromBeforeCrash } = this.#parts;
    const { itemId, kind, copies, openedMs } = claim;
    const here = observer.firstCopyIn(itemId, claim.place);
    if (here === undefined) return;
    const isOpen = claims.get(itemId, claim.place) === claim;
    if (!isOpen || proofs.pendingOf(itemId) || presence.isAtSeveral(itemId)) {
      if (kind === "dark") this.#claimOthers(claim, here);
      return;
    }
    const ended = copies.find(({ place }) => place === ENDED);
    if (ended !== undefined && !isFromBeforeCrash(ended.seenMs)) {
      claims.closeProven(itemId, (dark) => dark !== claim.place && darkPlaces.isDark(dark));
      this.#parts.onProven(here, ended, opener);
      return;
    }
    const isElsewhere = ({ place }: SeenCopy) => place !== ENDED && accountPlace(place) !== claim.place;
    const other = copies.find((copy) => isElsewhere(copy) && darkPlaces.isDark(copy.place));
    if (other === undefined) {
      this.#close(claim);
      return;
    }
    const place = accountPlace(other.place);
    if (claims.get(itemId, place)?.kind === "dark") return;
    const evidence = [asEvidence(here, holders, clock.now()), other];
    const standing = claims.standingAmongAll(itemId, place, standingIn({ ...claim, place }), claim.place);
    if (kind === "pending")
      darkPlaces.contest({
        material: here.item.material,
        copies: evidence,
        opener,
        isSilent: isFromBeforeCrash(openedMs),
        standing,
      });
    else claims.open({ ...claim, place, ...inOrder(evidence, standing) });
    claims.close(itemId, claim.place);
  }

  /** There are several here: that is examined. A copy in the dark, which had come to light before, needs a claim of its own. */
  #claimOthers(claim: Claim, here: Copy): void {
    const { claims, holders, clock, darkPlaces } = this.#parts;
    const { itemId, copies } = claim;
    for (const other of copies) {
      const place = accountPlace(other.place);
      if (other.place === ENDED || place === claim.place || !darkPlaces.isDark(place)) continue;
      if (claims.get(itemId, place)?.kind === "dark") continue;
      const standing = claims.standingAmongAll(itemId, place, standingIn({ ...claim, place }));
      claims.open({ ...claim, place, ...inOrder([asEvidence(here, holders, clock.now()), other], standing) });
    }
  }

  /** The item is not at the claimed place. It may have left in the tick in which the place came back. */
  #closeEmpty(claim: Claim): void {
    this.#noteLeft(claim.itemId, claim.place, standingIn(claim));
    this.#close(claim);
  }

  /** If the copy that is not in the dark any more may have been the first, it is out of sight, or any of those seen. */
  #noteLeft(itemId: string, place: PlaceKey, standing: Standing): void {
    if (standing === "first") this.#parts.firstCopies.noteLeftDark(itemId, place);
    else if (standing === "unknown") this.#parts.firstCopies.noteOutOfSight(itemId, place);
  }

  #close({ itemId, place }: Claim): void {
    const { claims, proofs, absentOwners, onVerdict } = this.#parts;
    claims.close(itemId, place);
    absentOwners.onClaimClosed(itemId, place);
    proofs.suspectClaimed(itemId);
    if (claims.of(itemId).length === 0) onVerdict({ kind: "settled", itemId });
  }
}

/** A claim's copies. `standing`: which copy the last one is. */
function inOrder(copies: readonly SeenCopy[], standing: Standing): Pick<Claim, "copies" | "isOrderUnknown"> {
  return { copies: standing === "first" ? copies.toReversed() : copies, isOrderUnknown: standing === "unknown" };
}
