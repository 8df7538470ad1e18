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
  const groupAt = new Map<PlaceKey, TickGroup>();
  for (const act of acts.acts)
    if (act.places.length > 0) join(groupAt, [act.player.place, ...act.places]).acts.push(act);
  const groups = new Set<TickGroup>();
  const groupOf = (place: PlaceKey): TickGroup => {
    const group = groupAt.get(place) ?? join(groupAt, [place]);
    groups.add(group);
    return group;
  };
  for (const change of changed) groupOf(change.place).changes.push(change);
  for (const transfer of acts.groundTransfers) groupOf(transfer.place).groundTransfers.push(transfer);
  for (const change of others) groupAt.get(change.place)?.changes.push(change);
  return [...groups];
}

/** Puts places into one group, with all that each was with before. Nothing but acts was added to these groups yet. */
function join(groupAt: Map<PlaceKey, TickGroup>, places: readonly PlaceKey[]): TickGroup {
  let joined: TickGroup | undefined;
  for (const place of places) {
    const group = groupAt.get(place);
    if (group !== undefined && group.places.length > (joined?.places.length ?? 0)) joined = group;
  }
  joined ??= new TickGroup();
  for (const place of places) {
    const group = groupAt.get(place);
    if (group === joined) continue;
    joined.acts.push(...(group?.acts ?? []));
    for (const moved of group?.places ?? [place]) {
      groupAt.set(moved, joined);
      joined.places.push(moved);
    }
  }
  return joined;
}
