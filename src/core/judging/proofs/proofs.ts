import type { Copy } from "../../looking/look.ts";
import type { Observer } from "../../looking/observer.ts";
import type { FirstLeft, SeenSlots } from "../../looking/presence/seen-slots.ts";
import type { UnprocessedItems } from "../../looking/unprocessed-items.ts";
import { accountPlace, type PlaceKey } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { Claim } from "../../store.ts";
import type { GameClock, WaitStart } from "../../time/game-clock.ts";
import type { Holders } from "../custody/holders.ts";
import type { Claims } from "../dark/claims.ts";
import { asEvidence, countItems } from "../evidence.ts";
import { type Opener, withoutBlame } from "../verdict.ts";
import { openerOf, Suspects, type Suspicion } from "./suspects.ts";

const NO_OPENERS: Suspicion = { openers: [] };
const KNOWN_BEFORE: Suspicion = { openers: [], earlier: { opener: undefined, first: undefined } };

/**
 * Tick ends between two rechecks of proven ids whose copies were not taken away: once an id is single, the matter is closed. If there are
 * more ids than one tick end examines, they take turns.
 */
const RECHECK_EVERY_TICKS = 20;

/** Ids examined at one tick end; the rest follows at the next, in the same order. */
const EXAMINED_PER_TICK = 32;

/** At least this many are examined, even if the tick end's time is spent. */
const MIN_EXAMINED = 8;

/** Two copies were seen once, and await their second look. */
interface PendingProof {
  /** When the first look was. */
  readonly since: WaitStart;
  readonly copies: readonly SeenCopy[];
  readonly count: number;
  readonly opener: Opener | undefined;
}

/** A proven id that staff were told of. */
interface ProvenCopies {
  /** How many copies staff were told of; 1 again after one of them went dark. */
  readonly told: number;
  /** How many there were at the last look, and where. */
  readonly count: number;
  readonly copies: readonly SeenCopy[];
}

/**
 * Receives a proven id. Its `copies` can still be acted upon at this tick end. `ended`: evidence of copies that were placed or used up.
 * `material` may be left out if there are copies.
 */
export type TellProven = (
  itemId: string,
  copies: readonly Copy[],
  opener: Opener | undefined,
  material?: string,
  ended?: readonly SeenCopy[],
) => void;

/**
 * From "seen twice at one tick end" to proof: ids that may have several copies are looked at, and looked at again once the
 * grace has passed. A stack above 1 needs no second look.
 */
export class Proofs {
  readonly #observer: Observer;
  readonly #unprocessed: UnprocessedItems;
  readonly #seenSlots: SeenSlots;
  readonly #claims: Claims;
  readonly #holders: Holders;
  readonly #clock: GameClock;
  readonly #graceMs: number;
  readonly #needsSecondLook: boolean;
  readonly #isDark: (place: PlaceKey) => boolean;
  readonly #isFirstKnown: (itemId: string) => boolean;
  readonly #isBringerKnown: (itemId: string) => boolean;
  readonly #reissueIfSanctioned: (copies: readonly Copy[]) => boolean;
  readonly #lookAround: (gone: readonly SeenCopy[]) => boolean;
  readonly #onProven: TellProven;
  readonly #onGone: (itemId: string) => void;
  readonly #onCounted: (itemId: string, isOne: boolean) => void;
  readonly #onFirstLeft: (itemId: string, left: FirstLeft) => void;
  readonly #placesOf: (itemId: string) => readonly PlaceKey[];
  readonly #suspects: Suspects;
  readonly #pending = new Map<string, PendingProof>();
  /** Proven ids whose copies still exist. Staff are told once. */
  readonly #proven = new Map<string, ProvenCopies>();
  /** Where the round over the proven ids is. */
  #recheck: Iterator<string> | undefined;
  #tickEnds = 0;
  #hasBacklog = false;

