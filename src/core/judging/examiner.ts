import type { Copy, Look } from "../looking/look.ts";
import { type Cause, RECHECK } from "../looking/look-cause.ts";
import { NearbySearch } from "../looking/nearby-search.ts";
import type { Newcomers } from "../looking/newcomers.ts";
import { Observer } from "../looking/observer.ts";
import { reissue } from "../looking/reissue.ts";
import { UnseenMoves } from "../looking/unseen-moves.ts";
import { freshSet, onlyWaiting } from "../model/fresh-map.ts";
import { materialName } from "../model/material.ts";
import { NIL_UUID } from "../model/nil-uuid.ts";
import { ENDED, isOwned, NOWHERE, type PlaceKey, placeKind, recordOf } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { Player } from "../platform.ts";
import type { Claim, Custody, Store } from "../store.ts";
import { EventOrder } from "../time/event-order.ts";
import { OncePerMinute } from "../time/once-per-minute.ts";
import { Attribution, boxIdOf } from "./attribution.ts";
import { Claims, keptIn } from "./claims.ts";
import { CrashCopies } from "./crash-copies.ts";
import { CrashDoubt } from "./crash-doubt.ts";
import { CustodyWriter, type LastHolding, NEW } from "./custody-writer.ts";
import { DarkPlaces } from "./dark-places.ts";
import { type End, type EndedCopy, EndedItems } from "./ended-items.ts";
import { asEvidence } from "./evidence.ts";
import type { ExaminerParts } from "./examiner-parts.ts";
import { FirstCopies } from "./first-copies.ts";
import { type Change, Presence } from "./presence.ts";
import { Proofs } from "./proofs.ts";
import { ReportedMoves } from "./reported-moves.ts";
import { SanctionedCopies } from "./sanctioned/sanctioned-copies.ts";
import { SanctionedReissue } from "./sanctioned/sanctioned-reissue.ts";
import { SeenSlots } from "./seen-slots.ts";
import { type StoreAnswer, StoreLookups } from "./store-lookups.ts";
import { TickReports } from "./tick-reports.ts";
import { UnknownIds } from "./unknown-ids.ts";
import type { Opener } from "./verdict.ts";

/** Answers of the store that are dealt with at one tick end; the rest has its turn at the next. */
const ANSWERS_PER_TICK = 128;

/**
 * Judges by looking. Events only say where to look; what a look at a tick end finds is the evidence. A place that
 * cannot be looked at is a claim, settled when it can be.
 */
export class Examiner {
  readonly presence = new Presence();
  readonly unseenMoves: UnseenMoves;
  readonly firstCopies: FirstCopies;
  readonly claims: Claims;
  readonly crashDoubt = new CrashDoubt();
  readonly #parts: ExaminerParts;
  readonly #observer: Observer;
  readonly #custody: CustodyWriter;
  readonly #proofs: Proofs;
  readonly #ended: EndedItems;
  readonly #storeLookups: StoreLookups;
  readonly #sanctioned: SanctionedCopies;
  readonly #sanctionedReissue: SanctionedReissue;
  readonly #reportedMoves: ReportedMoves;
  readonly #darkPlaces: DarkPlaces;
  readonly #restored = new CrashCopies(this.crashDoubt);
  readonly #unknownIds: UnknownIds;
  readonly #nearbySearch: NearbySearch;
  readonly #reports = new TickReports();
  readonly #seenSlots = new SeenSlots();
  readonly #attribution: Attribution;
  /** Ids that left one place at this tick end, with who held them there, and are still at another: custody stays with what is there. */
  #leftOneOfSeveral = new Map<string, LastHolding>();
  /** Ids that turned up at this tick end while another copy was in sight. */
  #furtherCopies = new Set<string>();
  #store: Store | undefined;

