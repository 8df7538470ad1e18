import type { Cause } from "../looking/look-cause.ts";
import type { WaitingIds } from "../looking/new-item-filter.ts";
import type { Observer } from "../looking/observer.ts";
import type { Presence } from "../looking/presence/presence.ts";
import type { NearbySearch } from "../looking/rounds/nearby-search.ts";
import type { UnprocessedItems } from "../looking/unprocessed-items.ts";
import { NIL_UUID } from "../model/nil-uuid.ts";
import type { PlaceKey } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { RuleBacklog } from "../rule/rule-backlog.ts";
import type { Claim, Store } from "../store.ts";
import type { GameClock } from "../time/game-clock.ts";
import type { Attribution } from "./custody/attribution.ts";
import type { Confirmations } from "./custody/confirmations.ts";
import type { CustodyWriter } from "./custody/custody-writer.ts";
import type { Holders } from "./custody/holders.ts";
import type { RecentMoves } from "./custody/recent-moves.ts";
import type { ClaimWrites } from "./dark/claim-writes.ts";
import { type Claims, standingIn } from "./dark/claims.ts";
import type { DarkPlaces } from "./dark/dark-places.ts";
import type { ReturnedPlaces } from "./dark/returned-places.ts";
import type { EndedItems } from "./ends/ended-items.ts";
import type { StoreAnswers } from "./from-store/store-answers.ts";
import type { StoreAnswer, StoreLookups } from "./from-store/store-lookups.ts";
import type { ItemReports } from "./item-reports.ts";
import type { CopyRanking } from "./proofs/copy-ranking.ts";
import type { FirstCopies } from "./proofs/first-copies.ts";
import type { Proofs } from "./proofs/proofs.ts";
import type { ProvisionalReissue } from "./sanctioned/provisional-reissue.ts";
import type { SanctionedReissue } from "./sanctioned/sanctioned-reissue.ts";
import type { TickActs } from "./tick-acts.ts";
import type { VisibleCopies } from "./visible-copies.ts";

/** Answers of the store processed at one tick end; the rest follows at the next. */
const ANSWERS_PER_TICK = 128;

/** Answers between two checks of the time. The first batch is always processed, even if the tick end's time is spent. */
const ANSWERS_AT_ONCE = 16;

const NOTHING_WAITS: WaitingIds = { isEmpty: true, has: () => false };

interface JudgeParts {
  readonly clock: Pick<GameClock, "isSpent">;
  readonly observer: Observer;
  readonly unprocessed: UnprocessedItems;
  readonly presence: Presence;
  readonly visibleCopies: VisibleCopies;
  readonly recorder: Recorder;
  readonly ruleBacklog: RuleBacklog;
  /** True if staff want to see the raw rule: a hit must then name the material, which takes a full look. */
  readonly isRuleHeard: () => boolean;
  readonly holders: Holders;
  readonly itemReports: ItemReports;
  readonly tickActs: TickActs;
  readonly recentMoves: RecentMoves;
  readonly attribution: Attribution;
  readonly custodyWriter: CustodyWriter;
  readonly confirmations: Confirmations;
  readonly claims: Claims;
  readonly claimWrites: ClaimWrites;
  readonly firstCopies: FirstCopies;
  readonly copyRanking: CopyRanking;
  readonly proofs: Proofs;
  readonly endedItems: EndedItems;
  readonly darkPlaces: DarkPlaces;
  readonly returnedPlaces: ReturnedPlaces;
  readonly storeLookups: StoreLookups;
  readonly storeAnswers: StoreAnswers;
  readonly sanctionedReissue: SanctionedReissue;
  readonly provisionalReissue: ProvisionalReissue;
  readonly nearbySearch: NearbySearch;
}

/**
 * Judges by looking: calls the parts of judging in order at a look and at a tick end. Events only say where to look (`ItemReports`); the
 * evidence is what a look at a tick end finds. An item that turns up while the place that held it cannot be looked at makes a claim, which
 * is settled when that place can be looked at again.
 */
export class Judge {
  readonly #parts: JudgeParts;
  #store: Store | undefined;

  constructor(parts: JudgeParts) {
    this.#parts = parts;
  }

