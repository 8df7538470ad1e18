import type { Copy } from "../../looking/look.ts";
import type { Observer } from "../../looking/observer.ts";
import type { FirstLeft, SeenSlots } from "../../looking/presence/seen-slots.ts";
import type { UnprocessedItems } from "../../looking/unprocessed-items.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import { countItems } from "../evidence.ts";
import { type Opener, withoutBlame } from "../verdict.ts";
import { type PendingProof, PendingProofs, type PendingProofsParts } from "./pending-proofs.ts";
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

/** At least this many are examined, even if the tick end's time is spent, unless they are at more places than the second figure. */
const MIN_EXAMINED = 8;
const MIN_PLACES_EXAMINED = 64;

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

interface ProofsParts extends PendingProofsParts {
  readonly observer: Observer;
  readonly unprocessed: UnprocessedItems;
  readonly seenSlots: SeenSlots;
  /** False where two copies at one tick end are proof enough. */
  readonly needsSecondLook: boolean;
  /** True while the store or other servers are asked where the id was: the copy that was seen first may still be the later one. */
  readonly isFirstAsked: (itemId: string) => boolean;
  /** Where the last looks found the id, the earliest place first. */
  readonly placesOf: (itemId: string) => readonly PlaceKey[];
  /** True if the id turned up at this place at this tick end. */
  readonly isNewAt: (itemId: string, place: PlaceKey) => boolean;
  /** Gives sanctioned copies a fresh id; true when no suspicion remains. */
  readonly reissueIfSanctioned: (copies: readonly Copy[]) => boolean;
  /** A copy that was seen here is gone: looks where it can have gone without an event. False if that takes longer than this tick end. */
  readonly lookAround: (gone: readonly SeenCopy[]) => boolean;
  readonly onProven: TellProven;
  /** A proven id was seen to be single again. */
  readonly onGone: (itemId: string) => void;
  /** All places of the id were looked at: there are several copies, or there is one and no claim on any place. */
  readonly onCounted?: (itemId: string, isOne: boolean) => void;
  /** The first of several copies in one place has left it. */
  readonly onFirstLeft?: (itemId: string, left: FirstLeft) => void;
}

/**
 * From "seen twice at one tick end" to proof: ids that may have several copies are looked at, and looked at again once the
 * grace has passed. A stack above 1 needs no second look.
 */
export class Proofs {
  readonly #parts: ProofsParts;
  readonly #suspects: Suspects;
  readonly #pending: PendingProofs;
  /** Proven ids whose copies still exist. Staff are told once. */
  readonly #proven = new Map<string, ProvenCopies>();
  /** Where the round over the proven ids is. */
  #recheck: Iterator<string> | undefined;
  #tickEnds = 0;
  #hasBacklog = false;

