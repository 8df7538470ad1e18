import { isOwned, type PlaceKey } from "../../model/place.ts";

/** When all places were looked at. */
export interface Looks {
  /** Every place was looked at in this tick or later, by the end of a tick. */
  at(tick: number): number;
  /** The tick by whose end every place had been looked at in this tick or later. */
  reachedAt(tick: number): number;
}

/** What was gained, and where: each place since its look before. */
export interface Moment {
  readonly seen: number;
  readonly members: readonly { readonly place: PlaceKey; readonly since: number }[];
}

/** A loss that may be at some places of a gain. */
export interface OpenLoss {
  readonly loss: Loss;
  readonly classIndex: number;
  /** The numbers of those places. */
  readonly openTo: readonly number[];
}

/** Goods that left places after the tick `since`, not after `seen`, and nobody knows where to. */
export interface Loss {
  readonly since: number;
  seen: number;
  readonly places: readonly PlaceKey[];
  /** True when no event said that anybody did anything there. */
  readonly isSilent: boolean;
  /** True when something has come there meanwhile, so that nobody can see it: a gain that has the place among its own knows that already. */
  readonly isHidden?: boolean;
  /** The only places to which it may have gone; anywhere when that is missing. */
  readonly openTo?: readonly PlaceKey[];
  readonly left: number;
}

/** What has left places unseen and may be what somebody gained. When everything was looked at again, it is gone for good. */
export class Losses {
  readonly #byClass: Loss[][];
  readonly #looks: Looks;

  constructor(classes: number, looks: Looks) {
    this.#looks = looks;
    this.#byClass = Array.from({ length: classes }, () => []);
  }

  get isEmpty(): boolean {
    return this.#byClass.every((losses) => losses.length === 0);
  }

  add(classIndex: number, loss: Loss): void {
    this.#byClass[classIndex]!.push(loss);
  }

  /** What may be a gain, or a part of it. */
  openTo(classIndex: number, moment: Moment): OpenLoss[] {
    const losses = this.#byClass[classIndex]!;
    if (losses.length === 0) return [];
    const covered = moment.members.map(({ since }) => this.#looks.at(since));
    const until = this.#looks.reachedAt(moment.seen);
    return losses.flatMap((loss) => {
      if (!isInTime(loss, moment, until)) return [];
      // What was known to be elsewhere when everything had been looked at is not it.
      const openTo = covered.flatMap((upTo, at) =>
        loss.seen > upTo && mayHaveGoneTo(loss, moment.members[at]!.place) ? [at] : [],
      );
      return openTo.length === 0 ? [] : [{ loss, classIndex, openTo }];
    });
  }

  /** What left a place that was seen to be missing from a tick on may have left it later, up to another tick. */
  widen(classIndex: number, place: PlaceKey, from: number, to: number): void {
    for (const loss of this.#byClass[classIndex]!) if (loss.seen >= from && loss.places.includes(place)) loss.seen = to;
  }

  /** No gain that was seen then, or later, is to be explained any more by what was seen up to a tick. */
  forget(upTo: number): void {
    for (const [classIndex, losses] of this.#byClass.entries())
      if (losses.some(({ seen }) => seen <= upTo)) this.#byClass[classIndex] = losses.filter(({ seen }) => seen > upTo);
  }
}

/**
 * What was still known to be elsewhere when everything had been looked at again is not it: until then it may have taken the place of
 * what was gained. But what leaves the same hands again has come and gone by itself.
 */
function isInTime(loss: Loss, { seen, members }: Moment, until: number): boolean {
  const { since, places, isSilent } = loss;
  if (loss.isHidden === true && loss.seen === seen && members.some(({ place }) => places.includes(place))) return false;
  if (since < until) return true;
  return isSilent && members.some(({ place }) => isOwned(place) && places.includes(place));
}

function mayHaveGoneTo({ openTo }: Loss, place: PlaceKey): boolean {
  return openTo === undefined || openTo.includes(place);
}
