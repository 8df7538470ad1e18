import type { PlaceKey } from "../../model/place.ts";
import type { Act, GroundTransfer, PlayerActs } from "../hints/player-acts.ts";
import type { PlaceChange } from "./tick-changes.ts";

/** Places between which goods may have moved in one tick, according to events, and all that is known about them. */
export class TickGroup {
  readonly places: PlaceKey[] = [];
  readonly changes: PlaceChange[] = [];
  readonly acts: Act[] = [];
  readonly groundTransfers: GroundTransfer[] = [];
}

/**
 * Groups places that players acted on together in this tick. Places that have not changed matter only in a group with one that has, or if
 * they were `heardOf`. `changeAt` knows every place that was looked at in this tick.
 */
export function groupsOf(
  changes: Iterable<PlaceChange>,
  acts: PlayerActs,
  heardOf: Iterable<PlaceKey>,
  changeAt: (place: PlaceKey) => PlaceChange | undefined,
): TickGroup[] {
  const changed = new Set<PlaceKey>();
  for (const { place, differences } of changes) if (differences.size > 0) changed.add(place);
  for (const place of heardOf) if (changeAt(place) !== undefined) changed.add(place);
  if (changed.size === 0 && acts.groundTransfers.length === 0) return [];
  const groupAt = new Map<PlaceKey, TickGroup>();
  for (const act of acts.acts) {
    if (act.places.length === 0) continue;
    let group = groupOf(groupAt, act.player.place);
    for (const place of act.places) group = join(groupAt, group, place);
    group.acts.push(act);
  }
  for (const { place, ground } of acts.groundTransfers) join(groupAt, groupOf(groupAt, place), ground);
  const groups = new Set<TickGroup>();
  for (const place of changed) groups.add(groupOf(groupAt, place));
  for (const transfer of acts.groundTransfers) {
    const group = groupOf(groupAt, transfer.place);
    groups.add(group);
    group.groundTransfers.push(transfer);
  }
  for (const { places, changes } of groups)
    for (const place of places) {
      const change = changeAt(place);
      if (change !== undefined) changes.push(change);
    }
  return [...groups];
}

function groupOf(groupAt: Map<PlaceKey, TickGroup>, place: PlaceKey): TickGroup {
  return groupAt.get(place) ?? join(groupAt, new TickGroup(), place);
}

/** Puts a place into a group, with all that it was with before. Returns the group. Nothing but acts was added to these groups yet. */
function join(groupAt: Map<PlaceKey, TickGroup>, group: TickGroup, place: PlaceKey): TickGroup {
  const other = groupAt.get(place);
  if (other === group) return group;
  if (other === undefined) {
    group.places.push(place);
    groupAt.set(place, group);
    return group;
  }
  const [kept, left] = other.places.length > group.places.length ? [other, group] : [group, other];
  kept.acts.push(...left.acts);
  for (const moved of left.places) {
    groupAt.set(moved, kept);
    kept.places.push(moved);
  }
  return kept;
}
