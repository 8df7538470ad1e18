import type { Copy } from "../../looking/look.ts";
import type { Observer } from "../../looking/observer.ts";
import type { Presence } from "../../looking/presence/presence.ts";
import type { UnseenMoves } from "../../looking/unseen-moves.ts";
import { accountPlace, ENDED, NOWHERE, type PlaceKey } from "../../model/place.ts";
import type { Custody } from "../../store.ts";
import { readItemId } from "../../tagging/item-tag.ts";
import type { Confirmations } from "../custody/confirmations.ts";
import type { CustodyWriter } from "../custody/custody-writer.ts";
import type { Holders } from "../custody/holders.ts";
import type { RecentMoves } from "../custody/recent-moves.ts";
import type { UnknownIds } from "../custody/unknown-ids.ts";
import { type Claims, standingIn } from "../dark/claims.ts";
import type { DarkPlaces } from "../dark/dark-places.ts";
import type { EarlierEnds } from "../ends/earlier-ends.ts";
import type { End, EndedItems } from "../ends/ended-items.ts";
import type { OtherServers } from "../other-servers.ts";
import type { FirstCopies } from "../proofs/first-copies.ts";
import type { Announcements } from "../sanctioned/announcements.ts";
import type { CrashDoubt } from "./crash-doubt.ts";
import type { StoreAnswer, StoreLookups } from "./store-lookups.ts";

interface StoreAnswersParts {
  /** This server among those that share the store; absent when it is alone. */
  readonly serverName: string | undefined;
  readonly network: OtherServers | undefined;
  readonly announcements: Pick<Announcements, "noteAnswer">;
  readonly observer: Observer;
  readonly presence: Presence;
  readonly holders: Holders;
  readonly claims: Claims;
  readonly confirmations: Confirmations;
  readonly crashDoubt: CrashDoubt;
  readonly custodyWriter: CustodyWriter;
  readonly darkPlaces: DarkPlaces;
  readonly endedItems: EndedItems;
  readonly earlierEnds: EarlierEnds;
  readonly firstCopies: FirstCopies;
  readonly recentMoves: RecentMoves;
  readonly unknownIds: UnknownIds;
  readonly unseenMoves: UnseenMoves;
  readonly storeLookups: Pick<StoreLookups, "endQuestion">;
  /** True when the id is being looked into. */
  readonly isOpen: (itemId: string) => boolean;
  /** True for an id that a client wrote and that is not known to have been given out. */
  readonly isDoubtfulId: (itemId: string) => boolean;
}

/**
 * Handles the store's answers about where an id was before it turned up: at the same place, at one that can be looked at, or in the dark.
 * Meanwhile the item may have moved on; custody then went with it.
 */
export class StoreAnswers {
  readonly #parts: StoreAnswersParts;

  constructor(parts: StoreAnswersParts) {
    this.#parts = parts;
  }

  apply(answered: StoreAnswer): void {
    // Whether there was a crash is known by now; it may not have been when the id turned up.
    const isDoubtful = answered.isDoubtful && this.#parts.crashDoubt.isUnclean;
    const answer = this.#withoutForeignTime(this.#withDoubtOnRecord({ ...answered, isDoubtful }));
    const { observer, announcements, crashDoubt, darkPlaces, firstCopies, unknownIds, isDoubtfulId, network } =
      this.#parts;
    const { copy: found, custody, end } = answer;
    // This comes first: the look may find that the item is somewhere else by now.
    const here = this.#copyNow(found);
    const writeAgain = this.#parts.storeLookups.endQuestion(found.itemId);
    const hasGoneOn =
      here === undefined && (observer.canSee(found.place) || darkPlaces.wasWithout(found.place, found.itemId));
    if (custody !== undefined && answer.isDoubtful) crashDoubt.markKnownBefore(found.itemId);
    if (custody === undefined && isDoubtfulId(found.itemId)) return;
    if (end !== undefined) {
      this.#applyToEnd(answer, end);
      return;
    }
    if (here !== undefined) darkPlaces.compareWithForeign(answer, here);
    if (custody !== undefined && network?.isElsewhere(custody, found.place)) {
      this.#onOtherServer(answer, custody, here, network);
      return;
    }
    if (custody !== undefined) {
      this.#rank(answer, custody);
      // What was written meanwhile says nothing of the doubt, and the item may be out of sight by now.
      if (crashDoubt.mayBeCopy(found.itemId)) writeAgain?.();
    } else {
      firstCopies.markUnknown(found.itemId);
      unknownIds.adopt(found);
    }
    const wasThere = custody !== undefined && accountPlace(custody.place) === accountPlace(found.place);
    announcements.noteAnswer(found.itemId, found.place, wasThere);
    if (wasThere) this.#onSamePlace(answer, custody, here);
    else this.#onOtherPlace(answer, here, hasGoneOn);
  }

