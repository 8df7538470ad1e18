import type { FirstIdNotices } from "../alerts/first-id-notices.ts";
import type { Copy, Look } from "../looking/look.ts";
import { type Cause, RECHECK } from "../looking/look-cause.ts";
import type { Change, Presence } from "../looking/presence/presence.ts";
import { accountPlace, type PlaceKey, placeKind } from "../model/place.ts";
import type { Tracker } from "../recording/tracker.ts";
import type { RuleBacklog } from "../rule/rule-backlog.ts";
import type { Clock } from "../time/clock.ts";
import type { Attribution } from "./custody/attribution.ts";
import type { Confirmations } from "./custody/confirmations.ts";
import { type CustodyWriter, type LastHolding, NEW } from "./custody/custody-writer.ts";
import type { Holders } from "./custody/holders.ts";
import type { RecentMoves } from "./custody/recent-moves.ts";
import type { AbsentOwners } from "./dark/absent-owners.ts";
import type { DarkPlaces } from "./dark/dark-places.ts";
import type { ReturnedPlaces } from "./dark/returned-places.ts";
import type { EarlierEnds } from "./ends/earlier-ends.ts";
import { asEvidence } from "./evidence.ts";
import type { CrashDoubt } from "./from-store/crash-doubt.ts";
import type { StoreLookup, StoreLookups } from "./from-store/store-lookups.ts";
import type { OtherServers } from "./other-servers.ts";
import type { CopyRanking } from "./proofs/copy-ranking.ts";
import type { FirstCopies, Standing } from "./proofs/first-copies.ts";
import type { Proofs } from "./proofs/proofs.ts";
import type { TickActs } from "./tick-acts.ts";
import { withoutBlame } from "./verdict.ts";

interface ArrivalsParts {
  readonly clock: Clock;
  readonly tracker: Tracker;
  readonly ruleBacklog: RuleBacklog;
  readonly notices: FirstIdNotices;
  readonly holders: Holders;
  readonly presence: Presence;
  readonly tickActs: TickActs;
  readonly recentMoves: RecentMoves;
  readonly attribution: Attribution;
  readonly custodyWriter: CustodyWriter;
  readonly confirmations: Confirmations;
  readonly crashDoubt: CrashDoubt;
  readonly firstCopies: FirstCopies;
  readonly copyRanking: CopyRanking;
  readonly proofs: Proofs;
  readonly darkPlaces: DarkPlaces;
  readonly returnedPlaces: ReturnedPlaces;
  readonly earlierEnds: EarlierEnds;
  readonly storeLookups: StoreLookups;
  readonly absentOwners: AbsentOwners;
  readonly network: OtherServers | undefined;
  /** True for an id that a client wrote and that is not known to have been given out. */
  readonly isDoubtfulId: (itemId: string) => boolean;
}

/** How an item got where it turned up: an event reported it, it came through a window whose block is gone, or no event said anything. */
type ArrivedHow = "reported" | "by window" | "silently";

/** Handles what a look found: ids that turned up at its place, and ids that left it. */
export class Arrivals {
  readonly #parts: ArrivalsParts;

  constructor(parts: ArrivalsParts) {
    this.#parts = parts;
  }

  afterLook(look: Look, { arrived, departed }: Change, cause: Cause): void {
    const { tracker, ruleBacklog, notices, presence, proofs, attribution, returnedPlaces, crashDoubt } = this.#parts;
    if (look.leftOut > 0) tracker.sayCutShort(look.place, look.leftOut);
    if (look.hasNewOrStacked)
      for (const { itemId, item, location, isNew } of look.copies) {
        if (isNew) tracker.recordFirstId(itemId, item, cause.player, cause.action, location);
        if (item.count > 1) proofs.suspectBeside(itemId, attribution.openerOf(itemId, look.place, cause));
      }
    if (cause.isSighting && cause.player !== undefined) ruleBacklog.noteSeen(look, cause.player);
    notices.tellListeners();
    const openerOf = (itemId: string) => attribution.openerOf(itemId, look.place, cause);
    returnedPlaces.resolveClaimsAt(look, arrived, openerOf, cause.action === "JOIN");
    if (look.copies.length > presence.idsAt(look.place).length) this.#suspectDoubles(look, cause);
    if (arrived.length > 0) this.#handleArrivals(look, arrived, cause);
    for (const itemId of departed) this.#handleDeparture(itemId, look.place);
    crashDoubt.noteLook(look.place);
  }