  constructor(parts: ProofsParts) {
    this.#parts = parts;
    this.#pending = new PendingProofs(parts);
    this.#suspects = new Suspects({
      isProven: (itemId) => this.isProven(itemId),
      placesOf: parts.placesOf,
      isFirstKnown: (itemId) => this.#isBringerKnown(itemId),
    });
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
    const copies = this.#parts.placesOf(itemId).map((place) => ({ place, item: { count: 1 } }));
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
    for (const itemId of this.#pending.due())
      if (!this.#suspects.isUntold(itemId)) this.#suspects.add(itemId, NO_OPENERS);
    this.#hasBacklog = false;
    if (this.#suspects.isEmpty) return;
    // Examining one id may make others suspect, which are then examined too. No id is examined twice in one tick end.
    const examined = new Set<string>();
    const later = new Map<string, Suspicion>();
    let places = 0;
    const mayExamine = () =>
      (examined.size < MIN_EXAMINED && places < MIN_PLACES_EXAMINED) ||
      (examined.size < EXAMINED_PER_TICK && !this.#parts.clock.isSpent);
    while (!this.#suspects.isEmpty && mayExamine()) {
      const [itemId, suspicion] = this.#suspects.removeFirst();
      if (examined.has(itemId)) later.set(itemId, suspicion);
      else {
        examined.add(itemId);
        places += this.#parts.placesOf(itemId).length;
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
    const left = this.#parts.seenSlots.noteSeen(itemId, copies, this.#parts.clock.nextSequence());
    if (left !== undefined) this.#parts.onFirstLeft?.(itemId, left);
    return left !== undefined;
  }

  /** The matter has become a claim, or was settled otherwise. */
  forget(itemId: string): void {
    this.#pending.forget(itemId);
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
      if (this.#parts.claims.of(itemId).length === 0) this.#parts.onCounted?.(itemId, true);
      return;
    }
    this.#parts.onCounted?.(itemId, false);
    const copies = this.rankBeside(itemId, found) ? this.#parts.observer.copiesOf(itemId) : found;
    const told = this.#proven.get(itemId)?.told;
    if (told !== undefined && told >= count) {
      this.#proven.set(itemId, { told, count, copies: this.#pending.asEvidence(copies) });
      return;
    }
    if (this.#parts.reissueIfSanctioned(copies)) {
      this.#clear(itemId);
      return;
    }
    const pending = this.#pending.get(itemId);
    const opener = pending === undefined ? this.#openerOf(itemId, suspicion, copies) : pending.opener;
    const isStack = copies.some(({ item }) => item.count > 1);
    if (isStack || this.#pending.isDue(itemId) || told !== undefined || !this.#parts.needsSecondLook)
      this.#prove(itemId, copies, opener);
    else if (pending === undefined) this.#pending.open(itemId, copies, opener);
    else this.#pending.noteMoved(itemId, copies);
  }

  /**
   * If a copy that the previous look saw is gone, it is looked for first. `undefined` while that is under way, or if the missing copy may
   * be among items that are not processed yet.
   */
  #copiesOf(itemId: string): readonly Copy[] | undefined {
    const copies = this.#parts.observer.copiesOf(itemId);
    const count = countItems(copies);
    const before = this.#pending.get(itemId) ?? this.#proven.get(itemId);
    if (count < (before?.count ?? 2) && this.#parts.unprocessed.isWaiting(itemId)) return undefined;
    if (before === undefined || count >= before.count) return copies;
    return this.#parts.lookAround(before.copies) ? this.#parts.observer.copiesOf(itemId) : undefined;
  }

  /**
   * A claim does not say who brought the copy, but it was there before: whoever does something with it now did not bring it. And if
   * several have just come to the first place together, one of them may be the item: whoever moved that did not bring a copy.
   */
  #openerOf(itemId: string, suspicion: Suspicion, copies: readonly Copy[]): Opener | undefined {
    const opener = openerOf(suspicion, copies, this.#isBringerKnown(itemId));
    const [first, next] = copies;
    const areTogether = first?.place === next?.place && this.#parts.isNewAt(itemId, first!.place);
    return areTogether || this.#parts.claims.of(itemId).length > 0 ? withoutBlame(opener) : opener;
  }

  /** There may be more than two, because a copy can get somewhere without an event: those are looked for first. */
  #prove(itemId: string, seen: readonly Copy[], opener: Opener | undefined): void {
    if (!this.#parts.lookAround(this.#pending.asEvidence(seen))) {
      this.suspect(itemId, opener);
      return;
    }
    const copies = this.#parts.seenSlots.inOrder(itemId, this.#parts.observer.copiesOf(itemId));
    if (this.#parts.reissueIfSanctioned(copies)) {
      this.#clear(itemId);
      return;
    }
    const evidence = this.#pending.asEvidence(copies);
    const count = countItems(copies);
    this.#proven.set(itemId, { told: count, count, copies: evidence });
    // While the store is asked, the order is a guess.
    this.#pending.prove(itemId, evidence, !this.#isBringerKnown(itemId));
    this.#parts.onProven(itemId, copies, opener);
  }

  #isBringerKnown(itemId: string): boolean {
    const { isFirstKnown, isFirstAsked } = this.#parts;
    return isFirstKnown(itemId) && !isFirstAsked(itemId);
  }

  #clear(itemId: string): void {
    this.#parts.seenSlots.forget(itemId);
    const proven = this.#proven.get(itemId);
    this.#proven.delete(itemId);
    if (proven !== undefined && !proven.copies.some(({ place }) => this.#parts.isDark(place)))
      this.#parts.onGone(itemId);
    this.#pending.clear(itemId);
  }
}