  constructor(parts: {
    observer: Observer;
    unprocessed: UnprocessedItems;
    seenSlots: SeenSlots;
    claims: Claims;
    holders: Holders;
    clock: GameClock;
    graceMs: number;
    /** False where two copies at one tick end are proof enough. */
    needsSecondLook: boolean;
    /** True when nobody can look there now. */
    isDark: (place: PlaceKey) => boolean;
    /** True when it is known which of an id's copies was there first. */
    isFirstKnown: (itemId: string) => boolean;
    /** True while the store or other servers are asked where the id was: the copy that was seen first may still be the later one. */
    isFirstAsked: (itemId: string) => boolean;
    /** Where the last looks found the id, the earliest place first. */
    placesOf: (itemId: string) => readonly PlaceKey[];
    /** Gives sanctioned copies a fresh id; true when no suspicion remains. */
    reissueIfSanctioned: (copies: readonly Copy[]) => boolean;
    /** A copy that was seen here is gone: looks where it can have gone without an event. False if that takes longer than this tick end. */
    lookAround: (gone: readonly SeenCopy[]) => boolean;
    onProven: TellProven;
    /** A proven id was seen to be single again. */
    onGone: (itemId: string) => void;
    /** All places of the id were looked at: there are several copies, or there is one and no claim on any place. */
    onCounted?: (itemId: string, isOne: boolean) => void;
    /** The first of several copies in one place has left it. */
    onFirstLeft?: (itemId: string, left: FirstLeft) => void;
  }) {
    this.#observer = parts.observer;
    this.#unprocessed = parts.unprocessed;
    this.#seenSlots = parts.seenSlots;
    this.#claims = parts.claims;
    this.#holders = parts.holders;
    this.#clock = parts.clock;
    this.#graceMs = parts.graceMs;
    this.#needsSecondLook = parts.needsSecondLook;
    this.#isDark = parts.isDark;
    this.#isFirstKnown = parts.isFirstKnown;
    this.#reissueIfSanctioned = parts.reissueIfSanctioned;
    this.#lookAround = parts.lookAround;
    this.#onProven = parts.onProven;
    this.#onGone = parts.onGone;
    this.#onCounted = parts.onCounted ?? (() => undefined);
    this.#onFirstLeft = parts.onFirstLeft ?? (() => undefined);
    const { placesOf, isFirstKnown, isFirstAsked } = parts;
    this.#placesOf = placesOf;
    this.#isBringerKnown = (itemId) => isFirstKnown(itemId) && !isFirstAsked(itemId);
    const isProven = (itemId: string) => this.isProven(itemId);
    this.#suspects = new Suspects({ isProven, placesOf, isFirstKnown: this.#isBringerKnown });
  }

  /** The id may have several copies: it is queued for a look at this tick end. */
  suspect(itemId: string, opener: Opener | undefined): void {
    this.#suspects.add(itemId, opener === undefined ? NO_OPENERS : { openers: [opener] });
  }

  /** The same for an id that was claimed until now. If there are two, nobody has brought one just now. */
  suspectClaimed(itemId: string): void {
    this.#suspects.add(itemId, KNOWN_BEFORE);
  }

  /** The same for a copy in one place, or one stack, with another. */
  suspectBeside(itemId: string, opener: Opener | undefined): void {
    this.suspect(itemId, opener && { player: opener.player, hasActed: opener.hasActed });
  }

  /** An id that one look found twice has several copies, whatever else is known of it. */
  suspectDoubles(copies: readonly Copy[], openerOf: (copy: Copy) => Opener | undefined): void {
    const ids = new Set<string>();
    for (const copy of copies) {
      const { itemId } = copy;
      if (ids.has(itemId)) this.suspectBeside(itemId, openerOf(copy));
      ids.add(itemId);
    }
  }

  /** True if the id is suspected, awaits its second look, or is proven. */
  isOpen(itemId: string): boolean {
    return this.#suspects.isUntold(itemId) || this.#pending.has(itemId) || this.#proven.has(itemId);
  }

  /** True while a first or second look at it is to come. */
  isAwaited(itemId: string): boolean {
    return this.#suspects.has(itemId) || this.#pending.has(itemId);
  }

  pendingOf(itemId: string): PendingProof | undefined {
    return this.#pending.get(itemId);
  }