  /** A crash of an earlier run, or on another server, has left the item elsewhere than it was on record then. */
  #withDoubtOnRecord(answer: StoreAnswer): StoreAnswer {
    if (answer.custody?.mayBeCopy) this.#parts.crashDoubt.noteMayBeCopy(answer.copy.itemId);
    if (!this.#parts.crashDoubt.mayBeCopy(answer.copy.itemId)) return answer;
    return { ...answer, doubt: { ...answer.doubt, isFirst: true } };
  }

  /** Custody that came along with its player may have the time of another server's clock, which cannot be compared with times here. */
  #withoutForeignTime(answer: StoreAnswer): StoreAnswer {
    const { custody } = answer;
    const hasTravelled = custody !== undefined && custody.version > 1;
    if (!hasTravelled || !this.#parts.network?.travelsWithPlayer(custody.place)) return answer;
    return { ...answer, custody: { ...custody, confirmedMs: 0 } };
  }

  #onSamePlace(answer: StoreAnswer, custody: Custody, here: Copy | undefined): void {
    const { copy: found } = answer;
    const { holders, crashDoubt, custodyWriter, network } = this.#parts;
    holders.rememberStored(found.itemId, found.place, custody.holderId);
    crashDoubt.noteConfirmed(found.itemId);
    if (answer.isDoubtful) crashDoubt.markInPlace(found.itemId);
    // Custody that came along with its player has the time of another server's clock, which says nothing here.
    const isToBeRenewed = crashDoubt.isCustodyFromBefore(custody) || network?.travelsWithPlayer(found.place);
    if (here !== undefined && isToBeRenewed) custodyWriter.writeCustody(here.itemId, here.place, here.location);
  }

  #onOtherPlace(answer: StoreAnswer, here: Copy | undefined, hasGoneOn: boolean): void {
    const { holders, confirmations, firstCopies, isOpen } = this.#parts;
    const { copy: found, cause, custody } = answer;
    const hasGoneBack = hasGoneOn && custody !== undefined && this.#hasGoneBack(answer, custody);
    if (custody !== undefined && !hasGoneBack) this.#compare(answer, custody, here);
    const { itemId, place } = here ?? found;
    if (custody !== undefined && !isOpen(itemId)) holders.rememberStored(itemId, place, custody.holderId);
    const first = firstCopies.firstPlaceFound(itemId);
    const isFirst = firstCopies.isKnown(itemId) && (first === undefined || first === accountPlace(place));
    if (!hasGoneOn) confirmations.confirm(here ?? found, cause, isFirst, answer.isLogged);
  }

  /** The store answered late: since it was asked, the item was reported to go back, and was at its old place when that went dark again. */
  #hasGoneBack(answer: StoreAnswer, custody: Custody): boolean {
    const { darkPlaces, endedItems } = this.#parts;
    const { itemId, place } = answer.copy;
    if (endedItems.endOf(itemId) !== undefined || !darkPlaces.wasWith(custody.place, itemId)) return false;
    return this.#leads(answer, place, custody.place);
  }

  /** True if moves that were reported since the item was found lead from one place to the other. */
  #leads({ copy: { itemId, outer }, seen }: StoreAnswer, from: PlaceKey, to: PlaceKey): boolean {
    const ids = [itemId, readItemId(outer) ?? itemId];
    return ids.some((id) => this.#parts.recentMoves.lead(id, from, to, { ms: seen.seenMs }));
  }

  /**
   * The item was at this place until just now: its player is joining, or it is a dark place that is back. The item is where it was found or
   * turned up since, if it was reported to go there. False if no report says where it went.
   */
  #rankFrom(answer: StoreAnswer, from: PlaceKey): boolean {
    const { firstCopies, observer, recentMoves } = this.#parts;
    const { copy: found, tickBegan: moment } = answer;
    if (moment === undefined) return false;
    const isFromPlayer = ({ itemId, outer, place }: Copy) =>
      [itemId, readItemId(outer) ?? itemId].some((id) => recentMoves.lead(id, from, place, { ms: 0, moment }));
    const there = observer.copiesOf(found.itemId).filter(({ place }) => place !== found.place);
    const [place, ...others] = new Set([found, ...there].filter(isFromPlayer).map((copy) => copy.place));
    if (others.length > 0) firstCopies.markUnknown(found.itemId);
    else if (place !== undefined) this.#setFirst(answer, place);
    return place !== undefined;
  }

  /** Another server has the item on record, and is asked. What happened here goes into the item's history anyway. */
  #onOtherServer(answer: StoreAnswer, custody: Custody, here: Copy | undefined, network: OtherServers): void {
    const { confirmations } = this.#parts;
    if (here === undefined) return;
    if (custody.place === NOWHERE) this.#parts.firstCopies.markUnknownForGood(here.itemId);
    confirmations.confirm(here, answer.cause, false, answer.isLogged);
    network.noteOnRecordElsewhere(here, custody, answer.opener);
  }

  /** The item was first seen when it ended: compares that with where the store has it. */
  #applyToEnd(answer: StoreAnswer, end: End): void {
    const { unknownIds, crashDoubt, presence, custodyWriter, network } = this.#parts;
    const { copy: found, custody } = answer;
    // Another server can be asked only while there is a copy here.
    const isAtAnother = custody !== undefined && network?.isElsewhere(custody, found.place) === true;
    if (custody === undefined) unknownIds.adopt(found);
    else if (isAtAnother) crashDoubt.noteConfirmed(found.itemId);
    else if (custody.place === ENDED || accountPlace(custody.place) !== accountPlace(found.place))
      this.#compare(answer, custody, undefined);
    crashDoubt.noteConfirmed(found.itemId);
    if (!presence.has(found.itemId)) custodyWriter.writeEnd(found.itemId, end.player.id, end.location);
  }

  /** `here`: the copy where it is now, if it can be seen. */
  #compare(answer: StoreAnswer, custody: Custody, here: Copy | undefined): void {
    const { darkPlaces, endedItems, earlierEnds } = this.#parts;
    if (custody.place === ENDED) earlierEnds.contestEnded(answer, custody, here);
    else if (custody.place !== NOWHERE) {
      const isDoubtful = this.#isFromBeforeCrash(answer, custody);
      const seen = (answer.end === undefined ? endedItems.endOf(answer.copy.itemId) : undefined) ?? answer.seen;
      darkPlaces.compareWithStore({ ...answer, seen, isDoubtful }, custody, here);
    }
  }

  #copyNow({ itemId, place }: Copy): Copy | undefined {
    return this.#parts.observer.copiesOf(itemId).find((copy) => accountPlace(copy.place) === accountPlace(place));
  }

  /** The copy at the place on record was there first, if it is still there. */
  #rank(answer: StoreAnswer, custody: Custody): void {
    const { itemId, place } = answer.copy;
    const { serverName, network, claims, confirmations, firstCopies, observer, presence, recentMoves, unseenMoves } =
      this.#parts;
    const isHere = serverName === undefined || serverName === custody.server;
    const onRecord = accountPlace(custody.place);
    const mayBeCopy = this.#parts.crashDoubt.mayBeCopy(itemId);
    if (mayBeCopy) this.#leaveInDoubt(itemId);
    // A claim on a dark place that may have the first copy says more, also if that place is back: custody may have gone with the copy that
    // came to light since.
    const inTheDark = claims.of(itemId).flatMap((claim) => (claim.kind === "dark" ? standingIn(claim) : []));
    if (inTheDark.some((standing) => standing !== "later")) {
      // Until now the order of those in sight was a guess.
      if (inTheDark.includes("unknown")) firstCopies.markUnknown(itemId);
      else if (presence.isAtSeveral(itemId)) firstCopies.putLaterLast(itemId);
      return;
    }
    confirmations.addFurtherCopy(itemId);
    if (mayBeCopy) return;
    const claimed = firstCopies.firstPlaceFound(itemId);
    // So does one that was closed since the store was asked, because its place came back.
    const left = firstCopies.darkPlaceLeft(itemId);
    if (claimed !== undefined) firstCopies.setFirstPlace(itemId, claimed);
    else if (left !== undefined) {
      if (answer.isDoubtful || !this.#rankFrom(answer, left)) firstCopies.markUnknown(itemId);
    }
    // What is on record may be what this process wrote while the item was where nobody had looked.
    else if (firstCopies.isLater(itemId, onRecord) || firstCopies.isDoubted(itemId, custody.place))
      firstCopies.markUnknown(itemId);
    else if (onRecord === accountPlace(place)) this.#setFirst(answer, place);
    else if (custody.place === NOWHERE || custody.place === ENDED) {
      // Claims name the places of copies of which nobody could say which was first.
      if (!firstCopies.wasUnknownBefore(itemId) || this.#isFromBeforeCrash(answer, custody))
        this.#parts.firstCopies.markUnknownForGood(itemId);
      else firstCopies.markUnknown(itemId);
    } else if (network?.isProvisional(custody.place)) this.#rankFrom(answer, custody.place);
    else if (!isHere) return;
    else if (!observer.canSee(custody.place)) {
      if (this.#isFromBeforeCrash(answer, custody)) this.#leaveInDoubt(itemId);
    } else if (presence.placesOf(itemId).some((other) => accountPlace(other) === onRecord))
      this.#setFirst(answer, this.#hasComeSince(answer, onRecord) ? place : onRecord);
    else {
      const isFromThere = (to: PlaceKey) => recentMoves.lead(itemId, custody.place, to, { ms: custody.confirmedMs });
      const [to, ...others] = new Set([place, ...presence.placesOf(itemId)].filter(isFromThere));
      if (to !== undefined && others.length === 0) this.#setFirst(answer, to);
      else if (this.#isFromBeforeCrash(answer, custody)) this.#leaveInDoubt(itemId);
      else {
        if (to === undefined) unseenMoves.add(itemId, custody.place);
        firstCopies.markUnknown(itemId);
      }
    }
  }

  /**
   * True if the item was reported to go from this place to where it was found, and the place was without it when that tick had ended: what is
   * there now is another copy.
   */
  #hasComeSince({ copy, inSight, tickBegan: moment }: StoreAnswer, onRecord: PlaceKey): boolean {
    if (moment === undefined || inSight === undefined) return false;
    if (inSight.some((place) => accountPlace(place) === onRecord)) return false;
    const ids = [copy.itemId, readItemId(copy.outer) ?? copy.itemId];
    return ids.some((id) => this.#parts.recentMoves.lead(id, onRecord, copy.place, { ms: 0, moment }));
  }

  /** Nobody can say which copy is the item, over restarts too. What is on record says so from the end of this tick on. */
  #leaveInDoubt(itemId: string): void {
    this.#parts.crashDoubt.noteMayBeCopy(itemId);
    this.#parts.firstCopies.markUnknownForGood(itemId);
    this.#parts.confirmations.confirmAgain(itemId);
  }

  /**
   * A crash may have undone the item's last moves, or killed the process before a last move was on record. If the item is not where it is on
   * record, it may as well be in the dark.
   */
  #isFromBeforeCrash({ isDoubtful }: StoreAnswer, custody: Custody): boolean {
    return isDoubtful || this.#parts.crashDoubt.isCustodyFromBefore(custody);
  }

  /** The item was first at this place. If it has left since, it is where reported moves led to. */
  #setFirst(answer: StoreAnswer, place: PlaceKey): void {
    const { presence, firstCopies } = this.#parts;
    const { itemId } = answer.copy;
    // What is at the place that it has left may be another copy.
    const hasGoneTo = (to: PlaceKey) => accountPlace(to) !== accountPlace(place) && this.#leads(answer, place, to);
    const hasLeft = answer.left.has(accountPlace(place));
    const [there, ...others] = hasLeft ? presence.placesOf(itemId).filter(hasGoneTo) : [place];
    if (there !== undefined && others.length === 0) firstCopies.setFirstPlace(itemId, there);
    else firstCopies.markUnknown(itemId);
  }
}
