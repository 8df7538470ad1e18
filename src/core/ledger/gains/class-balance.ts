import type { PlaceKey } from "../../model/place.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import type { WatchList } from "../materials/watch-list.ts";
import type { TickGroup } from "./tick-groups.ts";
import type { FoundTaker, UnreportedMoves } from "./unreported-moves.ts";

/** The change of one tick at one place, in units of one class. */
export interface Member {
  readonly place: PlaceKey;
  readonly since: number;
  readonly isNew: boolean;
  /** How much more there is, without what events with a number have brought there. */
  more: number;
  /** How much of that only events say, and no look shows: it may have come earlier. Negative if it may have gone earlier. */
  late: number;
  /** That has happened after this tick. */
  lateSince: number;
  /** Where it seemed to have gone until there was word that it was dropped. */
  takers: readonly FoundTaker[];
  /** How much of what is missing on the ground, or in a container, was used up according to such events. */
  vanished: number;
  /** Which materials became more, and by how many. */
  readonly grown: Map<number, number>;
  /** The sum of the decreases alone; increases are not set against them. */
  decrease: number;
  /** How much was picked up and dropped there, according to events. */
  pickedUp: number;
  /** How much of what was picked up is not what has just come into the hands. */
  pickedUpBefore: number;
  dropped: number;
  /** The players who answer for what was created there. */
  creators: Set<string>;
  /** How much may have come there without anybody's doing. */
  source: number;
}

const NO_TAKERS: readonly FoundTaker[] = [];
const NOTHING = {
  more: 0,
  late: 0,
  lateSince: Number.POSITIVE_INFINITY,
  takers: NO_TAKERS,
  vanished: 0,
  decrease: 0,
  pickedUp: 0,
  pickedUpBefore: 0,
  dropped: 0,
  source: 0,
};

export function newMember(place: PlaceKey, since: number, isNew: boolean): Member {
  return { ...NOTHING, place, since, isNew, grown: new Map(), creators: new Set() };
}

/** The changes of one tick in one class at the places of a group. */
export class ClassBalance {
  readonly classIndex: number;
  readonly members = new Map<PlaceKey, Member>();

  constructor(classIndex: number) {
    this.classIndex = classIndex;
  }

  /** Positive if goods came from elsewhere, negative if goods went away. */
  get net(): number {
    let sum = 0;
    for (const { more } of this.members.values()) sum += more;
    return sum;
  }

  member(place: PlaceKey, since: number, isNew: boolean): Member {
    const member = this.members.get(place) ?? newMember(place, since, isNew);
    this.members.set(place, member);
    return member;
  }
}

/**
 * Adds up a group, class by class. Goods that an event with a number says were dropped or picked up have certainly moved: in this tick,
 * or when as much was missing a little earlier.
 */
export function balancesOf(
  group: TickGroup,
  watched: WatchList,
  unreported: UnreportedMoves,
  mayHaveFallen: (ground: PlaceKey, since: number) => boolean,
): Map<number, ClassBalance> {
  const { tick } = group;
  const { classOf, weightOf } = watched.classes;
  const balances = new Map<number, ClassBalance>();
  const balanceOf = (materialIndex: number): ClassBalance => {
    const classIndex = classOf[materialIndex]!;
    const balance = balances.get(classIndex) ?? new ClassBalance(classIndex);
    balances.set(classIndex, balance);
    return balance;
  };
  for (const { place, since, isNew, differences } of group.changed) {
    for (const [materialIndex, difference] of differences) {
      const member = balanceOf(materialIndex).member(place, since, isNew);
      member.more += difference * weightOf[materialIndex]!;
      if (difference < 0) member.decrease -= difference * weightOf[materialIndex]!;
      if (difference > 0) member.grown.set(materialIndex, (member.grown.get(materialIndex) ?? 0) + difference);
    }
  }
  for (const { place: own, ground, materialIndex, dropped } of group.groundTransfers) {
    const balance = balanceOf(materialIndex);
    const [hands, floor] = [own, ground].map((place) => {
      const { since = tick - 1, isNew = false } = group.changeAt(place) ?? {};
      return balance.member(place, since, isNew);
    }) as [Member, Member];
    const [giver, taker] = dropped > 0 ? [hands, floor] : [floor, hands];
    const units = Math.abs(dropped) * weightOf[materialIndex]!;
    const missing = Math.max(0, Math.min(units, -giver.more));
    // What has come just now has not left a little earlier.
    const before = units - Math.max(missing, Math.min(units, taker.more));
    const early = unreported.take(giver.place, balance.classIndex, before, tick);
    const moved = units - early;
    const come = Math.max(0, Math.min(moved, taker.more));
    const late = moved - missing;
    const lastWord = tick - EVENT_SKEW_TICKS - 1;
    // Where nothing else falls, what has come to lie there since the look before was dropped since then.
    const isNew = dropped > 0 && come === moved && !mayHaveFallen(ground, floor.since);
    const since = isNew ? Math.max(lastWord, floor.since) : lastWord;
    giver.more += moved;
    giver.decrease = Math.max(0, giver.decrease - missing);
    giver.late += late;
    let lacking = moved - come;
    if (late > 0) giver.lateSince = Math.min(giver.lateSince, since);
    if (lacking > 0) taker.lateSince = Math.min(taker.lateSince, lastWord);
    if (late > 0 && dropped > 0) {
      giver.takers = unreported.takersFrom(giver.place, balance.classIndex, since);
      // Where nothing else falls, what came to lie there a little earlier is what was dropped.
      const earlier = Math.min(late, lacking);
      if (!mayHaveFallen(ground, tick - EVENT_SKEW_TICKS))
        lacking += unreported.take(ground, balance.classIndex, -earlier, tick);
    }
    taker.more -= come + lacking;
    taker.late -= lacking;
    if (dropped < 0) {
      floor.pickedUp += moved;
      floor.pickedUpBefore += moved - come;
    } else {
      floor.dropped += moved;
      hands.grown.set(
        materialIndex,
        (hands.grown.get(materialIndex) ?? 0) + Math.floor(moved / weightOf[materialIndex]!),
      );
    }
  }
  return balances;
}
