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
 * Puts together what belongs together: each place and whatever a player did something with at the same time. Groups in which
 * nothing changed are left out, but for places of which something else `isKept`.
 */
export function groupsOf(
  changes: Iterable<PlaceChange>,
  acts: PlayerActs,
  isKept: (place: PlaceKey) => boolean,
): TickGroup[] {
  const parents = new Map<PlaceKey, PlaceKey>();
  const rootOf = (place: PlaceKey): PlaceKey => {
    let root = place;
    for (let parent = parents.get(root); parent !== undefined; parent = parents.get(root)) root = parent;
    if (root !== place) parents.set(place, root);
    return root;
  };
  for (const { player, places } of acts.acts) {
    for (const touched of places) {
      const [one, other] = [rootOf(player.place), rootOf(touched)];
      if (one !== other) parents.set(one, other);
    }
  }
  const groups = new Map<PlaceKey, TickGroup>();
  const groupOf = (place: PlaceKey): TickGroup => {
    const root = rootOf(place);
    let group = groups.get(root);
    if (group === undefined) {
      group = { changes: [], acts: [], groundTransfers: [] };
      groups.set(root, group);
    }
    return group;
  };
  const unchanged: PlaceChange[] = [];
  for (const change of changes) {
    if (change.differences.size === 0 && !isKept(change.place)) unchanged.push(change);
    else groupOf(change.place).changes.push(change);
  }
  for (const transfer of acts.groundTransfers) groupOf(transfer.place).groundTransfers.push(transfer);
  // Most places are as they were. They matter only beside others that are not.
  for (const change of unchanged) groups.get(rootOf(change.place))?.changes.push(change);
  for (const act of acts.acts) if (act.places.length > 0) groups.get(rootOf(act.player.place))?.acts.push(act);
  return [...groups.values()];
}
