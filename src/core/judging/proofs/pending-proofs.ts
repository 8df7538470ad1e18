import type { Copy } from "../../looking/look.ts";
import { accountPlace, type PlaceKey } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { Claim } from "../../store.ts";
import type { GameClock, WaitStart } from "../../time/game-clock.ts";
import type { Holders } from "../custody/holders.ts";
import { type Claims, fewOf } from "../dark/claims.ts";
import { asEvidence, countItems } from "../evidence.ts";
import type { Opener } from "../verdict.ts";

/**
 * Places of one id on which there are claims. They are there for the next process, and for places that go dark: when an id is at hundreds of
 * places, the first few say as much.
 */
const MAX_CLAIMED_PLACES = 16;

/** Two copies were seen once, and await their second look. */
export interface PendingProof {
  /** When the first look was. */
  readonly since: WaitStart;
  readonly copies: readonly SeenCopy[];
  readonly count: number;
  readonly opener: Opener | undefined;
}

export interface PendingProofsParts {
  readonly claims: Claims;
  readonly holders: Holders;
  readonly clock: GameClock;
  readonly graceMs: number;
  /** True when nobody can look there now. */
  readonly isDark: (place: PlaceKey) => boolean;
  /** True when it is known which of an id's copies was there first. */
  readonly isFirstKnown: (itemId: string) => boolean;
}

/** Ids that await their second look. Claims on the places of their copies outlive this process, and say what it saw. */
export class PendingProofs {
  readonly #parts: PendingProofsParts;
  readonly #pending = new Map<string, PendingProof>();

  constructor(parts: PendingProofsParts) {
    this.#parts = parts;
  }

  get(itemId: string): PendingProof | undefined {
    return this.#pending.get(itemId);
  }

  has(itemId: string): boolean {
    return this.#pending.has(itemId);
  }

  /** Ids whose second look is due. */
  *due(): Iterable<string> {
    for (const itemId of this.#pending.keys()) if (this.isDue(itemId)) yield itemId;
  }

  isDue(itemId: string): boolean {
    const pending = this.#pending.get(itemId);
    return pending !== undefined && this.#parts.clock.hasPassed(this.#parts.graceMs, pending.since);
  }

  /** The first look. Time that has passed since an earlier one that still counts is not waited for again. */
  open(itemId: string, copies: readonly Copy[], opener: Opener | undefined): void {
    const { clock, graceMs } = this.#parts;
    const nowMs = clock.now();
    const evidence = this.asEvidence(copies);
    const openedMs = Math.min(nowMs, ...this.#seenBefore(itemId, copies).map((claim) => claim.openedMs));
    const waitedMs = Math.min(Math.max(nowMs - openedMs, 0), graceMs);
    this.#pending.set(itemId, {
      since: clock.ago(waitedMs),
      copies: evidence,
      count: countItems(copies),
      opener,
    });
    this.#openClaims(itemId, openedMs, evidence, (claim) => claim === undefined);
  }

  /** If copies have moved, opens claims where they are now: that is where they can go dark. */
  noteMoved(itemId: string, copies: readonly Copy[]): void {
    const { claims, clock } = this.#parts;
    const pending = this.#pending.get(itemId);
    if (pending === undefined || !hasMoved(pending, copies)) return;
    const evidence = this.asEvidence(copies);
    this.#pending.set(itemId, { ...pending, copies: evidence });
    const earlier = claims.of(itemId).find(({ kind }) => kind === "pending");
    this.#openClaims(itemId, earlier?.openedMs ?? clock.now(), evidence, (claim) => claim?.kind !== "dark");
  }

  /** The copies are proven. The store keeps claims for as long as they are there, in case the process dies. */
  prove(itemId: string, copies: readonly SeenCopy[], isOrderUnknown: boolean): void {
    const { claims, clock, isDark } = this.#parts;
    this.#pending.delete(itemId);
    const isNew = (claim: Claim | undefined) => claim?.kind !== "pending" || claim.isOrderUnknown !== isOrderUnknown;
    this.#openClaims(itemId, clock.now(), copies, isNew, isOrderUnknown);
    const places = placesOf(copies);
    let looks = 0;
    // Beyond the bound, claims stay as if their places were dark: they are settled when those are looked at in their turn.
    const isStillDark = (place: PlaceKey) => ++looks > MAX_CLAIMED_PLACES || isDark(place);
    claims.closeProven(itemId, (place) => !places.has(place) && isStillDark(place));
  }

  /** There is one copy. A dark place keeps its claim: the look when it comes back settles it. */
  clear(itemId: string): void {
    const { claims, isDark } = this.#parts;
    if (!this.#pending.delete(itemId)) return;
    for (const { kind, place } of claims.of(itemId))
      if (kind === "pending" && !isDark(place)) claims.close(itemId, place);
  }

  /** The matter has become a claim, or was settled otherwise. */
  forget(itemId: string): void {
    this.#pending.delete(itemId);
  }

  asEvidence(copies: readonly Copy[]): SeenCopy[] {
    const { holders, clock } = this.#parts;
    const nowMs = clock.now();
    return copies.map((copy) => asEvidence(copy, holders, nowMs));
  }

  /**
   * First looks that still count: those of the previous process, and those that found the item elsewhere while a place that is back now was
   * dark and held it. Nothing leaves a dark place, so there have been two all the time since.
   */
  #seenBefore(itemId: string, copies: readonly Copy[]): readonly Claim[] {
    const places = placesOf(copies);
    return this.#parts.claims.of(itemId).filter(({ kind, place }) => kind === "pending" || places.has(place));
  }

  /** Opens claims where the copies are. `isNew` gets the claim that there is on a place. */
  #openClaims(
    itemId: string,
    openedMs: number,
    copies: readonly SeenCopy[],
    isNew: (claim: Claim | undefined) => boolean,
    isOrderUnknown = !this.#parts.isFirstKnown(itemId),
  ): void {
    const { claims } = this.#parts;
    for (const place of [...placesOf(copies)].slice(0, MAX_CLAIMED_PLACES))
      if (isNew(claims.get(itemId, place)))
        claims.open({ itemId, openedMs, copies: fewOf(copies, place), isOrderUnknown, place, kind: "pending" });
  }
}

function placesOf(copies: readonly { readonly place: PlaceKey }[]): Set<PlaceKey> {
  return new Set(copies.map(({ place }) => accountPlace(place)));
}

function hasMoved({ copies: before }: PendingProof, copies: readonly Copy[]): boolean {
  const [earlier, now] = [placesOf(before), placesOf(copies)];
  return now.size !== earlier.size || [...now].some((place) => !earlier.has(place));
}
