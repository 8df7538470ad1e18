import { ownerOfPlace, type PlaceKey } from "../../model/place.ts";
import { NO_LIMIT } from "../gains/flow-network.ts";

/** Ticks by which events may be early or late. */
export const EVENT_SKEW_TICKS = 20;

interface Grant {
  readonly tick: number;
  /** Missing for goods of any class. */
  readonly classIndex: number | undefined;
  /** What may still appear, in units. */
  left: number;
}

/** Where goods appear on purpose: given, announced, made in creative mode. Each explains what appears in the ticks around it. */
export class Grants {
  readonly #grants = new Map<string, Grant[]>();

  granted(place: PlaceKey, tick: number, classIndex?: number, units = NO_LIMIT): void {
    const key = keyOf(place);
    const known = this.#grants.get(key) ?? [];
    const isUnlimited = (one: Grant) => one.left === NO_LIMIT && units === NO_LIMIT && one.classIndex === classIndex;
    this.#grants.set(key, [
      ...known.filter((one) => !isUnlimited(one) || one.tick !== tick),
      { tick, classIndex, left: units },
    ]);
  }

  /** How much may have appeared on purpose at a place after the tick `since`, not after `seen`. */
  at(place: PlaceKey, classIndex: number, since: number, seen: number): number {
    return this.#of(place, classIndex, since, seen).reduce((sum, { left }) => Math.min(NO_LIMIT, sum + left), 0);
  }

  take(place: PlaceKey, classIndex: number, since: number, seen: number, amount: number): void {
    let wanted = amount;
    for (const grant of this.#of(place, classIndex, since, seen)) {
      const part = Math.min(wanted, grant.left);
      wanted -= part;
      if (grant.left !== NO_LIMIT) grant.left -= part;
    }
  }

  forget(upTo: number): void {
    for (const [key, grants] of this.#grants) {
      if (grants.every(({ tick }) => tick + EVENT_SKEW_TICKS <= upTo)) this.#grants.delete(key);
    }
  }

  #of(place: PlaceKey, classIndex: number, since: number, seen: number): Grant[] {
    const covers = (grant: Grant) =>
      (grant.classIndex === undefined || grant.classIndex === classIndex) &&
      grant.tick + EVENT_SKEW_TICKS > since &&
      grant.tick - EVENT_SKEW_TICKS <= seen;
    return this.#grants.get(keyOf(place))?.filter(covers) ?? [];
  }
}

/** What a player is given may be in any of the player's own places. */
function keyOf(place: PlaceKey): string {
  return ownerOfPlace(place) ?? place;
}
