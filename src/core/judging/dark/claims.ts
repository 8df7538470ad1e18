import type { Birth } from "../../model/birth.ts";
import { accountPlace, type PlaceKey } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { Claim } from "../../store.ts";
import type { Standing } from "../proofs/first-copies.ts";

/** Copies that a claim names. A cheat may make hundreds of one item, and each of them may be claimed. */
const COPIES_OF_A_CLAIM = 8;

const NO_CLAIMS: readonly Claim[] = [];

/** Where claims are kept beyond this process. */
export interface ClaimKeeper {
  saveClaim(claim: Claim): void;
  closeClaim(claim: Claim): void;
}

/** Knows how claimed copies came to be. */
export interface BirthKeeper {
  /** A claim is opened, or goes on. Returns how it began. */
  birthOf(claim: Claim): Birth | undefined;
  /** Restores what the previous process knew. */
  load(claim: Claim): void;
  /** The id has no claims any more. */
  forget(itemId: string): void;
}

/** Open claims: ids that turned up elsewhere while this place was dark, and copies that await their second look. */
export class Claims {
  readonly #keeper: ClaimKeeper;
  readonly #births: BirthKeeper | undefined;
  readonly #isFromBeforeCrash: (seenMs: number) => boolean;
  readonly #byPlace = new Map<PlaceKey, Map<string, Claim>>();
  readonly #placesOf = new Map<string, Set<PlaceKey>>();

  /** `isFromBeforeCrash`: true if what was seen at that time may have been undone by a crash since. */
  constructor(keeper: ClaimKeeper, births?: BirthKeeper, isFromBeforeCrash: (seenMs: number) => boolean = () => false) {
    this.#keeper = keeper;
    this.#births = births;
    this.#isFromBeforeCrash = isFromBeforeCrash;
  }

  get size(): number {
    let size = 0;
    for (const claims of this.#byPlace.values()) size += claims.size;
    return size;
  }

  all(): readonly Claim[] {
    return [...this.#byPlace.values()].flatMap((claims) => [...claims.values()]);
  }

  /** Restores the claims that were open when the previous process ended. */
  load(claims: readonly Claim[]): void {
    for (const claim of claims) {
      this.#keep(claim);
      this.#births?.load(claim);
    }
  }

  open(opened: Claim): void {
    const birth = opened.birth ?? this.#births?.birthOf(opened);
    const claim = birth === undefined ? opened : { ...opened, birth };
    this.#keep(claim);
    this.#keeper.saveClaim(claim);
  }

  get(itemId: string, place: PlaceKey): Claim | undefined {
    return this.#byPlace.get(place)?.get(itemId);
  }

  places(): Iterable<PlaceKey> {
    return this.#byPlace.keys();
  }

  /** True if there is a claim on the place. This is asked at every look, and mostly there are no claims at all. */
  has(place: PlaceKey): boolean {
    return this.#byPlace.size > 0 && this.#byPlace.has(accountPlace(place));
  }

  at(place: PlaceKey): readonly Claim[] {
    const claims = this.#byPlace.get(place);
    return claims === undefined ? NO_CLAIMS : [...claims.values()];
  }

  of(itemId: string): readonly Claim[] {
    const places = this.#placesOf.get(itemId);
    return places === undefined ? NO_CLAIMS : [...places].map((place) => this.get(itemId, place)!);
  }

  /**
   * True if these copies were already two: seen so at one tick end, or claimed of a place where one of them is now. `undefined` stands for
   * a copy that cannot be looked at.
   */
  isDouble(itemId: string, copies: readonly ({ readonly place: PlaceKey } | undefined)[]): boolean {
    const isClaimed = (place: PlaceKey) =>
      copies.some((copy) => copy === undefined || accountPlace(copy.place) === place);
    return this.of(itemId).some(({ kind, place }) => kind === "pending" || isClaimed(place));
  }

  /**
   * Which copy another dark place has, by the claim on it; if there are several such places, the standing that says most. After a crash a
   * dark place need not have any. `but`: a place that is back, whose claim does not count.
   */
  standingElsewhere(itemId: string, place: PlaceKey, but?: PlaceKey): Standing | undefined {
    const others = this.of(itemId)
      .filter(({ kind, place: claimed }) => kind === "dark" && claimed !== accountPlace(place) && claimed !== but)
      .map((claim) => (this.#isVoid(claim) ? "unknown" : standingIn(claim)));
    return (["first", "unknown", "later"] as const).find((standing) => others.includes(standing));
  }

  /** Of all copies in the dark one at most was first. `among`: which copy the one at this place is among those in sight. */
  standingAmongAll(itemId: string, place: PlaceKey, among: Standing, but?: PlaceKey): Standing {
    const elsewhere = among === "first" ? this.standingElsewhere(itemId, place, but) : undefined;
    if (elsewhere === "first") return "later";
    return elsewhere === "unknown" ? "unknown" : among;
  }

  close(itemId: string, place: PlaceKey): void {
    const claims = this.#byPlace.get(place);
    const claim = claims?.get(itemId);
    if (claims === undefined || claim === undefined) return;
    claims.delete(itemId);
    if (claims.size === 0) this.#byPlace.delete(place);
    const places = this.#placesOf.get(itemId)!;
    places.delete(place);
    if (places.size === 0) {
      this.#placesOf.delete(itemId);
      this.#births?.forget(itemId);
    }
    this.#keeper.closeClaim(claim);
  }

  /**
   * The id is proven. Claims on places that are still dark stay: they say which copy is there, and are settled when those come back. After a
   * crash that may be one that awaited its second look.
   */
  closeProven(itemId: string, isDark: (place: PlaceKey) => boolean): void {
    for (const claim of this.of(itemId)) {
      if (!isDark(claim.place)) this.close(itemId, claim.place);
      else if (claim.kind === "pending") this.open({ ...claim, kind: "dark" });
    }
  }

  #isVoid({ place, copies }: Claim): boolean {
    return copies.some((copy) => accountPlace(copy.place) === place && this.#isFromBeforeCrash(copy.seenMs));
  }

  #keep(claim: Claim): void {
    const claims = this.#byPlace.get(claim.place) ?? new Map<string, Claim>();
    this.#byPlace.set(claim.place, claims.set(claim.itemId, claim));
    const places = this.#placesOf.get(claim.itemId) ?? new Set();
    this.#placesOf.set(claim.itemId, places.add(claim.place));
  }
}

/** Which copy the one at the claimed place was. */
export function standingIn({ place, copies, isOrderUnknown }: Claim): Standing {
  if (isOrderUnknown) return "unknown";
  return accountPlace(copies[0]!.place) === place ? "first" : "later";
}

/** The first few of the copies, in their order, always with the one at this place. */
export function fewOf(copies: readonly SeenCopy[], place: PlaceKey): readonly SeenCopy[] {
  if (copies.length <= COPIES_OF_A_CLAIM) return copies;
  const isHere = (copy: SeenCopy) => accountPlace(copy.place) === place;
  const here = copies.findIndex(isHere);
  if (here < COPIES_OF_A_CLAIM) return copies.slice(0, COPIES_OF_A_CLAIM);
  return [...copies.slice(0, COPIES_OF_A_CLAIM - 1), copies[here]!];
}
