import type { PlaceKey } from "../model/place.ts";

/** When a gain was seen, and up to which tick everything had been looked at again by then. */
export interface Moment {
  readonly seen: number;
  readonly covered: number;
  /** Where the gain is. What leaves there again, whenever that is, has come and gone by itself. */
  readonly places: readonly PlaceKey[];
}

/** Goods that left places after the tick `since`, not after `seen`, and nobody knows where to. */
interface Loss {
  readonly since: number;
  readonly seen: number;
  readonly places: readonly PlaceKey[];
  /** True when no event said that anybody did anything there. */
  readonly isSilent: boolean;
  left: number;
  /** How much of it was set against the gains of each player. */
  usedBy?: Map<string, number>;
}

/**
 * What has left places unseen and may be what somebody gained. A loss may be anybody's gain, so it is set against the gains of
 * every player in turn; of one player it explains its amount once. When everything was looked at again, it is gone for good.
 */
export class Losses {
  readonly #byClass: Loss[][];

  constructor(classes: number) {
    this.#byClass = Array.from({ length: classes }, () => []);
  }

  add(cls: number, loss: Loss): void {
    this.#byClass[cls]!.push(loss);
  }

  available(cls: number, player: string, moment: Moment): number {
    let sum = 0;
    for (const loss of this.#byClass[cls]!) if (isOpen(loss, moment)) sum += openFor(loss, player);
    return sum;
  }

  /** What is forgotten first goes first: the others are open to later gains as well. */
  take(cls: number, player: string, moment: Moment, amount: number): void {
    let left = amount;
    for (const loss of this.#byClass[cls]!) {
      const part = isOpen(loss, moment) ? Math.min(left, openFor(loss, player)) : 0;
      if (part <= 0) continue;
      loss.usedBy ??= new Map();
      loss.usedBy.set(player, (loss.usedBy.get(player) ?? 0) + part);
      left -= part;
    }
  }

  /** How much left a place that was seen to be missing from a tick on. */
  lostAt(cls: number, place: PlaceKey, from: number): number {
    let sum = 0;
    for (const { seen, places, left } of this.#byClass[cls]!) if (seen >= from && places.includes(place)) sum += left;
    return sum;
  }

  /** No gain that was seen then, or later, is to be explained any more by what was seen up to a tick. */
  forget(upTo: number): void {
    for (const [cls, losses] of this.#byClass.entries()) {
      if (losses.length > 0 && losses[0]!.seen <= upTo)
        this.#byClass[cls] = losses.filter(({ seen, left }) => seen > upTo && left > 0);
    }
  }
}

/** What was still known to be elsewhere when the gain was seen is not it. */
function isOpen({ since, seen, places, isSilent }: Loss, moment: Moment): boolean {
  if (seen <= moment.covered) return false;
  return since < moment.seen || (isSilent && places.some((place) => moment.places.includes(place)));
}

function openFor({ left, usedBy }: Loss, player: string): number {
  return Math.max(0, left - (usedBy?.get(player) ?? 0));
}
