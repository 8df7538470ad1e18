import { ownerOfPlace, type PlaceKey } from "../../model/place.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import { NO_LIMIT } from "../gains/flow-network.ts";
import type { GainSighting, Loss, OpenLoss } from "../gains/losses.ts";

/** Goods that come out of nowhere within some ticks. `left` is how many units, `NO_LIMIT` if that is not known. */
interface Grant extends Loss {
  /** `undefined` for goods of any class. */
  readonly classIndex: number | undefined;
}

/** Where goods appear on purpose: given, announced, made in creative mode. A grant explains goods that appear in the ticks around it. */
export class Grants {
  readonly #grants = new Map<string, Grant[]>();

  add(place: PlaceKey, tick: number, classIndex?: number, units = NO_LIMIT): void {
    const key = keyOf(place);
    const known = this.#grants.get(key) ?? [];
    const [since, seen] = [tick - EVENT_SKEW_TICKS, tick + EVENT_SKEW_TICKS];
    const isSame = (one: Grant) => one.seen === seen && one.classIndex === classIndex && one.left === units;
    // A grant without a limit need not be kept twice.
    const others = units === NO_LIMIT ? known.filter((one) => !isSame(one)) : known;
    this.#grants.set(key, [...others, { since, seen, places: [], isSilent: true, classIndex, left: units }]);
  }

  /** The grants that may explain a gain, or a part of it. */
  openTo(classIndex: number, { members, seen }: GainSighting): OpenLoss[] {
    const open = new Map<Grant, number[]>();
    for (const [at, { place, since }] of members.entries())
      for (const grant of this.#of(place, classIndex, since, seen)) open.set(grant, [...(open.get(grant) ?? []), at]);
    return [...open].map(([loss, openTo]) => ({ loss, classIndex, openTo }));
  }

  forget(upTo: number): void {
    for (const [key, grants] of this.#grants) {
      if (grants.every((grant) => grant.seen <= upTo)) this.#grants.delete(key);
    }
  }

  #of(place: PlaceKey, classIndex: number, since: number, seen: number): Grant[] {
    const covers = (grant: Grant) =>
      (grant.classIndex === undefined || grant.classIndex === classIndex) && grant.seen > since && grant.since <= seen;
    return this.#grants.get(keyOf(place))?.filter(covers) ?? [];
  }
}

/** Goods that a player is given may be in any of the player's own places. */
function keyOf(place: PlaceKey): string {
  return ownerOfPlace(place) ?? place;
}
