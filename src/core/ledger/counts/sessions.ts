import { ownerOfPlace, type PlaceKey, placeKind } from "../../model/place.ts";
import type { PlaceCounts } from "./place-counts.ts";
import type { Views } from "./views.ts";

/** A player came with more, or less, than was there before: after the tick `since`, or nobody knows since when. */
export type OnDifference = (
  place: PlaceKey,
  materialIndex: number,
  difference: number,
  tick: number,
  since?: number,
) => void;

/** A session that came beside others of the same account, and what those had at their last look. */
interface NewSession {
  readonly place: PlaceKey;
  readonly others: readonly PlaceKey[];
  readonly before: Int32Array;
  readonly tick: number;
}

/**
 * Knows which of a player's own places are visible. Sessions of one account that are served at the same time show the same goods, and all
 * but the newest are only views of them: if such a session gives goods away while another still has them, that explains nothing.
 */
export class Sessions {
  readonly #counts: PlaceCounts;
  readonly #views: Views;
  readonly #onDifference: OnDifference;
  readonly #places = new Map<string, Set<PlaceKey>>();
  readonly #overlapped = new Set<string>();
  /** Sessions that were here at a tick end, and that nobody has looked at yet: they may have anything. */
  readonly unseen = new Set<PlaceKey>();
  /** Sessions that came in this tick, beside others of the same account. */
  #new: NewSession[] = [];

  constructor(counts: PlaceCounts, views: Views, onDifference: OnDifference) {
    this.#counts = counts;
    this.#views = views;
    this.#onDifference = onDifference;
  }

  /** At the tick end, a session is here that was not here at the last one. */
  noteBegun(session: PlaceKey): void {
    if (!this.#counts.has(session)) this.unseen.add(session);
  }

  /** Returns true if this is the only session of an account: its goods can then be compared with those that the last one left with. */
  noteAppeared(place: PlaceKey, counts: Int32Array, tick: number): boolean {
    const owner = ownerOfPlace(place);
    if (owner === undefined) return false;
    const others = this.sessionsOf(owner);
    this.#places.set(owner, new Set([...this.placesOf(owner), place]));
    if (placeKind(place) !== "player") return false;
    if (others.length === 0) return true;
    this.#overlapped.add(owner);
    this.#new.push({ place, others, before: this.#heldAt(others, counts), tick });
    this.#show(others, counts);
    return false;
  }

  /** Sessions that must be looked at in this tick, because a new session of the account shows what they hold by now. */
  besideNew(): readonly PlaceKey[] {
    return this.#new.flatMap(({ others }) => others);
  }

  /** After the looks of a tick, or before one of the sessions goes. */
  compare(): void {
    if (this.#new.length === 0) return;
    for (const { place, others, before, tick } of this.#new.splice(0)) {
      const counts = this.#counts.countsAt(place);
      const now = this.#heldAt(others, counts);
      for (const [materialIndex, count] of counts.entries()) {
        const difference = count - Math.max(now[materialIndex]!, before[materialIndex]!);
        if (difference !== 0) this.#onDifference(place, materialIndex, difference, tick);
      }
      // The new session also shows goods that came to the others since their last look.
      const shownToo = now.map((held, at) => Math.max(0, Math.min(counts[at]!, held) - before[at]!));
      this.#show(others, shownToo);
    }
  }

  /**
   * A place with these counts went dark. Returns how a player's last session ended: `whole` if the next one should bring what it left with,
   * `mixed` if two were served at the same time. `undefined` if the place was no session's, or other sessions go on.
   */
  noteGone(place: PlaceKey, counts: Int32Array): "whole" | "mixed" | undefined {
    this.compare();
    const owner = ownerOfPlace(place);
    if (owner === undefined) return undefined;
    const left = this.placesOf(owner).filter((other) => other !== place);
    if (left.length === 0) this.#places.delete(owner);
    else this.#places.set(owner, new Set(left));
    if (placeKind(place) !== "player") return undefined;
    const others = this.sessionsOf(owner);
    if (others.length === 0) return this.#overlapped.delete(owner) ? "mixed" : "whole";
    for (const [materialIndex, count] of counts.entries()) {
      let gone = count;
      for (const other of others) gone -= this.#views.hide(other, materialIndex, gone);
    }
    return undefined;
  }

  /** The player had another session, which nobody has looked at. What is shown now may be what that one had. */
  expectAnything(playerId: string): void {
    if (this.sessionsOf(playerId).length > 0) this.#overlapped.add(playerId);
  }

  /** The slots of each session that is served. */
  sessionsOf(playerId: string): readonly PlaceKey[] {
    return this.placesOf(playerId).filter((place) => placeKind(place) === "player");
  }

  placesOf(playerId: string): readonly PlaceKey[] {
    return [...(this.#places.get(playerId) ?? [])];
  }

  /** The visible own places of all players. */
  *all(): Iterable<PlaceKey> {
    for (const places of this.#places.values()) yield* places;
  }

  /** A session shows goods of these others. */
  #show(others: readonly PlaceKey[], counts: Int32Array): void {
    for (const [materialIndex, count] of counts.entries()) {
      let shown = count;
      for (const place of others.toReversed()) {
        const again = Math.min(shown, this.#counts.countAt(place, materialIndex));
        if (again > 0) this.#views.show(place, materialIndex, again, counts.length);
        shown -= again;
      }
    }
  }

  /** What these sessions hold together. */
  #heldAt(sessions: readonly PlaceKey[], { length }: Int32Array): Int32Array {
    const held = new Int32Array(length);
    for (const place of sessions) for (const [at, count] of this.#counts.countsAt(place).entries()) held[at]! += count;
    return held;
  }
}
