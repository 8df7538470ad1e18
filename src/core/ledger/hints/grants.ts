import { ownerOfPlace, type PlaceKey } from "../../model/place.ts";
import { NO_LIMIT } from "../gains/flow-network.ts";

/** Ticks by which events may be early or late. */
export const EVENT_SKEW_TICKS = 20;

interface Grant {
  readonly tick: number;
  /** Missing for goods of any class. */
  readonly cls: number | undefined;
  /** What may still appear, in units. */
  left: number;
}

/** Where goods appear on purpose: given, announced, made in creative mode. Each explains what appears in the ticks around it. */
export class Grants {
  readonly #grants = new Map<string, Grant[]>();

  granted(place: PlaceKey, tick: number, cls?: number, units = NO_LIMIT): void {
    const key = keyOf(place);
    const known = this.#grants.get(key) ?? [];
    const isUnlimited = (one: Grant) => one.left === NO_LIMIT && units === NO_LIMIT && one.cls === cls;
    this.#grants.set(key, [
      ...known.filter((one) => !isUnlimited(one) || one.tick !== tick),
      { tick, cls, left: units },
    ]);
  }

  /** How much may have appeared on purpose at a place after the tick `since`, not after `seen`. */
  at(place: PlaceKey, cls: number, since: number, seen: number): number {
    return this.#of(place, cls, since, seen).reduce((sum, { left }) => Math.min(NO_LIMIT, sum + left), 0);
  }

  take(place: PlaceKey, cls: number, since: number, seen: number, amount: number): void {
    let wanted = amount;
    for (const grant of this.#of(place, cls, since, seen)) {
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

  #of(place: PlaceKey, cls: number, since: number, seen: number): Grant[] {
    const isMeant = (grant: Grant) =>
      (grant.cls === undefined || grant.cls === cls) &&
      grant.tick + EVENT_SKEW_TICKS > since &&
      grant.tick - EVENT_SKEW_TICKS <= seen;
    return this.#grants.get(keyOf(place))?.filter(isMeant) ?? [];
  }
}

/** What a player is given may be in any of the player's own places. */
function keyOf(place: PlaceKey): string {
  return ownerOfPlace(place) ?? place;
}
