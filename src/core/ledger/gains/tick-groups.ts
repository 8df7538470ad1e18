import type { PlaceKey } from "../../model/place.ts";
import type { Act, GroundTransfer, PlayerActs } from "../hints/player-acts.ts";

/** The increases and decreases that the looks of one tick found at a place. */
export interface PlaceChange {
  readonly place: PlaceKey;
  /** The tick of the look before. */
  readonly since: number;
  /** True if nobody knows what was there before. */
  readonly isNew: boolean;
  /** By material index. */
  differences: ReadonlyMap<number, number>;
}

/** Places between which goods may have moved in one tick, according to events, and all that is known about them. */
export interface TickGroup {
  readonly changes: PlaceChange[];
  readonly acts: Act[];
  readonly groundTransfers: GroundTransfer[];
}

/**
 * Groups places that players acted on together in this tick. Most places have not changed: these matter only in a group with one that has,
 * or if `isKept` says so.
 */
export function groupsOf(
  changes: Iterable<PlaceChange>,
  acts: PlayerActs,
  isKept: (place: PlaceKey) => boolean,
): TickGroup[] {
  const [changed, others]: [PlaceChange[], PlaceChange[]] = [[], []];
  for (const change of changes) (change.differences.size > 0 || isKept(change.place) ? changed : others).push(change);
  if (changed.length === 0 && acts.groundTransfers.length === 0) return [];
  const moves = acts.acts.filter(({ places }) => places.length > 0);
  const together = new JoinedPlaces();
  for (const { player, places } of moves) for (const place of places) together.join(player.place, place);
  const groups = new Map<PlaceKey, TickGroup>();
  const known = (place: PlaceKey) => groups.get(together.firstOf(place));
  const groupAt = (place: PlaceKey): TickGroup => {
    const group = known(place) ?? { changes: [], acts: [], groundTransfers: [] };
    groups.set(together.firstOf(place), group);
    return group;
  };
  for (const change of changed) groupAt(change.place).changes.push(change);
  for (const transfer of acts.groundTransfers) groupAt(transfer.place).groundTransfers.push(transfer);
  for (const change of others) known(change.place)?.changes.push(change);
  for (const act of moves) known(act.player.place)?.acts.push(act);
  return [...groups.values()];
}

/** Knows which places belong together. */
class JoinedPlaces {
  /** Leads from each place to one that it was joined with, and so on to the first one of the group. */
  readonly #leadsTo = new Map<PlaceKey, PlaceKey>();

  /** Returns the same place for all places that belong together. */
  firstOf(place: PlaceKey): PlaceKey {
    let first = place;
    for (let next = this.#leadsTo.get(first); next !== undefined; next = this.#leadsTo.get(first)) first = next;
    if (first !== place) this.#leadsTo.set(place, first);
    return first;
  }

  join(one: PlaceKey, other: PlaceKey): void {
    const [first, also] = [this.firstOf(one), this.firstOf(other)];
    if (first !== also) this.#leadsTo.set(also, first);
  }
}
