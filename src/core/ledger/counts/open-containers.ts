import type { PlaceKey } from "../../model/place.ts";
import { EVENT_SKEW_TICKS } from "../hints/grants.ts";

/** Tick ends for which a container counts as open after the last word of it: nothing says that one was closed. */
const STAYS_OPEN = 600;

/** Containers at one tick end, at most; of more than these each has its turn. */
const MOST_AT_A_TIME = 64;

/** Containers that are remembered of each player. */
const MOST_REMEMBERED = 8;

const NONE: readonly PlaceKey[] = [];

interface Opened {
  readonly place: PlaceKey;
  readonly tick: number;
}

/** Which container each player has open: the one that there was word of last. */
export class OpenContainers {
  /** The last ones of each player, the one that is open last. */
  readonly #openedBy = new Map<string, readonly Opened[]>();

  opened(playerId: string, place: PlaceKey, tick: number): void {
    const others = this.#openedBy.get(playerId)?.filter((opened) => opened.place !== place) ?? [];
    this.#openedBy.set(playerId, [...others.slice(1 - MOST_REMEMBERED), { place, tick }]);
  }

  of(playerId: string): PlaceKey | undefined {
    return this.#openedBy.get(playerId)?.at(-1)?.place;
  }

  /** What a player had open after a tick, as far as that is remembered. Words of what was opened may be late. */
  since(playerId: string, tick: number): readonly PlaceKey[] {
    const opened = this.#openedBy.get(playerId) ?? [];
    const isThen = (next: Opened | undefined) => next === undefined || next.tick > tick - EVENT_SKEW_TICKS;
    return opened.filter((_, at) => isThen(opened[at + 1])).map(({ place }) => place);
  }

  /** Everybody who has a container open. */
  openersOf(place: PlaceKey): string[] {
    return [...this.#openedBy].filter(([, opened]) => opened.at(-1)!.place === place).map(([playerId]) => playerId);
  }

  /** The player is gone. */
  left(playerId: string): void {
    this.#openedBy.delete(playerId);
  }

  at(tick: number): readonly PlaceKey[] {
    if (this.#openedBy.size === 0) return NONE;
    const open = [...new Set([...this.#openedBy.values()].map((opened) => opened.at(-1)!.place))];
    if (open.length <= MOST_AT_A_TIME) return open;
    const first = (tick * MOST_AT_A_TIME) % open.length;
    return [...open.slice(first), ...open.slice(0, first)].slice(0, MOST_AT_A_TIME);
  }

  finishTickEnd(now: number): void {
    for (const [playerId, opened] of this.#openedBy) {
      if (now - opened[0]!.tick <= STAYS_OPEN) continue;
      const left = opened.slice(1);
      if (left.length === 0) this.#openedBy.delete(playerId);
      else this.#openedBy.set(playerId, left);
    }
  }
}
