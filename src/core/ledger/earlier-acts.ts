import type { PlaceKey } from "../model/place.ts";
import type { Player } from "../platform.ts";
import { MOST_LATE } from "./grants.ts";

/** What a look at a place that was handled found. */
export interface Change {
  readonly place: PlaceKey;
  readonly number: number;
  readonly difference: number;
}

interface Tick {
  readonly tickEnd: number;
  readonly actsAt: ReadonlyMap<PlaceKey, readonly Act[]>;
  readonly changes: readonly Change[];
}

/** Who handled what where in the last ticks, as long as a word of something else that was done then may come. */
export class EarlierActs {
  #ticks: Tick[] = [];

  add(tick: Tick): void {
    this.#ticks.push(tick);
  }

  forget(tickEnd: number): void {
    if (this.#ticks.length === 0 || tickEnd - this.#ticks[0]!.tickEnd < MOST_LATE) return;
    this.#ticks = this.#ticks.filter((tick) => tickEnd - tick.tickEnd < MOST_LATE);
  }

  /**
   * True when somebody else handled a material at a place since a tick end, and that is not what the looks found to have moved: it
   * may have made up for what a player took before, so that no look found it missing.
   */
  isMadeUpFor(place: PlaceKey, playerId: string, number: number, since: number): boolean {
    for (const { tickEnd, actsAt, changes } of this.#ticks) {
      if (tickEnd <= since) continue;
      for (const { player, number: about } of actsAt.get(place) ?? []) {
        if (player.id === playerId || (about !== number && about !== ANYTHING)) continue;
        const moved = [place, player.place].map((where) => differenceAt(changes, where, number));
        // Boxes mostly hold something else.
        const isNothing = about === ANYTHING && moved.every((difference) => difference === 0);
        if (!isNothing && !isSeenToMove(changes, place, player.place, number)) return true;
      }
    }
    return false;
  }
}

/** True when what one of two places lost is what the other got: that was no act of an earlier tick. */
export function isSeenToMove(changes: readonly Change[], place: PlaceKey, other: PlaceKey, number: number): boolean {
  const difference = differenceAt(changes, place, number);
  return difference !== 0 && difference + differenceAt(changes, other, number) === 0;
}

function differenceAt(changes: readonly Change[], place: PlaceKey, number: number): number {
  return changes.find((change) => change.place === place && change.number === number)?.difference ?? 0;
}

/** For acts that may have moved goods of any material, such as those with a box. */
export const ANYTHING = -2;

/** What one player did with one material at one place in a tick. */
export interface Act {
  readonly player: Player;
  readonly number: number;
  times: number;
}
