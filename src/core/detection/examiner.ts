import type { FirstIdNotices } from "../alerts/first-id-notices.ts";
import type { Announcements } from "../announcements.ts";
import type { Clock } from "../clock.ts";
import type { Config } from "../config/settings.ts";
import { formatLocation } from "../location.ts";
import type { Log } from "../log.ts";
import { materialName } from "../material.ts";
import { OncePerMinute } from "../once-per-minute.ts";
import { locationOfPlace, NOWHERE, type PlaceKey, recordOf } from "../place.ts";
import type { Platform, Player } from "../platform.ts";
import type { Recorder } from "../recording/recorder.ts";
import type { Claim, Custody, SeenCopy, Store } from "../store.ts";
import { ID_WORDS, writeIdWords } from "../tagging/item-id.ts";
import type { NewId } from "../tagging/item-tag.ts";
import type { Tracker } from "../tracker.ts";
import { Claims } from "./claims.ts";
import { CustodyBook } from "./custody-book.ts";
import type { DuplicateRule } from "./duplicate-rule.ts";
import { Epoch } from "./epoch.ts";
import { asEvidence } from "./evidence.ts";
import { HandOvers } from "./hand-overs.ts";
import { type Answer, Inquiries } from "./inquiries.ts";
import type { LastActors } from "./last-actors.ts";
import { LastLooks } from "./last-looks.ts";
import type { Copy, Look } from "./look.ts";
import { MeantCopies } from "./meant-copies.ts";
import { type Cause, Observer, RECHECK } from "./observer.ts";
import { type Change, Presence } from "./presence.ts";
import { Proofs } from "./proofs.ts";
import { reissue } from "./reissue.ts";
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
  /** What one boundary came to. The copies of a proven verdict can still be acted upon. */
  /** True when staff want to see the raw rule: a hit then has to name the material, which takes a full look. */
  readonly isRuleHeard: () => boolean;
  readonly onVerdict: (verdict: Verdict, copies: readonly Copy[]) => void;
  /** Every look at a visible place, before anything in it is judged. */
  readonly onLook: (look: Look) => void;
}

/** A place went dark while it held an id that is at another place as well. */
interface DarkCopy {
  readonly place: PlaceKey;
  readonly copy: SeenCopy;
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
  readonly #lastLooks = new LastLooks();
  readonly #words = new Int32Array(ID_WORDS);
  /** Ids of which this tick has written a transfer already, and whose act it was. */
  readonly #logged = new Map<string, Player | undefined>();
  readonly #darkCopies = new Map<string, DarkCopy>();
  /** After an unclean stop: places looked at since, and how often an id came to light at one that nobody had touched. */
  readonly #lookedAt = new Set<PlaceKey>();
  readonly #timesRestored = new Map<string, number>();
  #store: Store | undefined;
  #adopted = 0;
  readonly #adoptions: OncePerMinute;