  /** If several turned up at once, one of them may be the item: whoever moved that did not bring a copy. */
  #suspectDoubles({ copies, place }: Look, cause: Cause): void {
    const { proofs, attribution, presence } = this.#parts;
    proofs.suspectDoubles(copies, (copy) => {
      const opener = attribution.openerOfCopy(copy, cause);
      return presence.placesEntered(copy.itemId).includes(place) ? withoutBlame(opener) : opener;
    });
  }

  /** The item is at no visible place now. A forged id is not put on record, or it would be a known one the next time. */
  onItemGone(itemId: string, place: PlaceKey): void {
    if (!this.#parts.isDoubtfulId(itemId)) this.#parts.custodyWriter.noteLeft(itemId, this.#holding(itemId, place));
  }

  #holding(itemId: string, place: PlaceKey): LastHolding {
    const { attribution, recentMoves } = this.#parts;
    return { place, holderId: attribution.holderWhenLeft(itemId, place), since: recentMoves.tickBegan };
  }

  #handleDeparture(itemId: string, place: PlaceKey): void {
    const { presence, proofs, confirmations, firstCopies, copyRanking, storeLookups } = this.#parts;
    storeLookups.noteLeft(itemId, place);
    firstCopies.noteCopyLeft(itemId, place);
    if (proofs.isOpen(itemId)) proofs.suspect(itemId, undefined);
    if (!presence.has(itemId)) {
      this.onItemGone(itemId, place);
      return;
    }
    confirmations.noteOneLeft(itemId, this.#holding(itemId, place));
    copyRanking.onItemLeft(itemId, place);
  }

  /** `arrived` is in the order of the look: one walk over both lists finds the first copy of each id. */
  #handleArrivals({ copies, ids }: Look, arrived: readonly string[], cause: Cause): void {
    const { presence } = this.#parts;
    for (let at = 0, next = 0; next < arrived.length && at < ids.length; at++) {
      if (ids[at] !== arrived[next]) continue;
      next++;
      const copy = copies[at]!;
      this.#parts.earlierEnds.contestIfEnded(copy, cause);
      const how = this.#learnHow(copy);
      if (presence.isAtSeveral(copy.itemId)) this.#handleFurtherCopy(copy, cause, how);
      else this.#handleOnlyCopy(copy, cause, how);
    }
  }

  #learnHow(copy: Copy): ArrivedHow {
    const { tickActs, firstCopies } = this.#parts;
    const { itemId, place } = copy;
    if (!tickActs.isReportedAt(itemId, place, copy.boxId)) return "silently";
    if (tickActs.isByWindow(itemId, place, copy.boxId) && !tickActs.isMixed(itemId, copy.boxId)) {
      firstCopies.markLater(itemId, place);
      return "by window";
    }
    firstCopies.noteReported(itemId, place);
    return "reported";
  }

  /**
   * The item was not seen to come from elsewhere. It is untouched unless, in this tick, a player did something with it or its box, or
   * placed the block.
   */
  #noteCameToLight(copy: Copy, cause: Cause): void {
    const { tickActs, crashDoubt } = this.#parts;
    const { itemId, place } = copy;
    const boxId = copy.boxId;
    const isTouched = tickActs.has(itemId) || (boxId !== null && tickActs.has(boxId)) || cause.action === "BLOCK_PLACE";
    if (!isTouched) crashDoubt.countRestored(itemId, place);
  }

  #handleFurtherCopy(copy: Copy, cause: Cause, how: ArrivedHow): void {
    const { firstCopies, copyRanking, attribution, proofs, storeLookups, confirmations } = this.#parts;
    const { itemId, place } = copy;
    this.#noteCameToLight(copy, cause);
    if (cause.action === "BLOCK_PLACE") firstCopies.noteInPlacedBlock(itemId, place);
    if (how === "by window") copyRanking.noteOutOfWindowBeside(itemId, place);
    if (how === "silently") this.#noteFellOut(copy);
    if (how === "reported" && this.#isFromJoining(copy, "first")) firstCopies.setFirstPlace(itemId, place);
    else if (how === "reported" && this.#isFromJoining(copy, "unknown")) firstCopies.markUnknown(itemId);
    copyRanking.rankIfSettled(itemId);
    attribution.noteFurtherCopy(copy);
    proofs.suspect(itemId, attribution.openerOfCopy(copy, cause));
    // The copy that came before this one was on record elsewhere: it need not be the item.
    if (this.#parts.network?.isAskedAbout(itemId)) this.askAgain(copy);
    // While the store is asked, its record of the id must stay as it is. So must a record that nobody can say which copy was first.
    confirmations.confirm(copy, cause, !storeLookups.isAsking(itemId) && firstCopies.isKnown(itemId));
  }

  /** True if a player who is joining, and whose copy has this standing, put it here before anybody looked at the player. */
  #isFromJoining({ itemId, place }: Copy, standing: Standing): boolean {
    const { absentOwners, network, recentMoves } = this.#parts;
    return absentOwners
      .placesOf(itemId, standing)
      .some(
        (owner) =>
          network?.isProvisional(owner) &&
          recentMoves.lead(itemId, owner, place, { ms: 0, moment: recentMoves.tickBegan }),
      );
  }

  #handleOnlyCopy(copy: Copy, cause: Cause, how: ArrivedHow): void {
    const { custodyWriter, attribution, copyRanking, confirmations } = this.#parts;
    const { itemId } = copy;
    const last = custodyWriter.takeLastHolding(itemId) ?? this.#takeBrokenPlace(itemId);
    if (last === undefined) this.#noteCameToLight(copy, cause);
    attribution.noteArrival(copy, last?.holderId);
    if (last !== undefined && how === "by window") copyRanking.noteOutOfWindow(itemId, last.place);
    if (last !== undefined && last !== NEW && how === "silently")
      copyRanking.noteSilentMove(itemId, last.place, last.since);
    if (last !== undefined && last !== NEW && how === "reported") copyRanking.noteBrought(itemId, last);
    if (last !== undefined && this.#isBackSilently(copy, last)) copyRanking.noteSilentReturn(itemId, copy.place);
    if (last === undefined && !copy.isNew) this.#askStore(copy, cause);
    else confirmations.confirm(copy, cause);
  }

  /** Other servers are asked about the item, or were until now: what is on record by now tells which copy is the item. */
  askAgain(copy: Copy): void {
    this.#lookUp(copy, { cause: RECHECK, opener: undefined, isLogged: true });
  }

  /** True if it left this place in an earlier tick, and no reported moves led it away and back. */
  #isBackSilently({ itemId, boxId, place }: Copy, last: LastHolding): boolean {
    const { recentMoves } = this.#parts;
    if (accountPlace(last.place) !== accountPlace(place) || last.since >= recentMoves.tickBegan) return false;
    const ids = boxId === null ? [itemId] : [itemId, boxId];
    return !ids.some((id) => recentMoves.leadBack(id, place, last.since));
  }

  /** Asks the store, because this process does not know where the item was before. */
  #askStore(copy: Copy, cause: Cause): void {
    const { attribution, tickActs, network } = this.#parts;
    const opener = attribution.openerOfCopy(copy, cause);
    network?.noteArrival(copy, opener);
    this.#lookUp(copy, { cause, opener, isLogged: tickActs.has(copy.itemId) });
  }

  #lookUp(copy: Copy, how: Pick<StoreLookup, "cause" | "opener" | "isLogged">): void {
    const { storeLookups, holders, clock, crashDoubt, firstCopies, recentMoves } = this.#parts;
    const { itemId, place } = copy;
    const { tickBegan } = recentMoves;
    const seen = asEvidence(copy, holders, clock.now());
    const isDoubtful = crashDoubt.isDoubtful(itemId);
    storeLookups.add({ ...how, copy, seen, tickBegan, isDoubtful, doubt: firstCopies.doubtAbout(itemId, place) });
  }

  /** The broken block that held the item until this tick, and who held it there. */
  #takeBrokenPlace(itemId: string): LastHolding | undefined {
    const left = this.#parts.darkPlaces.takeLeft(itemId);
    return left && { ...this.#holding(itemId, left.place), isBroken: true };
  }

  /** If the item lies where a block that held a copy until this tick was broken, it is that copy. */
  #noteFellOut({ itemId, place }: Copy): void {
    const { darkPlaces, copyRanking } = this.#parts;
    const left = placeKind(place) === "ground" ? darkPlaces.takeLeft(itemId, place) : undefined;
    if (left !== undefined) copyRanking.noteFellOut(itemId, place, left.place, left.standing);
  }
}
