import { NOWHERE, type PlaceKey } from "../../model/place.ts";
import type { Player } from "../../platform.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";

/** Ticks for which a container counts as open after the last event about it: no event says that one was closed. */
const STAYS_OPEN = 600;

/** The most containers at one tick end. If there are more, they take turns. */
const MAX_AT_A_TIME = 64;

/** How many containers are remembered for each player, and those of so many ticks: twice as long as an event may be late. */
const MAX_REMEMBERED = 8;
export const REMEMBERED_TICKS = 2 * EVENT_SKEW_TICKS;

const NONE: readonly PlaceKey[] = [];

/** A player has opened a container, or done something in it: it is open until the next one is. */
export interface Opened {
  readonly player: Pick<Player, "id" | "place">;
  readonly place: PlaceKey;
  readonly tick: number;
  /** When the player last did something there. */
  readonly acted: number;
  /** When the player opened the next one, or this one was gone; infinity while it is open. */
  until: number;
}

/** Knows who had which container open, and so may have put goods in or taken some out. */
export class OpenContainers {
  /** What each player had open lately. The last one is open. */
  readonly #openedBy = new Map<string, readonly Opened[]>();
  /** Containers that were opened, or in which something was done, in this tick. */
  now: Opened[] = [];

  noteOpened(player: Opened["player"], place: PlaceKey, tick: number, isAct: boolean): void {
    const known = this.#openedBy.get(player.id) ?? [];
    const acted = isAct ? tick : (known.find((opened) => opened.place === place)?.acted ?? -1);
    const others = known.filter(
      (opened, at) =>
        opened.place !== place && (known.length - at < MAX_REMEMBERED || tick - opened.tick <= REMEMBERED_TICKS),
    );
    const open = known.at(-1);
    if (open !== undefined && open.place !== place) open.until = Math.min(open.until, tick);
    const opened = { player, place, tick, acted, until: Number.POSITIVE_INFINITY };
    this.#openedBy.set(player.id, [...others, opened]);
    if (place !== NOWHERE) this.now.push(opened);
  }

  containerOf(playerId: string): PlaceKey | undefined {
    return this.#openedBy.get(playerId)?.at(-1)?.place;
  }

  /** The containers that a player had open after a tick, as far as that is remembered. Events about an opening may be late. */
  openedBy(playerId: string, tick: number): readonly PlaceKey[] {
    const opened = this.#openedBy.get(playerId) ?? [];
    return opened.filter(({ until }) => until > tick - EVENT_SKEW_TICKS).map(({ place }) => place);
  }

  /** Every player who has a container open, or had it open after a tick. */
  viewersOf(place: PlaceKey, tick = Number.MAX_SAFE_INTEGER): string[] {
    const isViewer = (opened: readonly Opened[]) => opened.some((one) => one.place === place && one.until > tick);
    return [...this.#openedBy].filter(([, opened]) => isViewer(opened)).map(([playerId]) => playerId);
  }

  /** Every player who did something in a container after a tick, as far as that is remembered. */
  actorsAt(place: PlaceKey, tick: number): string[] {
    const isActor = (opened: readonly Opened[]) => opened.some((one) => one.place === place && one.acted > tick);
    return [...this.#openedBy].filter(([, opened]) => isActor(opened)).map(([playerId]) => playerId);
  }

  /** The player is gone. */
  forget(player: Opened["player"], tick: number): void {
    if (this.#openedBy.has(player.id)) this.noteOpened(player, NOWHERE, tick, false);
  }

  /** The container is gone: nobody has it open any more, also if another comes to that place. */
  close(place: PlaceKey, tick: number): void {
    for (const opened of this.#openedBy.values())
      for (const one of opened) if (one.place === place) one.until = Math.min(one.until, tick);
  }

  at(tick: number): readonly PlaceKey[] {
    if (this.#openedBy.size === 0) return NONE;
    const all = new Set<PlaceKey>();
    for (const opened of this.#openedBy.values()) all.add(opened.at(-1)!.place);
    all.delete(NOWHERE);
    const open = [...all];
    if (open.length <= MAX_AT_A_TIME) return open;
    const first = (tick * MAX_AT_A_TIME) % open.length;
    return [...open.slice(first), ...open.slice(0, first)].slice(0, MAX_AT_A_TIME);
  }

  finishTickEnd(now: number): void {
    if (this.now.length > 0) this.now = [];
    for (const [playerId, opened] of this.#openedBy) {
      if (now - opened[0]!.tick <= STAYS_OPEN) continue;
      const left = opened.slice(1);
      if (left.length === 0) this.#openedBy.delete(playerId);
      else this.#openedBy.set(playerId, left);
    }
  }
}