  /** From now on the store can be asked. Claims that were opened before are saved now. */
  connect(store: Store, openClaims: readonly Claim[]): void {
    const { claims, firstCopies, presence, holders, returnedPlaces, storeLookups } = this.#parts;
    const early = claims.all();
    this.#store = store;
    claims.load(openClaims);
    for (const { itemId, copies, isOrderUnknown } of openClaims) {
      if (isOrderUnknown) firstCopies.markUnknownBefore(itemId);
      for (const { place, holderId } of copies) holders.rememberStored(itemId, place, holderId);
    }
    const pending = openClaims.filter(({ kind }) => kind === "pending");
    for (const [itemId, open] of Map.groupBy(pending, (claim) => claim.itemId)) {
      const copies = open.flatMap((claim) => claim.copies);
      presence.loadOrder(itemId, orderOf(copies, claims.of(itemId)));
    }
    returnedPlaces.onClaimsLoaded(openClaims, (itemId) => storeLookups.isWhereFound(itemId));
    for (const claim of early) claims.open(claim);
  }

  /** The store, once it can be asked. Claims are kept there. */
  get store(): Store | undefined {
    return this.#store;
  }

  /** False while something is still to be written: the store is being asked where some ids were before, or writes wait for their turn. */
  get isAllConfirmed(): boolean {
    const { storeLookups, confirmations, darkPlaces, returnedPlaces } = this.#parts;
    const isDone = confirmations.isDone && darkPlaces.isDone && returnedPlaces.isDone;
    return isDone && storeLookups.isIdle;
  }

  /** True if a tick end can write something without a further answer of the store. */
  get canConfirm(): boolean {
    const { storeLookups, confirmations, darkPlaces, returnedPlaces } = this.#parts;
    const isDone = confirmations.isDone && darkPlaces.isDone && returnedPlaces.isDone;
    return !isDone || storeLookups.hasAnswers;
  }

  /** At the stop: rows that waited for a store are written. */
  finish(): void {
    this.#parts.storeLookups.writeAll();
  }

  /** True if ids are due to be examined that no tick end has reached yet. */
  get hasBacklog(): boolean {
    return this.#parts.proofs.hasBacklog || this.#parts.storeLookups.hasNews;
  }

  /** True when the id is being looked into. */
  isOpen(itemId: string): boolean {
    return this.#parts.proofs.isOpen(itemId) || this.#parts.claims.of(itemId).length > 0;
  }

  /** True while a look is still to come that tells whether there are two. */
  isAwaited(itemId: string): boolean {
    return this.#parts.proofs.isAwaited(itemId);
  }

  /** True if there are two copies, or may be, because one of them is in the dark. */
  isDouble(itemId: string): boolean {
    const { proofs, claims } = this.#parts;
    return proofs.isProven(itemId) || claims.of(itemId).some(({ kind }) => kind === "dark");
  }

  /** The item's last holder, as far as this process knows; otherwise the nil UUID. */
  lastHolderOf(itemId: string): string {
    const { tickActs, presence, custodyWriter, holders } = this.#parts;
    const actor = tickActs.actorOf(itemId);
    if (actor !== undefined) return actor.id;
    const [place, ...others] = presence.placesOf(itemId);
    if (place === undefined) return custodyWriter.lastHolderOf(itemId);
    return others.length === 0 ? holders.holderOf(itemId, place).id : NIL_UUID;
  }

  beginTickEnd(): void {
    this.#parts.recentMoves.tick();
    this.#parts.observer.beginTickEnd();
  }

  /**
   * Looks at a place. A place that is as before and has no claims needs only a quick check. If thousands of items lie there as before and
   * some are claimed, only the claims are gone through.
   */
  look(place: PlaceKey, cause: Cause): void {
    const { claims, observer, unprocessed, presence, ruleBacklog, isRuleHeard } = this.#parts;
    this.#parts.provisionalReissue.reissueAt(place);
    const isClaimed = claims.has(place);
    const isQuickEnough =
      !cause.isMove &&
      (!isClaimed || observer.isFullAt(place)) &&
      !unprocessed.areWaitingAt(place) &&
      !(cause.isSighting && isRuleHeard()) &&
      observer.isAsBefore(place, cause.player);
    if (!isQuickEnough) {
      observer.look(place, cause);
      return;
    }
    if (cause.isSighting && cause.player !== undefined)
      ruleBacklog.noteSeenAgain(place, presence.idsAt(place), cause.player);
    if (isClaimed) this.#resolveClaims(place, cause);
  }

