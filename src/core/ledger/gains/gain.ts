import { ownerOfPlace, type PlaceKey, placeKind } from "../../model/place.ts";
import type { OpenContainers } from "../counts/open-containers.ts";
import { type Act, ANYTHING } from "../hints/player-acts.ts";
import type { WatchList } from "../materials/watch-list.ts";
import { type Member, newMember } from "./class-balance.ts";
import { NO_LIMIT } from "./flow-network.ts";
import type { Link } from "./least-creation.ts";
import type { GainSighting } from "./losses.ts";

/** A group of places has more of a class than events and recipes account for. */
export interface Gain extends GainSighting {
  readonly classIndex: number;
  /** Before the gain, when the first of its places was last looked at, every place had been looked at in this tick or later. */
  readonly covered: number;
  readonly members: Member[];
  readonly links: Link[];
  /** How many more of each material there are in all: goods that only moved from one place to another cancel out. */
  readonly nets: ReadonlyMap<number, number>;
  /** How much of each material each possible creator had then, by `actualKey`. */
  readonly actuals: Map<string, number>;
}

export function actualKey(playerId: string, materialIndex: number): string {
  return `${playerId} ${materialIndex}`;
}

/** One act moves a stack at most. */
const LARGEST_STACK = 64;

/** How much acts may have moved between the places of a gain. The ground is left out: events say how many were dropped or picked up. */
export function linksBetween(members: readonly Member[], acts: readonly Act[], heaviest: number): Link[] {
  const most = new Map<string, Link>();
  const indexOf = new Map<PlaceKey, number>();
  for (const [at, { place }] of members.entries()) if (!indexOf.has(place)) indexOf.set(place, at);
  const add = (one: PlaceKey, other: PlaceKey, units: number): void => {
    const [from, to] = [indexOf.get(one), indexOf.get(other)];
    if (from === undefined || to === undefined || from === to) return;
    const key = `${from} ${to}`;
    most.set(key, { from, to, most: Math.min(NO_LIMIT, (most.get(key)?.most ?? 0) + units) });
  };
  for (const { player, places, materialIndex, isBreaking } of acts) {
    const units = materialIndex === ANYTHING ? NO_LIMIT : LARGEST_STACK * heaviest;
    for (const place of places) {
      if (isBreaking || placeKind(place) === "ground") continue;
      add(player.place, place, units);
      add(place, player.place, units);
    }
  }
  return [...most.values()];
}

/**
 * Adds a container from which the owner of `own` may have taken goods then. Others who acted there may have created them. One that is in the
 * gain already was broken, or handled by somebody: if by this owner, events say how much that can be.
 */
export function addBystander({ members, links }: Gain, container: PlaceKey, own: PlaceKey, open: OpenContainers) {
  const known = members.findIndex(({ place }) => place === container);
  const isLinked = links.some(({ from, to }) => members[from]!.place === container && members[to]!.place === own);
  if (known >= 0 && isLinked) return;
  for (const [to, { place, since }] of [...members.entries()]) {
    if (place !== own) continue;
    if (known >= 0) {
      links.push({ from: known, to, most: NO_LIMIT });
      continue;
    }
    const bystander = newMember(container, since, false);
    for (const playerId of open.actorsAt(container, since))
      if (playerId !== ownerOfPlace(own)) bystander.creators.add(playerId);
    links.push({ from: members.push(bystander) - 1, to, most: NO_LIMIT });
  }
}

/**
 * Turns created units into counts of the listed materials: first the materials that grew most in these gains of one class. If some of a piece
 * may have come from elsewhere, the rest is a part of one.
 */
export function inMaterials(
  gains: readonly Gain[],
  units: number,
  watched: WatchList,
  isCounted: (member: Member) => boolean = () => true,
): (readonly [materialIndex: number, count: number])[] {
  const listed = watched.listed[gains[0]!.classIndex]!;
  const { weightOf } = watched.classes;
  const grownIn = ({ members, nets }: Gain, materialIndex: number) => {
    const grown = members.reduce(
      (sum, member) => sum + (isCounted(member) ? (member.grown.get(materialIndex) ?? 0) : 0),
      0,
    );
    return Math.max(0, Math.min(grown, nets.get(materialIndex) ?? 0));
  };
  const byGrowth = listed
    .map(
      (materialIndex) => [materialIndex, gains.reduce((sum, gain) => sum + grownIn(gain, materialIndex), 0)] as const,
    )
    .sort(([one, grown], [other, also]) => also * weightOf[other]! - grown * weightOf[one]!);
  const lightest = [...listed].sort((one, other) => weightOf[one]! - weightOf[other]!)[0]!;
  const counts = new Map<number, number>();
  let left = units;
  for (const [materialIndex, most] of [...byGrowth, [lightest, Number.POSITIVE_INFINITY] as const]) {
    const count = Math.min(most, left / weightOf[materialIndex]!);
    if (count <= 0) continue;
    counts.set(materialIndex, (counts.get(materialIndex) ?? 0) + count);
    left -= count * weightOf[materialIndex]!;
  }
  return [...counts];
}
