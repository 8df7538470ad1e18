import { isOwned, type PlaceKey } from "../../model/place.ts";

/** When all places were looked at. */
export interface Looks {
  /** Every place was looked at in this tick or later, by the end of a tick. */
  at(tick: number): number;
  /** The tick by whose end every place had been looked at in this tick or later. */
  reachedAt(tick: number): number;
}

/** How much of some materials of a class may have come to a place by itself within so many ticks. */
export type FedAt = (place: PlaceKey, cls: number, ticks: number, only: readonly number[]) => number;

/** What was gained, and where: each place since its look before. */
export interface Moment {
  readonly seen: number;
  /** Every place had been looked at in this tick or later when the first of them was last looked at before. */
  readonly covered: number;
  readonly members: readonly { readonly place: PlaceKey; readonly since: number }[];
}

/** Losses that may be at the same places of a gain. */
export interface OpenLosses {
  /** The numbers of those places. */
  readonly openTo: readonly number[];
  /** What is left of them together. */
  amount: number;
  /** What is forgotten first comes first. */
  readonly losses: readonly Loss[];
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
  /** The materials that became less: what feeds a place with these hides as much of the loss. */
  readonly fallen?: readonly number[];
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
  readonly #looks: Looks;
  readonly #fedAt: FedAt;

  constructor(classes: number, looks: Looks, fedAt: FedAt) {
    this.#looks = looks;
    this.#fedAt = fedAt;
    this.#byClass = Array.from({ length: classes }, () => []);
  }

  get isEmpty(): boolean {
    return this.#byClass.every((losses) => losses.length === 0);
  }

  add(cls: number, loss: Loss): void {
    this.#byClass[cls]!.push(loss);
  }

  /** What is left for a gain of an account: as many kinds of it as there are looks before, however many losses. */
  openTo(cls: number, account: string, moment: Moment): OpenLosses[] {
    const losses = this.#byClass[cls]!;
    if (losses.length === 0) return [];
    const covered = moment.members.map(({ since }) => this.#looks.at(since));
    const until = this.#looks.reachedAt(moment.seen);
    const kinds = new Map<string, OpenLosses & { losses: Loss[] }>();
    for (const loss of losses) {
      const amount = this.#openFor(loss, cls, account);
      if (amount === 0 || !isInTime(loss, moment, until)) continue;
      // What was known to be elsewhere when everything had been looked at is not it.
      const openTo = covered.flatMap((upTo, at) =>
        loss.seen > upTo && mayHaveGoneTo(loss, moment.members[at]!.place) ? [at] : [],
      );
      if (openTo.length === 0) continue;
      const kind = kinds.get(openTo.join()) ?? { openTo, amount: 0, losses: [] };
      kind.amount += amount;
      kind.losses.push(loss);
      kinds.set(openTo.join(), kind);
    }
    return [...kinds.values()];
  }

  /** So much of them is set against a gain. */
  take({ losses }: OpenLosses, cls: number, account: string, moment: Moment, amount: number): void {
    let left = amount;
    for (const loss of losses) {
      const part = Math.min(left, this.#openFor(loss, cls, account));
      if (part <= 0) continue;
      loss.usedBy ??= new Map();
      const used = loss.usedBy.get(account) ?? new Map();
      loss.usedBy.set(account, used.set(moment, (used.get(moment) ?? 0) + part));
      left -= part;
    }
  }

  /** Which gains an account has set against what is open to a gain as well. */
  rivals(cls: number, account: string, moment: Moment): Moment[] {
    const until = this.#looks.reachedAt(moment.seen);
    const open = this.#byClass[cls]!.filter((loss) => loss.seen > moment.covered && isInTime(loss, moment, until));
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

  #openFor({ left, since, seen, places, fallen, usedBy }: Loss, cls: number, account: string): number {
    let sum = left;
    if (fallen !== undefined) for (const place of places) sum += this.#fedAt(place, cls, seen - since, fallen);
    for (const used of usedBy?.get(account)?.values() ?? []) sum -= used;
    return Math.max(0, sum);
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