  #resolveClaims(place: PlaceKey, cause: Cause): void {
    const { attribution, returnedPlaces } = this.#parts;
    const openerOf = (itemId: string) => attribution.openerOf(itemId, place, cause);
    returnedPlaces.resolveClaimsAt({ place, waiting: NOTHING_WAITS }, [], openerOf);
  }

  /** The place is about to become dark: this is the last look at it. */
  lookBeforeDark(place: PlaceKey, cause: Cause): void {
    this.#parts.provisionalReissue.reissueAt(place);
    if (cause.action === "BLOCK_BREAK") this.#parts.endedItems.noteBroken(place);
    this.#parts.observer.inOneLook(() => this.#lookLast(place, cause));
    this.#parts.unprocessed.forget(place);
  }

  #lookLast(place: PlaceKey, cause: Cause): void {
    const { observer, sanctionedReissue, presence, visibleCopies, confirmations, darkPlaces } = this.#parts;
    // Ids that are being looked into must not be left for later, however much there is.
    const lookAgain = () => observer.lookAgain(place, cause, (itemId) => this.isOpen(itemId));
    const look = lookAgain();
    const countPlaces = (itemId: string) => presence.placesOf(itemId).length;
    const copiesOf = (itemId: string) => visibleCopies.copiesOf(itemId);
    const hasDoubles = sanctionedReissue.reissueDoubles(look.copies, countPlaces, copiesOf);
    const lastLook = hasDoubles ? lookAgain() : look;
    confirmations.confirmWaiting(lastLook);
    if (cause.action === "BLOCK_BREAK") darkPlaces.noteBroken(place, lastLook);
    else darkPlaces.noteGoingDark(place, lastLook);
  }

  /** Once the tick end has looked: finds out which copies were there first. Only then may anything be taken. */
  rankCopies(): void {
    const { copyRanking, returnedPlaces, darkPlaces, confirmations, storeLookups } = this.#parts;
    returnedPlaces.lookForMore();
    try {
      this.#applyAnswers();
    } finally {
      copyRanking.rankArrivals(
        (itemId) => confirmations.leftPlaceOf(itemId),
        (itemId) => storeLookups.isAsking(itemId),
      );
      darkPlaces.markWaiting();
    }
  }

  /** Judges everything that the looks of this tick end found. */
  finishTickEnd(): void {
    try {
      this.#judge();
    } finally {
      // A failed tick end must be closed too: what it left behind would make every later one fail.
      this.#closeTickEnd();
    }
  }

  #judge(): void {
    const { proofs, endedItems, darkPlaces, returnedPlaces } = this.#parts;
    proofs.examineDue();
    endedItems.examineEnded();
    darkPlaces.openClaims();
    returnedPlaces.finishTickEnd();
  }

  #closeTickEnd(): void {
    const { observer, presence, copyRanking, endedItems, confirmations, nearbySearch, tickActs, claimWrites } =
      this.#parts;
    const { unprocessed } = this.#parts;
    const isWaiting = (itemId: string) => unprocessed.isWaiting(itemId);
    endedItems.finishTickEnd();
    confirmations.finishTickEnd(isWaiting);
    this.#askStore();
    this.#parts.ruleBacklog.finishTickEnd();
    observer.finishTickEnd();
    nearbySearch.finishTickEnd();
    copyRanking.finishTickEnd();
    claimWrites.finishTickEnd();
    presence.finishTickEnd(isWaiting);
    const isKept = (itemId: string) => isWaiting(itemId) || unprocessed.isBoxOfWaiting(itemId);
    for (const part of [tickActs, this.#parts.itemReports]) part.finishTickEnd(isKept);
  }

  #applyAnswers(): void {
    const { storeLookups, clock } = this.#parts;
    for (let applied = 0; applied < ANSWERS_PER_TICK && storeLookups.hasAnswers; applied++) {
      if (applied > 0 && applied % ANSWERS_AT_ONCE === 0 && clock.isSpent) return;
      // One by one: if the game fails at one of them, the others are still to come.
      for (const answer of storeLookups.takeAnswers(1)) this.#applyAnswer(answer);
    }
  }

  #applyAnswer(answer: StoreAnswer): void {
    const { storeLookups, storeAnswers, firstCopies } = this.#parts;
    const { itemId } = answer.copy;
    try {
      storeAnswers.apply(answer);
    } catch (error) {
      // What it says of the order of the copies must not be lost, or else nobody can say which one was first.
      if (storeLookups.isAsking(itemId)) storeLookups.askAgain(answer);
      else firstCopies.markUnknownForGood(itemId);
      throw error;
    }
  }

  /** Hands over the waiting rows first: the store must know what was confirmed before it is asked. */
  #askStore(): void {
    const { recorder, storeLookups, presence } = this.#parts;
    if (this.#store === undefined || !storeLookups.hasQuestions) return;
    recorder.flushNow();
    storeLookups.ask(this.#store, (itemId) => presence.placesOf(itemId));
  }
}

/** A place that was dark with the item comes before those of the copies that came to light meanwhile. */
function orderOf(copies: readonly SeenCopy[], claims: readonly Claim[]): readonly PlaceKey[] {
  const dark = claims
    .filter((claim) => claim.kind === "dark" && standingIn(claim) === "first")
    .map(({ place }) => place);
  return [...new Set([...dark, ...copies.map(({ place }) => place)])];
}