  constructor(parts: ExaminerParts) {
    this.#parts = parts;
    const { platform, config, clock, log, newId, recorder, actors, announcements } = parts;
    this.#adoptions = new OncePerMinute(clock);
    this.#observer = new Observer({
      platform,
      presence: this.presence,
      newId,
      clock,
      afterLook: (look, change, cause) => this.#afterLook(look, change, cause),
      onDark: (place) => this.#wentDark(place, []),
    });
    this.claims = new Claims({
      saveClaim: (claim) => this.#keep((store) => store.saveClaim(claim)),
      closeClaim: (itemId, place) => this.#keep((store) => store.closeClaim(itemId, place)),
    });
    this.#custody = new CustodyBook(recorder, this.presence, actors);
    this.#inquiries = new Inquiries(log, new OncePerMinute(clock));
    this.#handOvers = new HandOvers(clock);
    this.#meant = new MeantCopies(config, announcements, platform, actors);
    this.#proofs = new Proofs({
      observer: this.#observer,
      claims: this.claims,
      actors,
      clock,
      graceMs: config.movementGraceMs,
      takeMeant: (copies) => this.#takeMeant(copies),
      onProven: (itemId, copies, player) => this.#proven(itemId, copies, player),
    });
  }

  /** The store can be asked from here on. */
  connect(store: Store, openClaims: readonly Claim[]): void {
    this.#store = store;
    this.claims.restore(openClaims);
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
  }

  /** Places that are to be looked at as soon as they can be. */
  get claimedPlaces(): Iterable<PlaceKey> {
    return this.claims.places();
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
    const { copies } = this.#observer.lookAgain(place, cause);
    this.#wentDark(place, copies);
  }

  /** Everything that the looks of this boundary lead to. */
  endBoundary(): void {
    for (const answer of this.#inquiries.takeAnswers()) this.#answer(answer);
    this.#proofs.settle();
    for (const [itemId, dark] of this.#darkCopies) this.#settleDarkCopy(itemId, dark);
    this.#darkCopies.clear();
    this.#custody.settle();
    this.#ask();
    this.#observer.endBoundary();
    this.presence.endBoundary();
    this.#logged.clear();
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
    this.#settleClaims(look, cause.player);
    if (look.copies.length > this.presence.idsAt(look.place).length) this.#suspectDoubles(look, cause.player);
    if (change.arrived.length > 0) this.#arrivals(look, change.arrived, cause);
    for (const itemId of change.departed) {
      if (this.#proofs.isOpen(itemId)) this.#proofs.suspect(itemId, undefined);
      if (!this.presence.has(itemId)) this.#custody.departed(itemId);
    }
    if (this.epoch.isUnclean) this.#lookedAt.add(look.place);
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
    const isFirstLook = this.epoch.isUnclean && !this.#lookedAt.has(look.place);
    for (const itemId of arrived) {
      const copy = copies.get(itemId)!;
      const actor = this.#logged.get(itemId);
      if (actor !== undefined) this.#parts.actors.actedOn(itemId, look.place, actor);
      if (isFirstLook && !this.#logged.has(itemId)) {
        this.#timesRestored.set(itemId, (this.#timesRestored.get(itemId) ?? 0) + 1);
      }
      if (this.presence.isAtSeveral(itemId)) this.#proofs.suspect(itemId, cause.player);
      else if (!this.#custody.takeExplained(itemId) && !copy.isNew) {
        this.#inquiries.add({ copy, seen: asEvidence(copy, this.#parts.actors, this.#parts.clock.now()), cause });
        continue;
      }
      this.#confirm(copy, cause);
    }
  }

  /** Custody follows the item; a row says so unless this tick has written one, or the id is new. */
  #confirm(copy: Copy, cause: Cause): void {
    this.#custody.confirm(copy.itemId, copy.place, copy.location);
    if (copy.isNew || this.#logged.has(copy.itemId)) return;
    const { recorder, actors } = this.#parts;
    const actor = cause.player ?? actors.holderAt(copy.place);
    writeIdWords(copy.itemId, this.#words, 0);
    recorder.transfer(this.#words, 0, actor.id, cause.action, copy.location);
  }

  /** What was claimed of this place is settled first: the item is here after all, or it is not. */
  #settleClaims(look: Look, player: Player | undefined): void {
    const record = recordOf(look.place);
    for (const claim of this.claims.at(record)) {
      const { itemId } = claim;
      const isHere = this.presence.placesOf(itemId).some((place) => recordOf(place) === record);
      if (isHere && this.presence.isAtSeveral(itemId)) this.#proofs.suspect(itemId, player);
      else if (isHere) this.#swapClaim(claim, look);
      else this.#closeClaim(claim);
    }
  }

  /** The dark place came back and holds the item, and meanwhile the other place went dark. */
  #swapClaim(claim: Claim, look: Look): void {
    const record = recordOf(look.place);
    const other = claim.copies.find((copy) => recordOf(copy.place) !== record);
    const here = look.copies.find(({ itemId }) => itemId === claim.itemId);
    if (other === undefined || here === undefined || this.claims.get(claim.itemId, recordOf(other.place)) !== undefined)
      return;
    const copies = [asEvidence(here, this.#parts.actors, this.#parts.clock.now()), other];
    this.claims.open({ ...claim, place: recordOf(other.place), kind: "dark", copies });
    this.claims.close(claim.itemId, claim.place);
  }

  #closeClaim({ itemId, place, caseNumber }: Claim): void {
    this.claims.close(itemId, place);
    this.#proofs.suspect(itemId, undefined);
    if (this.claims.of(itemId).length === 0) this.#parts.onVerdict({ kind: "settled", itemId, caseNumber }, []);
  }

  /** `copies` are those of the last look, if it was made for this; else the last one that there was counts, with its age. */
  #wentDark(place: PlaceKey, copies: readonly Copy[]): void {
    const lookedMs = this.presence.lookedMs(place);
    if (lookedMs === undefined) return;
    this.#lastLooks.remember(place, lookedMs);
    for (const itemId of this.presence.forget(place)) {
      if (!this.presence.has(itemId)) continue;
      const copy = copies.find((candidate) => candidate.itemId === itemId);
      const seen = copy ? asEvidence(copy, this.#parts.actors, lookedMs) : this.#remembered(itemId, place, lookedMs);
      this.#darkCopies.set(itemId, { place, copy: seen });
    }
  }

  #settleDarkCopy(itemId: string, { place, copy }: DarkCopy): void {
    const visible = this.#observer
      .copiesOf(itemId)
      .filter((other) => recordOf(other.place) !== recordOf(place) && !this.#isExplained(copy, other.place));
    if (visible.length === 0 || this.#proofs.isProven(itemId)) return;
    const player = this.#proofs.pendingOf(itemId)?.player;
    this.#proofs.drop(itemId);
    if (this.#takeMeant([undefined, ...visible])) return;
    const { actors, clock } = this.#parts;
    const seen = visible.map((other) => asEvidence(other, actors, clock.now()));
    this.#contest(materialName(visible[0]!.item.material), [...seen, copy], player, false);
  }

  /**
   * The store says where an id was before it turned up: at the same place, at one that can be looked at, or in the dark.
   * Meanwhile it may have gone on; then custody went with it.
   */
  #answer({ copy: found, seen, cause, custody }: Answer): void {
    const here = this.#observer.copiesOf(found.itemId).find(({ place }) => recordOf(place) === recordOf(found.place));
    const hasGoneOn = here === undefined && this.#observer.look(found.place, RECHECK).isVisible;
    if (custody === undefined) this.#adopt(found);
    else if (recordOf(custody.place) === recordOf(found.place)) return;
    else if (custody.place !== NOWHERE) this.#compare(custody, found, here, seen, cause.player);
    if (!hasGoneOn) this.#confirm(here ?? found, cause);
  }

  /** The last known place is looked at, if it can be: there too, it is a suspect; dark, it is a claim; else it moved. */
  #compare(custody: Custody, found: Copy, copy: Copy | undefined, seen: SeenCopy, player: Player | undefined): void {
    const { platform, actors } = this.#parts;
    const { itemId, place, location, holderId, confirmedMs } = custody;
    if (this.#observer.look(place, RECHECK).isVisible || platform.isGone?.(place) === true) return;
    if (copy !== undefined && this.#takeMeant([undefined, copy])) return;
    const holderName = actors.nameOf(holderId);
    const seenMs = Math.max(confirmedMs, this.#lastLooks.at(place) ?? 0);
    const there = { itemId, place, slot: "", location, holderId, holderName, count: 1, seenMs };
    if (this.#isExplained(there, found.place)) return;
    this.#contest(materialName(found.item.material), [seen, there], player, this.epoch.isDoubtful(confirmedMs));
  }

  /** Opens a claim on the place of the last copy. After a crash it waits in silence until that place is looked at. */
  #contest(material: string, copies: readonly SeenCopy[], player: Player | undefined, isSilent: boolean): void {
    const { itemId } = copies[0]!;
    const place = recordOf(copies.at(-1)!.place);
    this.claims.open({ itemId, place, kind: "dark", openedMs: this.#parts.clock.now(), caseNumber: 0, copies });
    if (!isSilent) this.#parts.onVerdict({ kind: "contested", itemId, material, copies, darkPlace: place, player }, []);
  }

  /** An event reported the move after the dark place was last seen to hold the item. */
  #isExplained({ itemId, place, seenMs }: SeenCopy, to: PlaceKey): boolean {
    return this.#handOvers.explain(itemId, place, to, seenMs);
  }

  #proven(itemId: string, copies: readonly Copy[], player: Player | undefined): void {
    const { clock, actors, onVerdict } = this.#parts;
    const now = clock.now();
    const isFromCrash = (this.#timesRestored.get(itemId) ?? 0) > 1;
    const evidence = copies.map((copy) => asEvidence(copy, actors, now));
    const material = materialName(copies[0]!.item.material);
    onVerdict({ kind: "proven", itemId, material, copies: evidence, player, isFromCrash }, copies);
  }

  /** `undefined` stands for a copy that cannot be acted upon now; it counts as the original. */
  #takeMeant(copies: readonly (Copy | undefined)[]): boolean {
    const { newId, recorder, actors } = this.#parts;
    const [only] = copies;
    if (copies.length === 1 && only !== undefined) return this.#meant.isMeant(only);
    const meant = this.#meant.among(copies);
    for (const [copy, treatment] of meant) {
      if (treatment === "ignore") continue;
      const freshId = reissue(copy, actors.holderAt(copy.place).id, newId, recorder);
      if (freshId === undefined) continue;
      this.minted(freshId);
    }
    for (const place of new Set([...meant.keys()].map((copy) => copy.place))) this.lookAgain(place);
    return meant.size > 0 && meant.size >= copies.length - 1;
  }

  #remembered(itemId: string, place: PlaceKey, seenMs: number): SeenCopy {
    const at = locationOfPlace(place);
    const { id, name } = this.#parts.actors.holderAt(place);
    const location = at ? formatLocation(at) : "";
    return { itemId, place, slot: "", location, holderId: id, holderName: name, count: 1, seenMs };
  }

  /** An id that the store does not know, found in world data, is followed from here on. */
  #adopt({ itemId, item, place }: Copy): void {
    const { recorder, actors } = this.#parts;
    writeIdWords(itemId, this.#words, 0);
    recorder.seen(this.#words, 0, actors.holderOf(itemId, place).id, item.material);
    this.#adopted++;
    this.#adoptions.run(() => {
      this.#parts.log.info(
        `${this.#adopted} items carry an id that the store does not know; they are followed from here on.`,
      );
      this.#adopted = 0;
    });
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
