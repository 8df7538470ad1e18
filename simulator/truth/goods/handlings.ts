import type { PlaceKey } from "../../../src/core/index.ts";

/** A player handled something at a place. */
export interface Handling {
  readonly tick: number;
  readonly place: PlaceKey;
  readonly playerId: string;
  /** For how many ticks nobody had looked at the place; absent if somebody had just before. */
  readonly unseenTicks?: number;
}

/** Records which player handled something where. */
export class Handlings {
  readonly #byPlace = new Map<PlaceKey, Handling[]>();
  readonly #byPlayer = new Map<string, Handling[]>();
  readonly #openings = new Map<string, Handling[]>();

  add(handling: Handling): void {
    note(this.#byPlace, handling.place, handling);
    note(this.#byPlayer, handling.playerId, handling);
  }

  /** A player opened a container. Until the player opens another, what others do there may reach the player's hands without being reported. */
  opened(opening: Handling): void {
    note(this.#openings, opening.playerId, opening);
  }

  /** The container that a player opened last. */
  openOf(playerId: string, at: number): PlaceKey | undefined {
    return this.#openings.get(playerId)?.findLast(({ tick }) => tick <= at)?.place;
  }

  /** True if somebody else did anything, between these ticks, at the container that a player had open. */
  isOpenShared(playerId: string, from: number, to: number): boolean {
    const others = this.#byPlace.get(this.openOf(playerId, to) ?? "");
    return others?.some(({ playerId: who, tick }) => who !== playerId && tick >= from && tick <= to) === true;
  }

  /** Where a player handled anything, between these ticks, both included. Goods may have been swapped there. */
  of(playerId: string, from: number, to: number): readonly Handling[] {
    return this.#byPlayer.get(playerId)?.filter(({ tick }) => tick >= from && tick <= to) ?? [];
  }

  /** True if somebody else did anything at the same place within so many ticks. */
  isShared({ place, tick, playerId }: Handling, within: number): boolean {
    const isOther = (other: Handling) => other.playerId !== playerId && Math.abs(other.tick - tick) <= within;
    return this.#byPlace.get(place)?.some(isOther) === true;
  }
}

function note<Key>(handlings: Map<Key, Handling[]>, key: Key, handling: Handling): void {
  const known = handlings.get(key);
  if (known === undefined) handlings.set(key, [handling]);
  else known.push(handling);
}
