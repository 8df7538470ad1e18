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
  seen: number;
  readonly places: readonly PlaceKey[];
  /** True when no event said that anybody did anything there. */
  readonly isSilent: boolean;
  left: number;
  /** How much of it was set against which gains of each account. */
  usedBy?: Map<string, Map<Moment, number>>;
}

/**
 * What has left places unseen and may be what somebody gained. A loss may be anybody's gain, so it is set against the gains of
 * every player in turn, and against those of all together: in each of these accounts it explains its amount once. When everything
 * was looked at again, it is gone for good.
 */
export class Losses {
  readonly #byClass: Loss[][];

  constructor(classes: number) {
    this.#byClass = Array.from({ length: classes }, () => []);
  }

  get isEmpty(): boolean {
    return this.#byClass.every((losses) => losses.length === 0);
  }

  add(cls: number, loss: Loss): void {
    this.#byClass[cls]!.push(loss);
  }

  available(cls: number, account: string, moment: Moment): number {
    let sum = 0;
    for (const loss of this.#byClass[cls]!) if (isOpen(loss, moment)) sum += openFor(loss, account);
    return sum;
  }

  /** What is forgotten first goes first: the others are open to later gains as well. */
  take(cls: number, account: string, moment: Moment, amount: number): void {
    let left = amount;
    for (const loss of this.#byClass[cls]!) {
      const part = isOpen(loss, moment) ? Math.min(left, openFor(loss, account)) : 0;
      if (part <= 0) continue;
      loss.usedBy ??= new Map();
      const used = loss.usedBy.get(account) ?? new Map();
      loss.usedBy.set(account, used.set(moment, (used.get(moment) ?? 0) + part));
      left -= part;
    }
  }

  /** Which gains an account has set against what is open to a gain as well. */
  rivals(cls: number, account: string, moment: Moment): Moment[] {
    const open = this.#byClass[cls]!.filter((loss) => isOpen(loss, moment));
    return open.flatMap(({ usedBy }) => [...(usedBy?.get(account)?.keys() ?? [])]);
  }

  /** What left a place that was seen to be missing from a tick on may have left it later, up to another tick. */
  widen(cls: number, place: PlaceKey, from: number, to: number): void {
    const losses = this.#byClass[cls]!;
    const isMeant = ({ seen, places }: Loss) => seen >= from && places.includes(place);
    const wider = losses.filter(isMeant);
    if (wider.length === 0) return;
    for (const loss of wider) loss.seen = to;
    this.#byClass[cls] = [...losses.filter((loss) => !wider.includes(loss)), ...wider];
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

function openFor({ left, usedBy }: Loss, account: string): number {
  let sum = left;
  for (const used of usedBy?.get(account)?.values() ?? []) sum -= used;
  return Math.max(0, sum);
}
