import type { PlaceKey } from "../../model/place.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";

/** Ticks for which a container counts as open after the last event about it: no event says that one was closed. */
const STAYS_OPEN = 600;

/** The most containers at one tick end. If there are more, they take turns. */
const MOST_AT_A_TIME = 64;

/** How many containers are remembered for each player. */
const MOST_REMEMBERED = 8;

const NONE: readonly PlaceKey[] = [];

interface Opened {
  readonly place: PlaceKey;
  readonly tick: number;
}

/** Knows which container each player has open: the one that the last event named. */
export class OpenContainers {
  /** The containers that each player opened lately. The last one is open. */
  readonly #openedBy = new Map<string, readonly Opened[]>();

  noteOpened(playerId: string, place: PlaceKey, tick: number): void {
    const others = this.#openedBy.get(playerId)?.filter((opened) => opened.place !== place) ?? [];
    this.#openedBy.set(playerId, [...others.slice(1 - MOST_REMEMBERED), { place, tick }]);
  }

  containerOf(playerId: string): PlaceKey | undefined {
    return this.#openedBy.get(playerId)?.at(-1)?.place;
  }

  /** The containers that a player had open after a tick, as far as that is remembered. Events about an opening may be late. */
  openedBy(playerId: string, tick: number): readonly PlaceKey[] {
    const opened = this.#openedBy.get(playerId) ?? [];
    const isThen = (next: Opened | undefined) => next === undefined || next.tick > tick - EVENT_SKEW_TICKS;
    return opened.filter((_, at) => isThen(opened[at + 1])).map(({ place }) => place);
  }

  /** Every player who has a container open, or had it open after a tick. */
  viewersOf(place: PlaceKey, tick = Number.POSITIVE_INFINITY): string[] {
    const isThen = (next: Opened | undefined) => next === undefined || next.tick > tick;
    const isOpen = (opened: readonly Opened[]) =>
      opened.some((one, at) => one.place === place && isThen(opened[at + 1]));
    return [...this.#openedBy].filter(([, opened]) => isOpen(opened)).map(([playerId]) => playerId);
  }

  /** The player is gone. */
  forget(playerId: string): void {
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
