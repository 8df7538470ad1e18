import { type PlaceKey, placeKind } from "../place.ts";
import type { Player } from "../platform.ts";
import type { Movement } from "./falls.ts";

/** Boundaries for which something that was given explains what a place gained, before and after: events may be early or late. */
const GRANT_HOLDS = 20;

interface UsedUp {
  readonly place: PlaceKey;
  readonly number: number;
  readonly count: number;
}

/** What the events of one tick say about goods: who moved something where, what was used up, and who was given something. */
export class Hints {
  /** Who acted at a place in this tick; `null` when several did. */
  readonly #actorAt = new Map<PlaceKey, Player | null>();
  readonly #grantedAt = new Map<PlaceKey, number>();
  #usedUp: UsedUp[] = [];

  acted(player: Player, places: readonly PlaceKey[]): void {
    this.#actorAt.set(player.place, player);
    for (const place of places) {
      const other = this.#actorAt.get(place);
      this.#actorAt.set(place, other === undefined || other === player ? player : null);
    }
  }

  /** The one player who handled a container in this tick. What lies on the ground comes from all sorts of things. */
  handlerOf(place: PlaceKey): Player | undefined {
    const kind = placeKind(place);
    return kind === "block" || kind === "entity" ? (this.#actorAt.get(place) ?? undefined) : undefined;
  }

  /** True when one player acted at both places in this tick: what one lost the other may have got. */
  isLinked({ place }: Movement, other: Movement): boolean {
    const actor = this.#actorAt.get(place);
    return actor !== undefined && actor !== null && this.#actorAt.get(other.place) === actor;
  }

  usedUp(place: PlaceKey, number: number, count: number): void {
    this.#usedUp.push({ place, number, count });
  }

  takeUsedUp(): readonly UsedUp[] {
    const usedUp = this.#usedUp;
    this.#usedUp = [];
    return usedUp;
  }

  granted(place: PlaceKey, boundary: number): void {
    this.#grantedAt.set(place, boundary);
  }

  isGranted({ place, seen }: Movement): boolean {
    const granted = this.#grantedAt.get(place);
    return granted !== undefined && Math.abs(granted - seen) <= GRANT_HOLDS;
  }

  endTick(boundary: number): void {
    this.#actorAt.clear();
    for (const [place, granted] of this.#grantedAt) {
      if (boundary - granted > GRANT_HOLDS) this.#grantedAt.delete(place);
    }
  }
}
