import type { FirstIdNotices } from "../alerts/first-id-notices.ts";
import type { Announcements } from "../announcements.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/settings.ts";
import type { Log } from "../log.ts";
import { materialName } from "../material.ts";
import { OncePerMinute } from "../once-per-minute.ts";
import { NOWHERE, type PlaceKey, recordOf } from "../place.ts";
import type { Platform, Player } from "../platform.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { Claim, Store } from "../store.ts";
import { ID_WORDS, writeIdWords } from "../tagging/item-id.ts";
import type { NewId } from "../tagging/item-tag.ts";
import type { Tracker } from "../tracker.ts";
import { Adoptions } from "./adoptions.ts";
import { Claims } from "./claims.ts";
import { CustodyBook } from "./custody-book.ts";
import { DarkPlaces } from "./dark-places.ts";
import type { DuplicateRule } from "./duplicate-rule.ts";
import { Epoch } from "./epoch.ts";
import { asEvidence } from "./evidence.ts";
import { HandOvers } from "./hand-overs.ts";
import { type Answer, Inquiries } from "./inquiries.ts";
import type { LastActors } from "./last-actors.ts";
import type { Copy, Look } from "./look.ts";
import { MeantCopies } from "./meant-copies.ts";
import { MeantTreatment } from "./meant-treatment.ts";
import { Moments } from "./moments.ts";
import { type Cause, type GoodsWatch, Observer, RECHECK } from "./observer.ts";
import { type Change, Presence } from "./presence.ts";
import { Proofs } from "./proofs.ts";
import { RestoredItems } from "./restored-items.ts";
import type { Verdict } from "./verdict.ts";

export interface ExaminerParts {
  readonly platform: Platform;
  readonly config: Config;
  readonly clock: Clock;
  readonly log: Log;
  readonly newId: NewId;
  readonly recorder: Recorder;
  readonly tracker: Tracker;
  readonly rule: DuplicateRule;
  readonly notices: FirstIdNotices;
  readonly actors: LastActors;
  readonly announcements: Announcements;
  /** True when staff want to see the raw rule: a hit then has to name the material, which takes a full look. */
  readonly isRuleHeard: () => boolean;
  /** What looking came to. The copies of a proven verdict can still be acted upon at this boundary. */
  readonly onVerdict: (verdict: Verdict, copies: readonly Copy[]) => void;
  /** Every look at a visible place, before anything in it is judged. */
  readonly onLook: (look: Look) => void;
  /** Counts goods along with the looks. */
  readonly goods: GoodsWatch | undefined;
}

/**
 * Judges by looking. Events only say where to look; what a look at a tick boundary finds is the evidence. A place that
 * cannot be looked at is a claim, settled when it can be.
 */
export class Examiner {
  readonly presence = new Presence();
  readonly claims: Claims;
  readonly epoch = new Epoch();
  readonly #parts: ExaminerParts;
  readonly #observer: Observer;
  readonly #custody: CustodyBook;
  readonly #proofs: Proofs;
  readonly #inquiries: Inquiries;
  readonly #meant: MeantCopies;
  readonly #handOvers: HandOvers;
  readonly #darkPlaces: DarkPlaces;
  readonly #restored = new RestoredItems(this.epoch);
  readonly #adoptions: Adoptions;
  readonly #words = new Int32Array(ID_WORDS);
  /** Ids of which this tick has written a transfer already, and whose act it was. */
  readonly #logged = new Map<string, Player | undefined>();
  /** Who moved which id to or from which place in this tick; the key is both. */
  readonly #movedBy = new Map<string, Player>();
  /** Ids that left one place at this boundary and are still at another: custody stays with what is there. */
  readonly #leftOneOfSeveral = new Set<string>();
  #store: Store | undefined;

