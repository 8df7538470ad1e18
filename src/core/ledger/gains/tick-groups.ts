import type { PlaceKey } from "../../model/place.ts";
import type { Act, GroundTransfer, PlayerActs } from "../hints/player-acts.ts";
import type { MaterialClasses } from "../materials/material-classes.ts";
import type { PlaceChange } from "./tick-changes.ts";

/** Finds what the look of this tick has found at a place; `undefined` if there was none. */
type ChangeAt = (place: PlaceKey) => PlaceChange | undefined;

/** Places between which goods may have moved in one tick, according to events, and all that is known about them. */
export class TickGroup {
  readonly tick: number;
  readonly changeAt: ChangeAt;
  readonly places: PlaceKey[] = [];
  /** Those of the places that hold more of something than before, or less. */
  readonly changed: PlaceChange[] = [];
  readonly acts: Act[] = [];
  readonly groundTransfers: GroundTransfer[] = [];
  #changes: readonly PlaceChange[] | undefined;

  constructor(tick: number, changeAt: ChangeAt) {
    this.tick = tick;
    this.changeAt = changeAt;
  }

  /** Those of the places that were looked at, also if nothing has changed there. Asked in the same tick only, and rarely: mostly goods just move. */
  get changes(): readonly PlaceChange[] {
    this.#changes ??= this.places.flatMap((place) => this.changeAt(place) ?? []);
    return this.#changes;
  }

  /** The tick of the oldest look before. */
  get since(): number {
    return Math.min(this.tick - 1, ...this.changes.map(({ since }) => since));
  }
}

/**
 * Groups places that players acted on together in this tick. Places that have not changed matter only in a group with one that has, or if
 * they were `heardOf`. `changeAt` knows every place that was looked at in this tick.
 */
export function groupsOf(
  tick: number,
  changes: Iterable<PlaceChange>,
  acts: PlayerActs,
  heardOf: Iterable<PlaceKey>,
  changeAt: ChangeAt,
): TickGroup[] {
  const changed = new Map<PlaceKey, PlaceChange | undefined>();
  for (const change of changes) if (change.differences.size > 0) changed.set(change.place, change);
  for (const place of heardOf) if (!changed.has(place) && changeAt(place) !== undefined) changed.set(place, undefined);
  if (changed.size === 0 && acts.groundTransfers.length === 0) return [];
  const groupAt = new Map<PlaceKey, TickGroup>();
  const groupOf = (place: PlaceKey) => groupAt.get(place) ?? join(groupAt, new TickGroup(tick, changeAt), place);
  for (const act of acts.acts) {
    let group = groupOf(act.player.place);
    for (const place of act.places) group = join(groupAt, group, place);
    group.acts.push(act);
  }
  for (const { place, ground } of acts.groundTransfers) join(groupAt, groupOf(place), ground);
  const groups = new Set<TickGroup>();
  for (const place of changed.keys()) groups.add(groupOf(place));
  for (const transfer of acts.groundTransfers) {
    const group = groupOf(transfer.place);
    groups.add(group);
    group.groundTransfers.push(transfer);
  }
  for (const group of groups)
    for (const place of group.places) {
      const change = changed.get(place);
      if (change !== undefined) group.changed.push(change);
    }
  return [...groups];
}

/** The weight of the heaviest material of a class that was moved. What acts name was, even if there is as much of it as before. */
export function heaviestIn({ changed, acts }: TickGroup, classIndex: number, classes: MaterialClasses): number {
  const { classOf, weightOf } = classes;
  const moved = changed.flatMap(({ differences }) => [...differences.keys()]);
  for (const { materialIndex } of acts) moved.push(materialIndex);
  const ofClass = moved.filter((materialIndex) => classOf[materialIndex] === classIndex);
  return Math.max(1, ...ofClass.map((materialIndex) => weightOf[materialIndex]!));
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