  constructor(parts: ExaminerParts) {
    this.#parts = parts;
    const { platform, config, clock, log, newId, recorder, actors, announcements, onVerdict } = parts;
    const { presence } = this;
    const eventOrder = new EventOrder();
    this.#reportedMoves = new ReportedMoves(clock, eventOrder);
    this.unseenMoves = new UnseenMoves(eventOrder, () => this.newcomers.areWaiting);
    this.firstCopies = new FirstCopies({
      presence,
      unseen: this.unseenMoves,
      cameAt: (itemId, place) => {
        const moved = this.#movedAs(itemId, place).map((id) => this.#reportedMoves.lastMoment(id, place));
        return Math.max(this.#unknownIds.momentOf(itemId), ...moved);
      },
      isTouched: (itemId, place) => this.#movedAs(itemId, place).some((id) => this.#reports.isReportedAt(id, place)),
      onUnknown: (itemId) => this.#custody.writeNowhere(itemId),
      isWaiting: (itemId) => this.newcomers.isWaiting(itemId),
    });
    const observer = new Observer({
      platform,
      presence,
      newId,
      clock,
      eventOrder,
      goods: parts.goods,
      isUrgent: (itemId) => this.#reports.has(itemId),
      mustBeWhole: (place) => this.#restored.isFirstLook(place),
      afterLook: (look, change, cause) => this.#afterLook(look, change, cause),
      onDark: (place) => this.#darkPlaces.markDark(place, undefined),
    });
    const claims = new Claims(keptIn(() => this.#store, parts.writes));
    this.#custody = new CustodyWriter(recorder, presence, actors);
    this.#attribution = new Attribution({ reports: this.#reports, actors, presence, recorder });
    this.#storeLookups = new StoreLookups(log, new OncePerMinute(clock));
    this.#nearbySearch = new NearbySearch(platform, observer);
    this.#unknownIds = new UnknownIds(recorder, actors, clock, log, eventOrder);
    this.#sanctioned = new SanctionedCopies(config, announcements, platform, actors);
    const sanctioned = new SanctionedReissue({
      sanctioned: this.#sanctioned,
      wasDouble: (itemId) => this.#proofs.wasSeen(itemId) || claims.of(itemId).some(({ kind }) => kind === "pending"),
      actors,
      newId,
      recorder,
      onMinted: (itemId) => this.minted(itemId),
      lookAgain: (place) => this.lookAgain(place),
    });
    const proofs = new Proofs({
      observer,
      seenSlots: this.#seenSlots,
      claims,
      actors,
      clock,
      graceMs: config.movementGraceMs,
      needsSecondLook: config.detection === "evidence",
      isDark: (place) => this.#darkPlaces.isDark(place),
      isFirstKnown: (itemId) => this.firstCopies.isKnown(itemId),
      isMoving: (itemId) => this.presence.hasEntered(itemId),
      reissueSanctioned: (copies) => sanctioned.reissueSanctioned(copies),
      lookAround: (gone) => this.#nearbySearch.lookAround(gone),
      onProven: (itemId, copies, opener) => this.#proven(itemId, copies, opener),
      onGone: (itemId) => onVerdict({ kind: "gone", itemId }, []),
    });
    this.#darkPlaces = new DarkPlaces({
      platform,
      serverName: parts.serverName,
      clock,
      actors,
      presence,
      firstCopies: this.firstCopies,
      observer,
      proofs,
      claims,
      reportedMoves: this.#reportedMoves,
      sanctioned,
      isFromBeforeCrash: (seenMs) => this.crashDoubt.isFromBeforeCrash(seenMs),
      endedNow: (itemId) => this.#ended.endedNow(itemId),
      onLeft: (itemId, place) => this.#departed(itemId, { place, holderId: this.#attribution.left(itemId, place) }),
      onVerdict: (verdict) => onVerdict(verdict, []),
      onProven: (here, ended, opener) => this.#proven(here.itemId, [here], opener, here.item.material, [ended]),
    });
    this.#ended = new EndedItems({
      copiesOf: (itemId) => observer.copiesOf(itemId),
      isSanctioned: (copies) => sanctioned.reissueSanctioned(copies),
      isExempt: (material, world) => this.isExempt(material, world),
      isProven: (itemId) => proofs.isProven(itemId),
      now: () => clock.now(),
      onProven: (itemId, copies, player, material, ended) =>
        this.#proven(itemId, copies, { player, hasActed: true }, material, ended),
      onEnded: (end, ended) => this.#recordEnd(end, ended),
    });
    this.#sanctionedReissue = sanctioned;
    this.#observer = observer;
    this.claims = claims;
    this.#proofs = proofs;
  }

  /** The store can be asked from here on. What was claimed before it was there is kept now. */
  connect(store: Store, openClaims: readonly Claim[]): void {
    const early = this.claims.all();
    this.#store = store;
    this.claims.restore(openClaims);
    for (const { itemId, kind, copies, isOrderUnknown } of openClaims) {
      if (isOrderUnknown) this.firstCopies.wasUnknown(itemId);
      if (kind === "pending") this.presence.restoreOrder(itemId, [...new Set(copies.map(({ place }) => place))]);
      for (const { place, holderId } of copies) this.#parts.actors.remember(itemId, place, holderId);
    }
    for (const claim of early) this.claims.open(claim);
  }

  /** An item got this id, and its first transfer is written: wherever it is seen first is its place. */
  minted(itemId: string): void {
    this.#custody.minted(itemId);
    this.#reports.minted(itemId);
  }

  /** True when nothing of this material, or in this world, is ever judged. */
  isExempt(material: string, world: string): boolean {
    return this.#sanctioned.isExempt(material, world);
  }

  /**
   * A transfer of this id is written: a look in the same tick need not write another. It may have gone between the player and
   * the places that were touched.
   */
  logged(itemId: string, player: Player, touched: readonly PlaceKey[]): void {
    this.#reports.acted(itemId, player, touched);
    this.#parts.actors.tookOver(itemId, player.place);
    if (touched.length > 0) this.handedOver(itemId, player, touched);
  }

  /** The same without a transfer of its own: the id is inside something that has none. */
  handedOver(itemId: string, player: Player, touched: readonly PlaceKey[]): void {
    this.#reportedMoves.reported(itemId, player.place, touched);
  }

  /** A player has made the item a block, or used it up. */
  ended(itemId: string, end: End): void {
    this.#ended.ended(itemId, end);
  }

  /** Places that are to be looked at as soon as they can be. */
  get claimedPlaces(): Iterable<PlaceKey> {
    return this.claims.places();
  }

  /** False while the store is asked where ids were before: custody is not yet written for those. */
  get hasAllAnswers(): boolean {
    return this.#storeLookups.isIdle;
  }

  /** True when answers are there that no tick end has dealt with yet. */
  get hasAnswers(): boolean {
    return this.#storeLookups.hasAnswers;
  }

  /** True when the id is being looked into. */
  isOpen(itemId: string): boolean {
    return this.#proofs.isOpen(itemId) || this.claims.of(itemId).length > 0;
  }

  /** True while a look is to come that tells whether there are two. */
  isAwaited(itemId: string): boolean {
    return this.#proofs.isAwaited(itemId);
  }

  /** True when there are two, or may be: one of them is in the dark. */
  isDouble(itemId: string): boolean {
    return this.#proofs.isProven(itemId) || this.claims.of(itemId).some(({ kind }) => kind === "dark");
  }

  /** Who held the item last, as far as this process knows; the nil UUID when it does not. */
  lastHolderOf(itemId: string): string {
    const actor = this.#reports.actorOf(itemId);
    if (actor !== undefined) return actor.id;
    const [place, ...others] = this.presence.placesOf(itemId);
    if (place === undefined) return this.#custody.lastHolderOf(itemId);
    return others.length === 0 ? this.#parts.actors.holderOf(itemId, place).id : NIL_UUID;
  }

  beginTickEnd(): void {
    this.#parts.announcements.tick();
    this.#reportedMoves.tick();
    this.#observer.beginTickEnd();
  }

  /** Looks at a place. One that is as it was, and of which nothing is claimed, needs no more than a quick check. */
  look(place: PlaceKey, cause: Cause): void {
    if (
      !cause.isMove &&
      !this.claims.has(place) &&
      !this.newcomers.areWaitingAt(place) &&
      !(cause.isSighting && this.#parts.isRuleHeard()) &&
      this.#observer.isAsBefore(place, cause.player)
    ) {
      if (cause.isSighting && cause.player !== undefined)
        this.#parts.rule.checkAll(this.presence.idsAt(place), cause.player);
      return;
    }
    this.#observer.look(place, cause);
  }

  /** Something was changed at this place by ourselves. */
  lookAgain(place: PlaceKey): Look {
    return this.#observer.lookAgain(place, RECHECK);
  }

  /** Every visible copy of an id at this tick end, in the order in which they were there. */
  copiesOf(itemId: string): Copy[] {
    return this.#seenSlots.inOrder(itemId, this.#observer.copiesOf(itemId));
  }

  /** True when it is known which of an id's copies was there first, also of those in one place. */
  isFirstKnown(itemId: string): boolean {
    if (!this.firstCopies.isKnown(itemId)) return false;
    // Within what is one player's own it makes no difference.
    const [first] = this.presence.placesOf(itemId);
    return first === undefined || isOwned(first) || !this.#seenSlots.isGuess(itemId);
  }

  /** True when more ids are due to be examined than the tick ends so far have reached. */
  get hasBacklog(): boolean {
    return this.#proofs.hasBacklog || this.#storeLookups.hasNews;
  }

  /** True when the looks of this tick end have found as much as a tick may carry: what can wait, waits. */
  get isBusy(): boolean {
    return this.#observer.isBusy;
  }

  /** What turned up in such numbers that it waits for its turn. */
  get newcomers(): Newcomers {
    return this.#observer.newcomers;
  }

  /** Between two ticks: however much is asked within, each place is looked at once. */
  inOneLook<T>(ask: () => T): T {
    return this.#observer.inOneLook(ask);
  }

  /** Every visible copy of an id gets a fresh one. */
  reissueAll(itemId: string): void {
    const { actors, newId, recorder } = this.#parts;
    for (const copy of this.copiesOf(itemId)) {
      const freshId = reissue(copy, actors.holderOf(copy.itemId, copy.place).id, newId, recorder);
      if (freshId === undefined) continue;
      this.minted(freshId);
      this.lookAgain(copy.place);
    }
  }

  /** A copy that was seen is not there any more: looks where it can have gone without a word. False when that takes longer. */
  lookAround(seen: readonly SeenCopy[]): boolean {
    return this.#nearbySearch.lookAround(seen);
  }

  /** The place is about to become dark: this is the last look at it. */
  goingDark(place: PlaceKey, cause: Cause): void {
    // What is being looked into is not lost sight of, however much there is.
    const lookAgain = () => this.#observer.lookAgain(place, cause, (itemId) => this.isOpen(itemId));
    const look = lookAgain();
    const hasDoubles = this.#sanctionedReissue.reissueDoubles(look.copies, this.presence, (id) => this.copiesOf(id));
    const lastLook = hasDoubles ? lookAgain() : look;
    this.#confirmWaiting(lastLook);
    this.#darkPlaces.markDark(place, lastLook);
    this.newcomers.forget(place);
  }

  /**
   * What waits there, and was seen to leave its place before, is on record here from now on. Of the others the store is asked once
   * they can be looked at again: until then it has them where they were.
   */
  #confirmWaiting({ place, copies }: Look): void {
    const [here] = copies;
    if (here === undefined) return;
    for (const itemId of this.newcomers.idsAt(place)) {
      if (this.presence.has(itemId) || this.#custody.takeLastHolding(itemId) === undefined) continue;
      this.#custody.confirm(itemId, place, here.location);
    }
  }

  /** Everything that the looks of this tick end lead to. */
  finishTickEnd(): void {
    this.#darkPlaces.lookForReturned();
    for (const answer of this.#storeLookups.takeAnswers(ANSWERS_PER_TICK)) this.#answer(answer);
    this.firstCopies.rankArrivals(
      (itemId) => this.#leftOneOfSeveral.get(itemId)?.place,
      (itemId) => this.#storeLookups.isAsking(itemId),
    );
    this.#proofs.examineDue();
    this.#ended.examineEnded();
    this.#darkPlaces.openClaims();
    this.#ended.finishTickEnd();
    this.#attribution.signAll(this.#leftOneOfSeveral);
    const isWaiting = (itemId: string) => this.newcomers.isWaiting(itemId);
    this.#confirmWhatStayed(isWaiting);
    this.#custody.writeLost(isWaiting);
    this.#ask();
    this.#observer.finishTickEnd();
    this.#nearbySearch.finishTickEnd();
    this.firstCopies.finishTickEnd();
    this.presence.finishTickEnd(isWaiting);
    this.#reports.finishTickEnd((itemId) => isWaiting(itemId) || this.newcomers.isBoxOfWaiting(itemId));
  }

  #afterLook(look: Look, change: Change, cause: Cause): void {
    const { tracker, rule, notices, onLook } = this.#parts;
    onLook(look);
    if (look.leftOut > 0) tracker.sayCutShort(look.place, look.leftOut);
    for (const { itemId, item, location, isNew } of look.copies) {
      if (isNew) tracker.recordFirstId(itemId, item, cause.player, cause.action, location);
      if (cause.isSighting && cause.player !== undefined) rule.check(itemId, cause.player, item.material);
      if (item.count > 1) this.#proofs.suspect(itemId, this.#attribution.openerOf(itemId, look.place, cause));
    }
    notices.tell();
    this.#darkPlaces.resolveClaimsAt(look, change.arrived, (itemId) =>
      this.#attribution.openerOf(itemId, look.place, cause),
    );
    if (look.copies.length > this.presence.idsAt(look.place).length)
      this.#proofs.suspectDoubles(look.copies, (copy) => this.#attribution.openerOfCopy(copy, cause));
    if (change.arrived.length > 0) this.#arrivals(look, change.arrived, cause);
    for (const itemId of change.departed) {
      const holding = { place: look.place, holderId: this.#attribution.left(itemId, look.place) };
      if (this.#proofs.isOpen(itemId)) this.#proofs.suspect(itemId, undefined);
      if (this.presence.has(itemId)) {
        this.#leftOneOfSeveral.set(itemId, holding);
        this.firstCopies.left(itemId, look.place);
      } else this.#departed(itemId, holding);
    }
    this.#restored.markLookedAt(look.place);
  }

  /** It is at no visible place now. Nothing of a forged id goes on record, or it would be a known one the next time. */
  #departed(itemId: string, holding: LastHolding): void {
    if (!this.#parts.isDoubtfulId(itemId)) this.#custody.departed(itemId, holding);
  }

  /** What arrived stands in the order of the look: one walk over both finds the first copy of each. */
  #arrivals(look: Look, arrived: readonly string[], cause: Cause): void {
    let next = 0;
    for (const copy of look.copies) {
      const { itemId } = copy;
      if (itemId !== arrived[next]) continue;
      next++;
      if (!this.#reports.has(itemId)) this.#restored.countArrival(itemId, look.place);
      this.#checkEnd(copy, cause);
      const isReported = this.#reports.isReportedAt(itemId, look.place, boxIdOf(copy));
      const isByWindow = this.#reports.isByWindow(itemId, look.place, boxIdOf(copy));
      if (isReported && isByWindow) this.firstCopies.wasNotThere(itemId, look.place);
      else if (isReported) this.firstCopies.reported(itemId, look.place);
      if (this.presence.isAtSeveral(itemId)) {
        if (cause.action === "BLOCK_PLACE") this.firstCopies.turnedUpInPlaced(itemId, look.place);
        this.firstCopies.turnedUp(itemId);
        this.#attribution.turnedUp(copy);
        this.#proofs.suspect(itemId, this.#attribution.openerOfCopy(copy, cause));
        // What the store knows of the id must still be there when it is asked, and so must that nobody can say.
        this.#confirm(copy, cause, !this.#storeLookups.isAsking(itemId) && this.firstCopies.isKnown(itemId));
      } else {
        const last = this.#custody.takeLastHolding(itemId) ?? this.#leftBroken(itemId);
        this.#attribution.arrived(copy, last?.holderId);
        if (last !== undefined && isReported && isByWindow) this.firstCopies.cameOutOfWindow(itemId, last.place);
        if (last !== undefined && last !== NEW && !isReported) this.firstCopies.wentSilently(itemId, last.place);
        if (last === undefined && !copy.isNew) {
          const seen = asEvidence(copy, this.#parts.actors, this.#parts.clock.now());
          const opener = this.#attribution.openerOfCopy(copy, cause);
          this.#storeLookups.add({
            copy,
            seen,
            cause,
            opener,
            isLogged: this.#reports.has(itemId),
            isDoubtful: this.crashDoubt.isDoubtful(itemId),
            doubt: this.firstCopies.doubtAbout(itemId, look.place),
          });
          continue;
        }
        this.#confirm(copy, cause);
      }
    }
  }

  /** The broken block that it was in until this tick, and who held it there. */
  #leftBroken(itemId: string): LastHolding | undefined {
    const place = this.#darkPlaces.takeLeft(itemId);
    return place === undefined ? undefined : { place, holderId: this.#attribution.left(itemId, place) };
  }

  #confirmWhatStayed(isWaiting: (itemId: string) => boolean): void {
    for (const itemId of [...this.#leftOneOfSeveral.keys(), ...this.#furtherCopies]) {
      if (isWaiting(itemId)) continue;
      const isUndecided = !this.firstCopies.isKnown(itemId) || this.#storeLookups.isAsking(itemId);
      if (this.presence.isAtSeveral(itemId) && isUndecided) continue;
      const copy = this.#observer.firstCopyOf(itemId);
      if (copy !== undefined) this.#custody.confirm(itemId, copy.place, copy.location);
    }
    this.#leftOneOfSeveral = onlyWaiting(this.#leftOneOfSeveral, isWaiting);
    this.#furtherCopies = freshSet(this.#furtherCopies);
  }

  /** Custody follows the item; a row says so unless this tick has written one, or the id is new. */
  #confirm(copy: Copy, cause: Cause, isCustody = true, isLogged = this.#reports.has(copy.itemId)): void {
    // When it turns out by the end of the tick that another copy is where it was, custody goes back to that.
    if (this.presence.isAtSeveral(copy.itemId)) this.#furtherCopies.add(copy.itemId);
    if (isCustody) this.#custody.confirm(copy.itemId, copy.place, copy.location);
    this.crashDoubt.confirm(copy.itemId);
    if (copy.isNew || isLogged) return;
    if (cause.player === undefined) {
      this.#attribution.signLater(copy, cause.action);
      return;
    }
    this.#parts.recorder.transfer(copy.itemId, cause.player.id, cause.action, copy.location);
  }

  /**
   * The store says where an id was before it turned up: at the same place, at one that can be looked at, or in the dark.
   * Meanwhile it may have gone on; then custody went with it.
   */
  #answer(answer: StoreAnswer): void {
    const { copy: found, cause, custody } = answer;
    const here = this.#observer.copiesOf(found.itemId).find(({ place }) => recordOf(place) === recordOf(found.place));
    const hasGoneOn = here === undefined && this.#observer.canSee(found.place);
    if (custody !== undefined && answer.isDoubtful) this.#restored.markFromBefore(found.itemId);
    if (custody === undefined && this.#parts.isDoubtfulId(found.itemId)) return;
    if (answer.end !== undefined) {
      this.#answerEnd(answer, answer.end);
      return;
    }
    if (custody !== undefined) this.#rank(found, custody);
    else this.firstCopies.isUnknown(found.itemId);
    if (custody === undefined) this.#unknownIds.adopt(found);
    else if (recordOf(custody.place) === recordOf(found.place)) {
      this.#parts.actors.remember(found.itemId, found.place, custody.holderId);
      this.crashDoubt.confirm(found.itemId);
      if (here !== undefined && this.#isFromBeforeCrash(custody))
        this.#custody.confirm(here.itemId, here.place, here.location);
      return;
    } else if (custody.place === ENDED) this.#cameBack(answer, custody, here);
    else if (custody.place !== NOWHERE) {
      const isDoubtful = answer.isDoubtful || this.#isFromBeforeCrash(custody);
      const seen = this.#ended.endOf(found.itemId) ?? answer.seen;
      this.#darkPlaces.compareWithStore({ ...answer, seen, isDoubtful }, custody, here);
    }
    const { itemId, place } = here ?? found;
    if (custody !== undefined && !this.isOpen(itemId)) this.#parts.actors.remember(itemId, place, custody.holderId);
    if (!hasGoneOn) this.#confirm(here ?? found, cause, this.firstCopies.isKnown(found.itemId), answer.isLogged);
  }

  /** Nothing is left of it. Whether that was the one that is known, its last place tells; a window is no place to come from. */
  #recordEnd(end: End, { copy, seen, player }: EndedCopy): void {
    const { itemId } = copy;
    const last = this.#custody.takeLastHolding(itemId);
    this.#darkPlaces.ended(itemId, seen);
    const isKnown = last !== undefined && placeKind(last.place) !== "window";
    if (isKnown || this.claims.of(itemId).length > 0) this.#custody.ended(itemId, player.id, end.location);
    else if (!this.#parts.isDoubtfulId(itemId)) {
      const cause = { action: end.how === "placed" ? "BLOCK_PLACE" : "CONSUME", player, isSighting: false } as const;
      const opener = { player, hasActed: true };
      const isDoubtful = this.crashDoubt.isDoubtful(itemId);
      const doubt = this.firstCopies.doubtAbout(itemId, copy.place);
      this.#storeLookups.add({ copy, seen, cause, opener, isLogged: true, isDoubtful, doubt, end });
    }
  }

  /** It was seen for the first time when it ended: where was it before? */
  #answerEnd(answer: StoreAnswer, end: End): void {
    const { copy: found, custody } = answer;
    if (custody === undefined) this.#unknownIds.adopt(found);
    else if (custody.place === ENDED) this.#cameBack(answer, custody, undefined);
    else if (custody.place !== NOWHERE && recordOf(custody.place) !== recordOf(found.place)) {
      const isDoubtful = answer.isDoubtful || this.#isFromBeforeCrash(custody);
      this.#darkPlaces.compareWithStore({ ...answer, isDoubtful }, custody, undefined);
    }
    this.crashDoubt.confirm(found.itemId);
    if (!this.presence.has(found.itemId)) this.#custody.ended(found.itemId, end.player.id, end.location);
  }

  /** What ended lately is there all the same. */
  #checkEnd(copy: Copy, cause: Cause): void {
    // An emptied stack that the game has not cleared away, and a window whose block is gone, show what was.
    if (copy.item.count < 1 || placeKind(copy.place) === "window") return;
    const ended = this.#ended.takeEnd(copy.itemId);
    if (ended === undefined) return;
    const { actors, clock } = this.#parts;
    this.#endedBefore(copy, asEvidence(copy, actors, clock.now()), ended, this.#attribution.openerOfCopy(copy, cause));
  }

  /** The store says that it ended before it turned up here, or ended here. What a crash may have undone accuses nobody. */
  #cameBack({ copy, seen, opener, isDoubtful }: StoreAnswer, custody: Custody, here: Copy | undefined): void {
    const { itemId, location, holderId, confirmedMs } = custody;
    if (isDoubtful || this.#isFromBeforeCrash(custody) || confirmedMs >= seen.seenMs || seen.count < 1) return;
    // An event that comes late, or again, tells of the same end.
    if (seen.place === ENDED && seen.location === location) return;
    const holderName = this.#parts.actors.nameOf(holderId);
    const ended = { itemId, place: ENDED, slot: "", location, holderId, holderName, count: 1, seenMs: confirmedMs };
    this.#endedBefore(here ?? copy, seen, ended, opener);
  }

  /** There were two: one has ended, and one is here. Only its history says so: staff are told, and nothing is taken. */
  #endedBefore(copy: Copy, seen: SeenCopy, ended: SeenCopy, opener: Opener | undefined): void {
    const { itemId, item, location } = copy;
    if (this.isExempt(item.material, location.world) || this.#sanctionedReissue.reissueSanctioned([undefined, copy]))
      return;
    const material = materialName(item.material);
    const contested = { kind: "contested", itemId, material, copies: [seen, ended], darkPlace: ENDED, opener } as const;
    this.#parts.onVerdict(contested, []);
  }

  /** Where the store has it is the copy that was there first, if it still is there. */
  #rank({ itemId, place }: Copy, custody: Custody): void {
    const { serverName } = this.#parts;
    const isHere = serverName === undefined || serverName === custody.server;
    const record = recordOf(custody.place);
    // What is claimed of a dark place says more: the copy that came to light since is on record as well.
    if (this.claims.of(itemId).some(({ kind }) => kind === "dark")) return;
    if (this.presence.isAtSeveral(itemId)) this.#furtherCopies.add(itemId);
    if (record === recordOf(place)) this.firstCopies.isFirstAt(itemId, place);
    else if (custody.place === NOWHERE || custody.place === ENDED) {
      this.unseenMoves.addForGood(itemId);
      this.firstCopies.isUnknown(itemId);
    } else if (!isHere || !this.#observer.canSee(custody.place)) return;
    else if (this.presence.placesOf(itemId).some((other) => recordOf(other) === record))
      this.firstCopies.isFirstAt(itemId, record);
    else {
      const since = { ms: custody.confirmedMs };
      if (this.#reportedMoves.explain(itemId, custody.place, place, since)) this.firstCopies.isFirstAt(itemId, place);
      else {
        this.unseenMoves.add(itemId, custody.place);
        this.firstCopies.isUnknown(itemId);
      }
    }
  }

  /**
   * The ids under which a copy at the place may be reported: what is in a box goes with it, and only the box is reported. In a dark
   * place it may be in the same box as the copies that are in sight.
   */
  #movedAs(itemId: string, place: PlaceKey): string[] {
    const copies = this.#observer.copiesOf(itemId);
    const here = copies.filter((copy) => copy.place === place);
    return [itemId, ...(here.length > 0 ? here : copies).flatMap((copy) => boxIdOf(copy) ?? [])];
  }

  /** Of other servers' crashes nothing is known here. */
  #isFromBeforeCrash({ server, confirmedMs }: Custody): boolean {
    const { serverName } = this.#parts;
    return (serverName === undefined || serverName === server) && this.crashDoubt.isFromBeforeCrash(confirmedMs);
  }

  #proven(
    itemId: string,
    copies: readonly Copy[],
    opener: Opener | undefined,
    material = copies[0]!.item.material,
    ended: readonly SeenCopy[] = [],
  ): void {
    const { clock, actors, onVerdict } = this.#parts;
    const now = clock.now();
    const isFromCrash = this.#restored.isFromCrash(itemId);
    const evidence = [...ended, ...copies.map((copy) => asEvidence(copy, actors, now))];
    onVerdict(
      { kind: "proven", itemId, material: materialName(material), copies: evidence, opener, isFromCrash },
      copies,
    );
  }

  /** What was confirmed before must be known to the store when it is asked. */
  #ask(): void {
    const { recorder } = this.#parts;
    if (this.#store === undefined || !this.#storeLookups.hasQuestions) return;
    recorder.handOver();
    this.#storeLookups.ask(this.#store);
  }
}