  /** Who came in this tick with a further copy. This is decided before a copy goes dark: what is in sight then may all be later ones. */
  decideOpener(itemId: string): Opener | undefined {
    this.#suspects.decide(itemId);
    const suspicion = this.#suspects.of(itemId);
    const copies = this.#placesOf(itemId).map((place) => ({ place, item: { count: 1 } }));
    return suspicion && openerOf(suspicion, copies, this.#isBringerKnown(itemId));
  }

  /** True when several copies were seen before, and were not sanctioned. */
  wasSeen(itemId: string): boolean {
    return this.#pending.has(itemId) || this.#proven.has(itemId);
  }

  isProven(itemId: string): boolean {
    return this.#proven.has(itemId);
  }

  /** True if more ids that staff were not told of were due at this tick end than it could examine. */
  get hasBacklog(): boolean {
    return this.#hasBacklog;
  }

  /** Takes first looks at suspects, then second looks that are due, then looks at new suspects that these looks find. */
  examineDue(): void {
    if (++this.#tickEnds % RECHECK_EVERY_TICKS === 0) this.#recheckProven();
    for (const [itemId, pending] of this.#pending) {
      if (this.#isDue(pending) && !this.#suspects.isUntold(itemId)) this.#suspects.add(itemId, NO_OPENERS);
    }
    this.#hasBacklog = false;
    if (this.#suspects.isEmpty) return;
    // Examining one id may make others suspect, which are then examined too. No id is examined twice in one tick end.
    const examined = new Set<string>();
    const later = new Map<string, Suspicion>();
    const mayExamine = () =>
      examined.size < MIN_EXAMINED || (examined.size < EXAMINED_PER_TICK && !this.#clock.isSpent);
    while (!this.#suspects.isEmpty && mayExamine()) {
      const [itemId, suspicion] = this.#suspects.removeFirst();
      if (examined.has(itemId)) later.set(itemId, suspicion);
      else {
        examined.add(itemId);
        this.#examine(itemId, suspicion);
      }
    }
    this.#hasBacklog = this.#suspects.hasUntold;
    for (const [itemId, suspicion] of later) this.#suspects.add(itemId, suspicion);
    this.#suspects.finishTickEnd();
  }

  /** Queues the next proven ids, in a round over all of them. */
  #recheckProven(): void {
    this.#recheck ??= this.#proven.keys();
    for (let ids = 0; ids < EXAMINED_PER_TICK; ids++) {
      const next = this.#recheck.next();
      if (next.done) {
        this.#recheck = undefined;
        return;
      }
      this.suspect(next.value, undefined);
    }
  }

  /** A copy went dark. When it comes back it counts as a new find, so that whatever is still to be done is done. */
  markDark(itemId: string): void {
    const proven = this.#proven.get(itemId);
    if (proven !== undefined) this.#proven.set(itemId, { ...proven, told: 1 });
  }

  /** Finds out whether the first of several copies in one place has left it, which changes their order. */
  rankBeside(itemId: string, copies: readonly Copy[]): boolean {
    const left = this.#seenSlots.noteSeen(itemId, copies, this.#clock.nextSequence());
    if (left !== undefined) this.#onFirstLeft(itemId, left);
    return left !== undefined;
  }

  /** The matter has become a claim, or was settled otherwise. */
  forget(itemId: string): void {
    this.#pending.delete(itemId);
  }

  #examine(itemId: string, suspicion: Suspicion): void {
    const found = this.#copiesOf(itemId);
    if (found === undefined) {
      this.#suspects.add(itemId, suspicion);
      return;
    }
    const count = countItems(found);
    if (count < 2) {
      this.#clear(itemId);
      if (this.#claims.of(itemId).length === 0) this.#onCounted(itemId, true);
      return;
    }
    this.#onCounted(itemId, false);
    const copies = this.rankBeside(itemId, found) ? this.#observer.copiesOf(itemId) : found;
    const told = this.#proven.get(itemId)?.told;
    if (told !== undefined && told >= count) {
      this.#proven.set(itemId, { told, count, copies: this.#asEvidence(copies) });
      return;
    }
    if (this.#reissueIfSanctioned(copies)) {
      this.#clear(itemId);
      return;
    }
    const pending = this.#pending.get(itemId);
    const opener = pending === undefined ? this.#openerOf(itemId, suspicion, copies) : pending.opener;
    const isStack = copies.some(({ item }) => item.count > 1);
    const isDue = pending !== undefined && this.#isDue(pending);
    if (isStack || isDue || told !== undefined || !this.#needsSecondLook) this.#prove(itemId, copies, opener);
    else if (pending === undefined) this.#openPending(itemId, copies, count, opener);
    else if (hasMoved(pending, copies)) this.#moveClaims(itemId, pending, copies);
  }

  /**
   * If a copy that the previous look saw is gone, it is looked for first. `undefined` while that is under way, or if the missing copy may
   * be among items that are not processed yet.
   */
  #copiesOf(itemId: string): readonly Copy[] | undefined {
    const copies = this.#observer.copiesOf(itemId);
    const count = countItems(copies);
    const before = this.#pending.get(itemId) ?? this.#proven.get(itemId);
    if (count < (before?.count ?? 2) && this.#unprocessed.isWaiting(itemId)) return undefined;
    if (before === undefined || count >= before.count) return copies;
    return this.#lookAround(before.copies) ? this.#observer.copiesOf(itemId) : undefined;
  }

  /** A claim does not say who brought the copy, but it was there before: whoever does something with it now did not bring it. */
  #openerOf(itemId: string, suspicion: Suspicion, copies: readonly Copy[]): Opener | undefined {
    const opener = openerOf(suspicion, copies, this.#isBringerKnown(itemId));
    return this.#claims.of(itemId).length > 0 ? withoutBlame(opener) : opener;
  }

  #isDue({ since }: PendingProof): boolean {
    return this.#clock.hasPassed(this.#graceMs, since);
  }

  #openPending(itemId: string, copies: readonly Copy[], count: number, opener: Opener | undefined): void {
    const nowMs = this.#clock.now();
    const evidence = this.#asEvidence(copies);
    const openedMs = Math.min(nowMs, ...this.#seenBefore(itemId, copies).map((claim) => claim.openedMs));
    const waitedMs = Math.min(Math.max(nowMs - openedMs, 0), this.#graceMs);
    this.#pending.set(itemId, { since: this.#clock.ago(waitedMs), copies: evidence, count, opener });
    const isOrderUnknown = !this.#isFirstKnown(itemId);
    this.#openClaims({ itemId, openedMs, copies: evidence, isOrderUnknown }, (claim) => claim === undefined);
  }

  /**
   * First looks that still count: those of the previous process, and those that found the item elsewhere while a place that is back now was
   * dark and held it. Nothing leaves a dark place, so there have been two all the time since.
   */
  #seenBefore(itemId: string, copies: readonly Copy[]): readonly Claim[] {
    const places = placesOf(copies);
    return this.#claims.of(itemId).filter(({ kind, place }) => kind === "pending" || places.has(place));
  }

  /** Opens claims where copies that were moved within the grace are now: that is where they can go dark. */
  #moveClaims(itemId: string, pending: PendingProof, copies: readonly Copy[]): void {
    const evidence = this.#asEvidence(copies);
    this.#pending.set(itemId, { ...pending, copies: evidence });
    const [earlier] = this.#claims.of(itemId).filter(({ kind }) => kind === "pending");
    const openedMs = earlier?.openedMs ?? this.#clock.now();
    const isOrderUnknown = !this.#isFirstKnown(itemId);
    this.#openClaims({ itemId, openedMs, copies: evidence, isOrderUnknown }, (claim) => claim?.kind !== "dark");
  }

  /** Opens claims where the copies are. `isDue` gets the claim that there is on a place. */
  #openClaims(about: Omit<Claim, "place" | "kind">, isDue: (claim: Claim | undefined) => boolean): void {
    for (const place of placesOf(about.copies)) {
      if (isDue(this.#claims.get(about.itemId, place))) this.#claims.open({ ...about, place, kind: "pending" });
    }
  }

  /** There may be more than two, because a copy can get somewhere without an event: those are looked for first. */
  #prove(itemId: string, seen: readonly Copy[], opener: Opener | undefined): void {
    if (!this.#lookAround(this.#asEvidence(seen))) {
      this.suspect(itemId, opener);
      return;
    }
    const copies = this.#seenSlots.inOrder(itemId, this.#observer.copiesOf(itemId));
    if (this.#reissueIfSanctioned(copies)) {
      this.#clear(itemId);
      return;
    }
    this.#pending.delete(itemId);
    const evidence = this.#asEvidence(copies);
    const count = countItems(copies);
    this.#proven.set(itemId, { told: count, count, copies: evidence });
    // The store keeps claims for as long as the copies are there, in case the process dies. While it is asked, the order is a guess.
    const isOrderUnknown = !this.#isBringerKnown(itemId);
    this.#openClaims(
      { itemId, openedMs: this.#clock.now(), copies: evidence, isOrderUnknown },
      (claim) => claim?.kind !== "pending" || claim.isOrderUnknown !== isOrderUnknown,
    );
    const places = placesOf(copies);
    this.#claims.closeProven(itemId, (place) => !places.has(place) && this.#isDark(place));
    this.#onProven(itemId, copies, opener);
  }

  #asEvidence(copies: readonly Copy[]): SeenCopy[] {
    const nowMs = this.#clock.now();
    return copies.map((copy) => asEvidence(copy, this.#holders, nowMs));
  }

  #clear(itemId: string): void {
    this.#seenSlots.forget(itemId);
    const proven = this.#proven.get(itemId);
    this.#proven.delete(itemId);
    if (proven !== undefined && !proven.copies.some(({ place }) => this.#isDark(place))) this.#onGone(itemId);
    if (!this.#pending.delete(itemId)) return;
    // A dark place keeps its claim: the look when it comes back settles it.
    for (const { kind, place } of this.#claims.of(itemId))
      if (kind === "pending" && !this.#isDark(place)) this.#claims.close(itemId, place);
  }
}

function placesOf(copies: readonly { readonly place: PlaceKey }[]): Set<PlaceKey> {
  return new Set(copies.map(({ place }) => accountPlace(place)));
}

function hasMoved({ copies: before }: PendingProof, copies: readonly Copy[]): boolean {
  const [earlier, now] = [placesOf(before), placesOf(copies)];
  return now.size !== earlier.size || [...now].some((place) => !earlier.has(place));
}
