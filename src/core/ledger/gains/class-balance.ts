import type { PlaceKey } from "../../model/place.ts";
import type { WatchList } from "../materials/watch-list.ts";
import type { TickGroup } from "./tick-groups.ts";

/** What one tick changed at one place, in units of one class. */
export interface Member {
  readonly place: PlaceKey;
  readonly since: number;
  readonly isNew: boolean;
  /** How much more there is than what events that give a number have brought there. */
  more: number;
  /** Which materials became more, and by how many. */
  readonly grown: Map<number, number>;
  /** How much events say was picked up there, and how much dropped. */
  pickedUp: number;
  dropped: number;
  /** How much events say was dropped out of it. */
  letGo: number;
}

export function newMember(place: PlaceKey, since: number, isNew: boolean): Member {
  return { place, since, isNew, more: 0, grown: new Map(), pickedUp: 0, dropped: 0, letGo: 0 };
}

/** What one tick changed of one class at the places of a group. */
export class ClassBalance {
  readonly cls: number;
  readonly members = new Map<PlaceKey, Member>();

  constructor(cls: number) {
    this.cls = cls;
  }

  /** More than nothing when something came from elsewhere, less when something went away. */
  get net(): number {
    let sum = 0;
    for (const { more } of this.members.values()) sum += more;
    return sum;
  }

  member(place: PlaceKey, since: number, isNew: boolean): Member {
    let member = this.members.get(place);
    if (member === undefined) {
      member = newMember(place, since, isNew);
      this.members.set(place, member);
    }
    return member;
  }
}

/** Adds up a group, class by class. What was dropped or picked up by its number has moved for certain. */
export function balancesOf(group: TickGroup, watched: WatchList, tick: number): Map<number, ClassBalance> {
  const { classOf, weightOf } = watched.classes;
  const balances = new Map<number, ClassBalance>();
  const balanceOf = (number: number): ClassBalance => {
    const cls = classOf[number]!;
    const balance = balances.get(cls) ?? new ClassBalance(cls);
    balances.set(cls, balance);
    return balance;
  };
  for (const { place, since, isNew, differences } of group.changes) {
    for (const [number, difference] of differences) {
      const member = balanceOf(number).member(place, since, isNew);
      member.more += difference * weightOf[number]!;
      if (difference > 0) member.grown.set(number, (member.grown.get(number) ?? 0) + difference);
    }
  }
  const changeAt = new Map(group.changes.map((change) => [change.place, change]));
  for (const { place: from, ground, number, dropped } of group.groundTransfers) {
    const balance = balanceOf(number);
    const units = dropped * weightOf[number]!;
    for (const [place, brought] of [
      [from, -units],
      [ground, units],
    ] as const) {
      const { since = tick - 1, isNew = false } = changeAt.get(place) ?? {};
      const member = balance.member(place, since, isNew);
      member.more -= brought;
      if (place === from && brought < 0) {
        member.grown.set(number, (member.grown.get(number) ?? 0) + dropped);
        member.letGo += units;
      }
      if (place !== ground) continue;
      if (dropped > 0) member.dropped += units;
      else member.pickedUp -= units;
    }
  }
  return balances;
}
