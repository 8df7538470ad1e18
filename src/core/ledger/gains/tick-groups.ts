import type { PlaceKey } from "../../model/place.ts";
import type { Act, GroundTransfer, PlayerActs } from "../hints/player-acts.ts";

/** What the looks of one tick found to be more or less at a place. */
export interface PlaceChange {
  readonly place: PlaceKey;
  /** The tick of the look before. */
  readonly since: number;
  /** True when nobody knows what was there before. */
  readonly isNew: boolean;
  /** By the numbers of the materials. */
  differences: ReadonlyMap<number, number>;
}

/** Places between which goods may have moved in one tick, going by what events say, and all that is known about them. */
export interface TickGroup {
  readonly changes: PlaceChange[];
  readonly acts: Act[];
  readonly groundTransfers: GroundTransfer[];
}

/**
 * Puts together what belongs together: each place of which something is known, and whatever players did something with at the same
 * time. Most places are as they were: they matter only beside others that are not, or of which something else `isKept`.
 */
export function groupsOf(
  changes: Iterable<PlaceChange>,
  acts: PlayerActs,
  isKept: (place: PlaceKey) => boolean,
): TickGroup[] {
  const known = [...changes];
  const isChanged = ({ place, differences }: PlaceChange) => differences.size > 0 || isKept(place);
  const changed = known.filter(isChanged);
  const neighbours = new Neighbours();
  for (const { place } of changed) neighbours.begin(place);
  for (const { place } of acts.groundTransfers) neighbours.begin(place);
  const moves = acts.acts.filter(({ places }) => places.length > 0);
  // An act may join what a later one brings along.
  while (moves.filter(({ player, places }) => neighbours.join(player.place, places)).length > 0);
  const groups = new Map<number, TickGroup>();
  const groupAt = (place: PlaceKey): TickGroup | undefined => {
    const number = neighbours.at(place);
    if (number === undefined) return undefined;
    const group = groups.get(number) ?? { changes: [], acts: [], groundTransfers: [] };
    groups.set(number, group);
    return group;
  };
  for (const change of changed) groupAt(change.place)!.changes.push(change);
  for (const transfer of acts.groundTransfers) groupAt(transfer.place)!.groundTransfers.push(transfer);
  if (changed.length < known.length)
    for (const change of known) if (!isChanged(change)) groupAt(change.place)?.changes.push(change);
  for (const act of moves) groupAt(act.player.place)?.acts.push(act);
  return [...groups.values()];
}

/** Which places belong together, of those to which acts lead from where something is known. */
class Neighbours {
  readonly #numberAt = new Map<PlaceKey, number>();
  /** Where two have become one, the later number leads to the earlier one. */
  readonly #leadsTo: number[] = [];

  begin(place: PlaceKey): void {
    if (!this.#numberAt.has(place)) this.#numberAt.set(place, this.#leadsTo.push(this.#leadsTo.length) - 1);
  }

  /** The same number for all that belong together; `undefined` where nothing is known. */
  at(place: PlaceKey): number | undefined {
    let number = this.#numberAt.get(place);
    while (number !== undefined && this.#leadsTo[number] !== number) number = this.#leadsTo[number];
    return number;
  }

  /** Returns true when that was not known. */
  join(own: PlaceKey, others: readonly PlaceKey[]): boolean {
    let first = this.at(own);
    for (const place of others) {
      const number = this.at(place);
      if (number !== undefined) first = Math.min(number, first ?? number);
    }
    if (first === undefined) return false;
    let isNew = this.#put(own, first);
    for (const place of others) isNew = this.#put(place, first) || isNew;
    return isNew;
  }

  #put(place: PlaceKey, first: number): boolean {
    const number = this.at(place);
    if (number === first) return false;
    if (number === undefined) this.#numberAt.set(place, first);
    else this.#leadsTo[number] = first;
    return true;
  }
}
