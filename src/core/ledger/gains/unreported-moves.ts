import type { PlaceKey } from "../../model/place.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import type { Gate } from "./least-creation.ts";

/** A place of which it is not certain that goods came there from the hands in which they are missing. */
export interface Taker {
  readonly place: PlaceKey;
  readonly since: number;
  readonly creators: ReadonlySet<string>;
  readonly source: number;
  /** How much more is there. */
  readonly more: number;
}

/** A taker of goods that the word of a drop may be about. All takers of the same goods have the same gate. */
export interface FoundTaker extends Taker {
  readonly gate: Gate;
}

interface UnreportedMove {
  readonly tick: number;
  readonly place: PlaceKey;
  readonly classIndex: number;
  /** How much more there is, or less. */
  more: number;
  /** Finds where goods that left the place seem to be; absent if nobody knows. That is rarely asked. */
  readonly takers: (() => Taker[]) | undefined;
  /** Words of several drops may be about these goods: each of them left once. */
  readonly gate: Gate;
}

/**
 * Differences in hands and on the ground within the last second that no event with a number has explained. An event that comes late may
 * be about one.
 */
export class UnreportedMoves {
  #moves: UnreportedMove[] = [];

  add(place: PlaceKey, classIndex: number, more: number, tick: number, takers?: () => Taker[]): void {
    if (more !== 0) this.#moves.push({ tick, place, classIndex, more, takers, gate: { most: -more, seen: tick } });
  }

  /**
   * Sets up to `most` units of an event against what is missing at the place, nobody knows where, or if negative against what came there.
   * Returns how many.
   */
  take(place: PlaceKey, classIndex: number, most: number, tick: number): number {
    let left = most;
    for (const move of this.#of(place, classIndex, tick - EVENT_SKEW_TICKS - 1)) {
      const part = left > 0 ? Math.min(left, -move.more) : Math.max(left, -move.more);
      if (move.takers !== undefined || part * left <= 0) continue;
      move.more += part;
      left -= part;
    }
    return most - left;
  }

  /**
   * Where goods that left the place after a tick seem to be. If a word is about these, the takers got theirs from elsewhere, no more than is
   * missing.
   */
  takersFrom(place: PlaceKey, classIndex: number, since: number): FoundTaker[] {
    return [...this.#of(place, classIndex, since)].flatMap(({ takers, gate }) =>
      (takers?.() ?? []).map((taker) => ({ ...taker, gate })),
    );
  }

  finishTickEnd(tick: number): void {
    const oldest = this.#moves[0]?.tick ?? tick;
    if (tick - oldest > 2 * EVENT_SKEW_TICKS)
      this.#moves = this.#moves.filter((move) => tick - move.tick <= EVENT_SKEW_TICKS);
  }

  *#of(place: PlaceKey, classIndex: number, since: number): Iterable<UnreportedMove> {
    for (const move of this.#moves)
      if (move.place === place && move.classIndex === classIndex && move.tick > since) yield move;
  }
}
