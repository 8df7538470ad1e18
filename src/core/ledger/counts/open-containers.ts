import type { PlaceKey } from "../../model/place.ts";

/** Tick ends for which a container counts as open after the last word of it: nothing says that one was closed. */
const STAYS_OPEN = 600;

/** Containers at one tick end, at most; of more than these each has its turn. */
const MOST_AT_A_TIME = 64;

const NONE: readonly PlaceKey[] = [];

/** Which container each player has open: the one that there was word of last. */
export class OpenContainers {
  readonly #openOf = new Map<string, { readonly place: PlaceKey; readonly tick: number }>();

  opened(playerId: string, place: PlaceKey, tick: number): void {
    this.#openOf.set(playerId, { place, tick });
  }

  of(playerId: string): PlaceKey | undefined {
    return this.#openOf.get(playerId)?.place;
  }

  /** Everybody who has a container open. */
  openersOf(place: PlaceKey): string[] {
    return [...this.#openOf].filter(([, open]) => open.place === place).map(([playerId]) => playerId);
  }

  /** The player is gone. */
  left(playerId: string): void {
    this.#openOf.delete(playerId);
  }

  at(tick: number): readonly PlaceKey[] {
    if (this.#openOf.size === 0) return NONE;
    const open = [...new Set([...this.#openOf.values()].map(({ place }) => place))];
    if (open.length <= MOST_AT_A_TIME) return open;
    const first = (tick * MOST_AT_A_TIME) % open.length;
    return [...open.slice(first), ...open.slice(0, first)].slice(0, MOST_AT_A_TIME);
  }

  finishTickEnd(now: number): void {
    for (const [playerId, { tick }] of this.#openOf) {
      if (now - tick > STAYS_OPEN) this.#openOf.delete(playerId);
    }
  }
}
