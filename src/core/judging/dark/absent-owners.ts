import type { Presence } from "../../looking/presence/presence.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { Claim } from "../../store.ts";
import type { Standing } from "../proofs/first-copies.ts";
import type { Verdict } from "../verdict.ts";
import { type Claims, standingIn } from "./claims.ts";

interface AbsentOwnersParts {
  readonly claims: Claims;
  readonly presence: Presence;
  /** True if the place goes with its player from server to server. */
  readonly travelsWithPlayer: (place: PlaceKey) => boolean;
  /** Custody may follow the item again: it is put on record where it is. */
  readonly onFree: (itemId: string) => void;
  readonly onVerdict: (verdict: Verdict) => void;
}

/**
 * Claims on the own things of players who are away, where those go with the player from server to server. The owner may come back on
 * another server, which knows nothing of claims here and goes by custody. So custody stays with the owner until somebody has looked.
 */
export class AbsentOwners {
  readonly #parts: AbsentOwnersParts;
  #turns: Iterator<string, undefined> | undefined;

  constructor(parts: AbsentOwnersParts) {
    this.#parts = parts;
  }

  /** True if the copy that was there first is with an owner who is away. */
  haveFirst(itemId: string): boolean {
    return this.placesOf(itemId, "first").length > 0;
  }

  /** True if nobody knows whether the copy that was there first is with an owner who is away. */
  mayHaveFirst(itemId: string): boolean {
    return this.placesOf(itemId, "unknown").length > 0;
  }

  /** The owners' places with a copy of this standing. */
  placesOf(itemId: string, standing: Standing): readonly PlaceKey[] {
    const { presence } = this.#parts;
    return this.#claimsOn(itemId)
      .filter((claim) => standingIn(claim) === standing && presence.lookedMs(claim.place) === undefined)
      .map(({ place }) => place);
  }

  /** The next items with such claims, in a round over all of them: another server may have seen their owners. */
  nextToAsk(most: number): string[] {
    const ids: string[] = [];
    while (ids.length < most) {
      this.#turns ??= this.#allIds();
      const next = this.#turns.next();
      if (next.done) {
        this.#turns = undefined;
        break;
      }
      ids.push(next.value);
    }
    return ids;
  }

  /** The owner was looked at here, and the claim is closed. */
  onClaimClosed(itemId: string, place: PlaceKey): void {
    if (this.#parts.travelsWithPlayer(place)) this.#parts.onFree(itemId);
  }

  /** Another server has the owner now, and has said what the owner has. */
  closeClaims(itemId: string): void {
    const { claims, onFree, onVerdict } = this.#parts;
    const own = this.#claimsOn(itemId);
    if (own.length === 0) return;
    for (const { place } of own) claims.close(itemId, place);
    onFree(itemId);
    if (claims.of(itemId).length === 0) onVerdict({ kind: "settled", itemId });
  }

  *#allIds(): Generator<string, undefined> {
    const { claims } = this.#parts;
    for (const place of claims.places())
      for (const claim of claims.at(place)) if (this.#isOnOwner(claim)) yield claim.itemId;
    return undefined;
  }

  #claimsOn(itemId: string): readonly Claim[] {
    return this.#parts.claims.of(itemId).filter((claim) => this.#isOnOwner(claim));
  }

  #isOnOwner({ kind, place }: Claim): boolean {
    return kind === "dark" && this.#parts.travelsWithPlayer(place);
  }
}