  constructor(parts: ExaminerParts) {
    this.#parts = parts;
    const { platform, config, clock, log, newId, recorder, actors, announcements, onVerdict } = parts;
    const { presence, epoch } = this;
    const moments = new Moments();
    const observer = new Observer({
      platform,
      presence,
      newId,
      clock,
      moments,
      goods: parts.goods,
      afterLook: (look, change, cause) => this.#afterLook(look, change, cause),
      onDark: (place) => this.#darkPlaces.wentDark(place, undefined),
    });
    const claims = new Claims({
      saveClaim: (claim) => this.#keep((store) => store.saveClaim(claim)),
      closeClaim: (itemId, place) => this.#keep((store) => store.closeClaim(itemId, place)),
    });
    this.#custody = new CustodyBook(recorder, presence, actors);
    this.#inquiries = new Inquiries(log, new OncePerMinute(clock));
    this.#adoptions = new Adoptions(recorder, actors, clock, log);
    this.#handOvers = new HandOvers(clock, moments);
    this.#meant = new MeantCopies(config, announcements, platform, actors);
    const meant = new MeantTreatment({
      meant: this.#meant,
      actors,
      newId,
      recorder,
      onMinted: (itemId) => this.minted(itemId),
      lookAgain: (place) => this.lookAgain(place),
    });
    const proofs = new Proofs({
      observer,
      claims,
      actors,
      clock,
      graceMs: config.movementGraceMs,
      takeMeant: (copies) => meant.take(copies),
      onProven: (itemId, copies, player) => this.#proven(itemId, copies, player),
    });
    this.#darkPlaces = new DarkPlaces({
      platform,
      clock,
      actors,
      presence,
      observer,
      proofs,
      claims,
      handOvers: this.#handOvers,
      epoch,
      meant,
      onVerdict: (verdict) => onVerdict(verdict, []),
    });
    this.#observer = observer;
    this.claims = claims;
    this.#proofs = proofs;
  }

  /** The store can be asked from here on. What was claimed before it was there is kept now. */
  connect(store: Store, openClaims: readonly Claim[]): void {
    const early = this.claims.all();
    this.#store = store;
    this.claims.restore(openClaims);
    for (const claim of early) this.claims.open(claim);
  }

  /** An item got this id, and its first transfer is written: wherever it is seen first is its place. */
  minted(itemId: string): void {
    this.#custody.minted(itemId);
    if (!this.#logged.has(itemId)) this.#logged.set(itemId, undefined);
  }

  /** True when nothing of this material, or in this world, is ever judged. */
  isExempt(material: string, world: string): boolean {
    return this.#meant.isExempt(material, world);
  }

  /** A transfer of this id is written: a look in the same tick need not write another. It may concern several places. */
  logged(itemId: string, player: Player, places: readonly PlaceKey[]): void {
    this.#logged.set(itemId, player);
    if (places.length > 1) this.#handOvers.reported(itemId, places);
    for (const place of places) this.#movedBy.set(`${itemId} ${place}`, player);
  }

  /** Places that are to be looked at as soon as they can be. */
  get claimedPlaces(): Iterable<PlaceKey> {
    return this.claims.places();
  }

  /** False while the store is asked where ids were before: custody is not yet written for those. */
  get hasAllAnswers(): boolean {
    return this.#inquiries.isIdle;
  }

  /** True when the id is being looked into: what the rule says of it is then no mere relocation. */
  isOpen(itemId: string): boolean {
    return this.#proofs.isOpen(itemId) || this.claims.of(itemId).length > 0;
  }

  beginBoundary(): void {
    this.#observer.beginBoundary();
  }

  /** Looks at a place. One that is as it was, and of which nothing is claimed, needs no more than a glance. */
  look(place: PlaceKey, cause: Cause): void {
    const isClaimed = this.claims.at(recordOf(place)).length > 0;
    if (!isClaimed && !(cause.isSighting && this.#parts.isRuleHeard()) && this.#observer.isAsBefore(place)) {
      if (cause.isSighting && cause.player !== undefined) {
        for (const itemId of this.presence.idsAt(place)) this.#parts.rule.check(itemId, cause.player);
      }
      return;
    }
    this.#observer.look(place, cause);
  }

  /** Something was changed at this place by ourselves. */
  lookAgain(place: PlaceKey): Look {
    return this.#observer.lookAgain(place, RECHECK);
  }

  /** Every visible copy of an id at this boundary. */
  copiesOf(itemId: string): Copy[] {
    return this.#observer.copiesOf(itemId);
  }

  /** The place is about to become dark: this is the last look at it. */
  goingDark(place: PlaceKey, cause: Cause): void {
    this.#darkPlaces.wentDark(place, this.#observer.lookAgain(place, cause));
  }

  /** Everything that the looks of this boundary lead to. */
  endBoundary(): void {
    for (const answer of this.#inquiries.takeAnswers()) this.#answer(answer);
    this.presence.rankReported((itemId, place) => this.#movedBy.has(`${itemId} ${place}`));
    this.#proofs.settle();
    this.#darkPlaces.settle();
    this.#confirmWhatStayed();
    this.#custody.settle();
    this.#ask();
    this.#observer.endBoundary();
    this.presence.endBoundary();
    this.#logged.clear();
    this.#movedBy.clear();
  }

  #afterLook(look: Look, change: Change, cause: Cause): void {
    const { tracker, rule, notices, onLook } = this.#parts;
    onLook(look);
    if (look.leftOut > 0) tracker.sayCutShort(look.place, look.leftOut);
    for (const { itemId, item, location, isNew } of look.copies) {
      if (isNew) tracker.recordFirstId(itemId, item, cause.player, cause.action, location);
      if (cause.isSighting && cause.player !== undefined) rule.check(itemId, cause.player, item.material);
      if (item.count > 1) this.#proofs.suspect(itemId, cause.player);
    }
    notices.tell();
    this.#darkPlaces.settleClaims(look, cause.player);
    if (look.copies.length > this.presence.idsAt(look.place).length) this.#suspectDoubles(look, cause.player);
    if (change.arrived.length > 0) this.#arrivals(look, change.arrived, cause);
    for (const itemId of change.departed) {
      if (this.#proofs.isOpen(itemId)) this.#proofs.suspect(itemId, undefined);
      if (this.presence.has(itemId)) this.#leftOneOfSeveral.add(itemId);
      else this.#custody.departed(itemId);
    }
    this.#restored.looked(look.place);
  }

  #suspectDoubles(look: Look, player: Player | undefined): void {
    const ids = new Set<string>();
    for (const { itemId } of look.copies) {
      if (ids.has(itemId)) this.#proofs.suspect(itemId, player);
      ids.add(itemId);
    }
  }

  #arrivals(look: Look, arrived: readonly string[], cause: Cause): void {
    const copies = new Map(look.copies.map((copy) => [copy.itemId, copy]));
    for (const itemId of arrived) {
      const copy = copies.get(itemId)!;
      const actor = this.#movedBy.get(`${itemId} ${look.place}`) ?? this.#logged.get(itemId);
      if (actor !== undefined) this.#parts.actors.actedOn(itemId, look.place, actor);
      if (!this.#logged.has(itemId)) this.#restored.arrived(itemId, look.place);
      if (this.presence.isAtSeveral(itemId)) this.#proofs.suspect(itemId, cause.player);
      else if (!this.#custody.takeExplained(itemId) && !copy.isNew) {
        this.#inquiries.add({ copy, seen: asEvidence(copy, this.#parts.actors, this.#parts.clock.now()), cause });
        continue;
      }
      this.#confirm(copy, cause);
    }
  }

  #confirmWhatStayed(): void {
    for (const itemId of this.#leftOneOfSeveral) {
      const [copy] = this.#observer.copiesOf(itemId);
      if (copy !== undefined) this.#custody.confirm(itemId, copy.place, copy.location);
    }
    this.#leftOneOfSeveral.clear();
  }

  /** Custody follows the item; a row says so unless this tick has written one, or the id is new. */
  #confirm(copy: Copy, cause: Cause): void {
    this.#custody.confirm(copy.itemId, copy.place, copy.location);
    this.epoch.confirm(copy.itemId);
    if (copy.isNew || this.#logged.has(copy.itemId)) return;
    const { recorder, actors } = this.#parts;
    const actor = cause.player ?? actors.holderAt(copy.place);
    writeIdWords(copy.itemId, this.#words, 0);
    recorder.transfer(this.#words, 0, actor.id, cause.action, copy.location);
  }

  /**
   * The store says where an id was before it turned up: at the same place, at one that can be looked at, or in the dark.
   * Meanwhile it may have gone on; then custody went with it.
   */
  #answer({ copy: found, seen, cause, custody }: Answer): void {
    const here = this.#observer.copiesOf(found.itemId).find(({ place }) => recordOf(place) === recordOf(found.place));
    const hasGoneOn = here === undefined && this.#observer.look(found.place, RECHECK).isVisible;
    if (custody === undefined) this.#adoptions.adopt(found);
    else if (recordOf(custody.place) === recordOf(found.place)) {
      this.epoch.confirm(found.itemId);
      return;
    } else if (custody.place !== NOWHERE) this.#darkPlaces.compare(custody, found, seen, here, cause.player);
    if (!hasGoneOn) this.#confirm(here ?? found, cause);
  }

  #proven(itemId: string, copies: readonly Copy[], player: Player | undefined): void {
    const { clock, actors, onVerdict } = this.#parts;
    const now = clock.now();
    const isFromCrash = this.#restored.isFromCrash(itemId);
    const evidence = copies.map((copy) => asEvidence(copy, actors, now));
    const material = materialName(copies[0]!.item.material);
    onVerdict({ kind: "proven", itemId, material, copies: evidence, player, isFromCrash }, copies);
  }

  /** What was confirmed before must be known to the store when it is asked. */
  #ask(): void {
    const { recorder } = this.#parts;
    if (this.#store === undefined || !this.#inquiries.hasQuestions) return;
    recorder.handOver();
    this.#inquiries.ask(this.#store);
  }

  #keep(write: (store: Store) => Promise<void>): void {
    if (this.#store === undefined) return;
    write(this.#store).catch((error: unknown) => {
      const text = error instanceof Error ? error.message : String(error);
      this.#parts.log.warn(`A claim could not be stored: ${text}`);
    });
  }
}
