import type { PlaceKey } from "../place.ts";

/** A material became more, or less, at a place, some time after the boundary `since` and not after the boundary `seen`. */
export interface Movement {
  readonly number: number;
  readonly place: PlaceKey;
  /** What of it is not explained yet. */
  left: number;
  readonly since: number;
  readonly seen: number;
}

/**
 * What became less somewhere, and may be what became more elsewhere. Places are not looked at all at once: a fall that is seen
 * now explains a growth that is seen later, and the other way round, as long as both can have happened at one moment.
 */
export class Falls {
  readonly #byMaterial: Movement[][] = [];

  add(fall: Movement): void {
    this.#of(fall.number).push(fall);
  }

  /** Takes what explains a growth, the latest falls first. */
  explain(growth: Movement, isLikely: (fall: Movement) => boolean = () => true): void {
    const falls = this.#of(growth.number);
    for (let at = falls.length - 1; at >= 0 && growth.left > 0; at--) {
      const fall = falls[at]!;
      if (isSameMoment(growth, fall) && isLikely(fall)) settle(growth, fall);
    }
  }

  /** How much of a material fell, as far as it explains nothing yet. */
  sum(number: number, isMeant: (fall: Movement) => boolean): number {
    let sum = 0;
    for (const fall of this.#of(number)) if (isMeant(fall)) sum += fall.left;
    return sum;
  }

  /** Takes up to `amount` of such falls out: it was used up. Returns what was not found. */
  take(number: number, amount: number, isMeant: (fall: Movement) => boolean): number {
    let wanted = amount;
    for (const fall of this.#of(number)) {
      if (wanted === 0) break;
      if (!isMeant(fall)) continue;
      const taken = Math.min(wanted, fall.left);
      fall.left -= taken;
      wanted -= taken;
    }
    return wanted;
  }

  /** Drops what is spent, and what was seen before every place was looked at again: no later growth is of that moment. */
  prune(seenBefore: number): void {
    for (const [number, falls] of this.#byMaterial.entries()) {
      if (falls === undefined || falls.length === 0) continue;
      this.#byMaterial[number] = falls.filter(({ left, seen }) => left > 0 && seen >= seenBefore);
    }
  }

  #of(number: number): Movement[] {
    let falls = this.#byMaterial[number];
    if (falls === undefined) {
      falls = [];
      this.#byMaterial[number] = falls;
    }
    return falls;
  }
}

/** The one explains the other, as far as it goes. */
export function settle(growth: Movement, fall: Movement): void {
  const moved = Math.min(growth.left, fall.left);
  growth.left -= moved;
  fall.left -= moved;
}

/** True when there is a moment at which both can have happened. */
export function isSameMoment(growth: Movement, fall: Movement): boolean {
  return growth.since < fall.seen && fall.since < growth.seen;
}
