import { freshSet } from "../model/fresh-map.ts";
import { ownerOfPlace, type PlaceKey, recordOf } from "../model/place.ts";

/** A material became more, or less, at a place, some time after the tick end `since` and not after the tick end `seen`. */
export interface Movement {
  readonly number: number;
  readonly place: PlaceKey;
  /** What of it is not explained yet. */
  left: number;
  readonly since: number;
  readonly seen: number;
}

/** What became less at a place. */
export interface Fall extends Movement {
  since: number;
  /** How much of it has already excused whom for which material, by `keyOf`. */
  excused?: Map<string, number>;
  /** The only one whom it explains anything for; missing when it may be anybody. */
  readonly onlyFor?: string;
  /** Nothing was found missing there: what else excused this material may have been more, and gone. It excuses no other one. */
  readonly onlyAbout?: number;
}

/** Whose growth is to be explained, and of what. */
export interface Claim {
  readonly whom: string;
  readonly number: number;
}

/** For what grows by itself. */
export const NOBODYS = "";

/** Chooses falls. */
export type FallTest = (fall: Fall) => boolean;

/**
 * What became less somewhere, and may be what became more elsewhere. Places are not looked at all at once: a fall that is seen
 * now explains a growth that is seen later, and the other way round, as long as both can have happened at one moment.
 */
export class Falls {
  readonly #byMaterial: Fall[][] = [];
  /** What is not to be had for the moment. */
  #aside: { readonly fall: Fall; readonly part: number }[] = [];
  /** Materials of which something is to be dropped. */
  #spent = new Set<number>();
  #prunedBefore = 0;

  add(fall: Fall): void {
    this.#of(fall.number).push(fall);
    if (fall.left <= 0 || fall.seen < this.#prunedBefore) this.#spent.add(fall.number);
  }

  /** Takes what explains a growth for certain, the latest falls first: it explains nothing else then. */
  explain(growth: Movement, whom: string, isMeant: FallTest): void {
    const { number, left } = growth;
    const isThen = (fall: Fall) => isSameMoment(growth, fall) && isMeant(fall);
    growth.left -= this.take(number, left, { whom, number }, isThen);
  }

  /**
   * Where nobody knows who got what fell, everybody may have: it excuses each player once. Otherwise who grows goods out of
   * nothing could use up what explains the gain of somebody honest. Nor does anybody know whether it is still what it was, or
   * something was made of it: it excuses each material once. Returns how much is excused.
   */
  excuse(number: number, amount: number, claim: Claim, isMeant: FallTest): number {
    let left = amount;
    const key = keyOf(claim);
    const falls = this.#of(number);
    for (let at = falls.length - 1; at >= 0 && left > 0; at--) {
      const fall = falls[at]!;
      const part = Math.min(left, openFor(fall, claim));
      if (part <= 0 || !isMeant(fall)) continue;
      fall.excused ??= new Map();
      fall.excused.set(key, (fall.excused.get(key) ?? 0) + part);
      left -= part;
    }
    return amount - left;
  }

  /** How much of a material fell, as far as it explains nothing yet and has not excused the same growth before. */
  sum(number: number, claim: Claim, isMeant: FallTest): number {
    let sum = 0;
    for (const fall of this.#of(number)) if (isMeant(fall)) sum += Math.max(0, openFor(fall, claim));
    return sum;
  }

  /** Takes up to `amount` of such falls out, the latest first. Returns how much was found. */
  take(number: number, amount: number, claim: Claim, isMeant: FallTest): number {
    return this.#takeEach(number, amount, claim, isMeant);
  }

  /** The same, until they are put back. */
  setAside(number: number, amount: number, claim: Claim, isMeant: FallTest): void {
    this.#takeEach(number, amount, claim, isMeant, (fall, part) => this.#aside.push({ fall, part }));
  }

  putBack(): void {
    if (this.#aside.length === 0) return;
    for (const { fall, part } of this.#aside) fall.left += part;
    this.#aside = [];
  }

  #takeEach(
    number: number,
    amount: number,
    claim: Claim,
    isMeant: FallTest,
    onTaken?: (fall: Fall, part: number) => void,
  ): number {
    let wanted = amount;
    const falls = this.#of(number);
    for (let at = falls.length - 1; at >= 0 && wanted > 0; at--) {
      const fall = falls[at]!;
      const part = Math.min(wanted, openFor(fall, claim));
      if (part <= 0 || !isMeant(fall)) continue;
      fall.left -= part;
      wanted -= part;
      onTaken?.(fall, part);
      if (fall.left === 0) this.#spent.add(number);
    }
    return amount - wanted;
  }

  /** Drops what is spent, and what was seen before every place was looked at again: no later growth is of that moment. */
  prune(seenBefore: number): void {
    const isOpen = ({ left, seen }: Fall) => left > 0 && seen >= seenBefore;
    const materials = seenBefore === this.#prunedBefore ? this.#spent : this.#byMaterial.keys();
    for (const number of materials) this.#byMaterial[number] = this.#of(number).filter(isOpen);
    this.#prunedBefore = seenBefore;
    this.#spent = freshSet(this.#spent);
  }

  #of(number: number): Fall[] {
    let falls = this.#byMaterial[number];
    if (falls === undefined) {
      falls = [];
      this.#byMaterial[number] = falls;
    }
    return falls;
  }
}

export function isAt({ place, seen }: Fall, where: PlaceKey, tickEnd: number): boolean {
  return place === where && seen === tickEnd;
}

/** Two sessions of one account show the same goods: each is excused by itself. */
export function ownOf(place: PlaceKey): string | undefined {
  return recordOf(place) === place ? ownerOfPlace(place) : place;
}

/** True when there is a moment at which both can have happened. */
export function isSameMoment(growth: Movement, fall: Movement): boolean {
  return growth.since < fall.seen && fall.since < growth.seen;
}

function openFor({ left, excused, onlyFor, onlyAbout }: Fall, claim: Claim): number {
  if (onlyFor !== undefined && onlyFor !== claim.whom) return 0;
  if (onlyAbout !== undefined && onlyAbout !== claim.number) return 0;
  return excused === undefined ? left : left - (excused.get(keyOf(claim)) ?? 0);
}

function keyOf({ whom, number }: Claim): string {
  return `${whom} ${number}`;
}
