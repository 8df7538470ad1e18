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

/** What became less at a place. */
export interface Fall extends Movement {
  /** How much of it has already excused whom. */
  excused?: Map<string, number>;
  /** The only one whom it explains anything for; missing when it may be anybody. */
  readonly onlyFor?: string;
  /** True when nothing was found missing there: it only may have been there for a moment, and gone. */
  readonly isGuess?: boolean;
}

/** Chooses falls. */
export type FallTest = (fall: Fall) => boolean;

/**
 * What became less somewhere, and may be what became more elsewhere. Places are not looked at all at once: a fall that is seen
 * now explains a growth that is seen later, and the other way round, as long as both can have happened at one moment.
 */
export class Falls {
  readonly #byMaterial: Fall[][] = [];

  add(fall: Fall): void {
    this.#of(fall.number).push(fall);
  }

  /** Takes what explains a growth for certain, the latest falls first: it explains nothing else then. */
  explain(growth: Movement, forWhom: string, isMeant: FallTest): void {
    growth.left -= this.take(
      growth.number,
      growth.left,
      forWhom,
      (fall) => isSameMoment(growth, fall) && isMeant(fall),
    );
  }

  /**
   * Where nobody knows who got what fell, everybody may have: it excuses each player once. Otherwise who grows goods out of
   * nothing could use up what explains the gain of somebody honest. Returns how much is excused.
   */
  excuse(number: number, amount: number, whom: string, isMeant: FallTest): number {
    let left = amount;
    const falls = this.#of(number);
    for (let at = falls.length - 1; at >= 0 && left > 0; at--) {
      const fall = falls[at]!;
      const part = Math.min(left, openFor(fall, whom));
      if (part <= 0 || !isMeant(fall)) continue;
      fall.excused ??= new Map();
      fall.excused.set(whom, (fall.excused.get(whom) ?? 0) + part);
      left -= part;
    }
    return amount - left;
  }

  /** How much of a material fell, as far as it explains nothing yet and has not excused this player. */
  sum(number: number, forWhom: string, isMeant: FallTest): number {
    let sum = 0;
    for (const fall of this.#of(number)) if (isMeant(fall)) sum += Math.max(0, openFor(fall, forWhom));
    return sum;
  }

  /** Takes up to `amount` of such falls out, the latest first. Returns how much was found. */
  take(number: number, amount: number, forWhom: string, isMeant: FallTest): number {
    let wanted = amount;
    const falls = this.#of(number);
    for (let at = falls.length - 1; at >= 0 && wanted > 0; at--) {
      const fall = falls[at]!;
      const part = Math.min(wanted, openFor(fall, forWhom));
      if (part <= 0 || !isMeant(fall)) continue;
      fall.left -= part;
      wanted -= part;
    }
    return amount - wanted;
  }

  /** Drops what is spent, and what was seen before every place was looked at again: no later growth is of that moment. */
  prune(seenBefore: number): void {
    for (const [number, falls] of this.#byMaterial.entries()) {
      if (falls === undefined || falls.length === 0) continue;
      this.#byMaterial[number] = falls.filter(({ left, seen }) => left > 0 && seen >= seenBefore);
    }
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

/** True when there is a moment at which both can have happened. */
export function isSameMoment(growth: Movement, fall: Movement): boolean {
  return growth.since < fall.seen && fall.since < growth.seen;
}

function openFor({ left, excused, onlyFor }: Fall, whom: string): number {
  if (onlyFor !== undefined && onlyFor !== whom) return 0;
  return left - (excused?.get(whom) ?? 0);
}
