import { isOwned, ownerOfPlace, type PlaceKey } from "../../model/place.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import { NO_LIMIT } from "./flow-network.ts";

/** Knows when all places were looked at. */
export interface Looks {
  /** By the end of `tick`, every place had been looked at in the returned tick or later. */
  at(tick: number): number;
  /** The tick by whose end every place had been looked at in `tick` or later. */
  reachedAt(tick: number): number;
}

/** When a gain was seen, and where: each place with the tick of its look before. */
export interface GainSighting {
  readonly seen: number;
  readonly members: readonly { readonly place: PlaceKey; readonly since: number }[];
}

/** A loss that may be at some places of a gain. */
export interface OpenLoss {
  readonly loss: Loss;
  readonly classIndex: number;
  /** The indices of those places. */
  readonly openTo: readonly number[];
}

/** Goods that left places after the tick `since` and not after `seen`; nobody knows where they went. */
export interface Loss {
  readonly since: number;
  readonly seen: number;
  readonly places: readonly PlaceKey[];
  /** True if no event said that anybody did anything there. */
  readonly isSilent: boolean;
  /** True if goods that came there meanwhile hide the loss. A gain that includes the place already takes that into account. */
  readonly isHidden?: boolean;
  /** True if they explain only what appeared between `since` and `seen`. */
  readonly isExact?: boolean;
  /** True if the goods no longer exist: they only explain what was made of them. */
  readonly isUsedUp?: boolean;
  /** The only places, or players, to which it may have gone; anywhere if absent. */
  readonly openTo?: readonly PlaceKey[];
  readonly left: number;
}

/** Goods that left places unseen, or were given, and may be what somebody gained. After everything was looked at again, they are gone for good. */
export class Losses {
  /** Classes of which nothing is missing have no list. */
  readonly #byClass = new Map<number, Loss[]>();
  readonly #looks: Looks;

  constructor(looks: Looks) {
    this.#looks = looks;
  }

  /** True while goods are missing that may turn up. */
  get isWaiting(): boolean {
    for (const losses of this.#byClass.values()) if (losses.some(({ isExact }) => isExact !== true)) return true;
    return false;
  }

  add(classIndex: number, loss: Loss): void {
    const losses = this.#byClass.get(classIndex);
    if (losses === undefined) this.#byClass.set(classIndex, [loss]);
    else losses.push(loss);
  }

  /** Goods come out of nowhere on purpose, within a second: given to a player, they may be in any of the player's own places. */
  give(classIndex: number, place: PlaceKey, tick: number, left = NO_LIMIT): void {
    const [since, seen] = [tick - EVENT_SKEW_TICKS, tick + EVENT_SKEW_TICKS];
    const whom = ownerOfPlace(place) ?? place;
    const isSame = (loss: Loss) => loss.left === NO_LIMIT && loss.seen === seen && loss.openTo?.[0] === whom;
    // A gift without a limit need not be kept twice.
    if (left === NO_LIMIT && this.#byClass.get(classIndex)?.some(isSame)) return;
    this.add(classIndex, { since, seen, places: [], isSilent: true, openTo: [whom], isExact: true, left });
  }

  /** The losses that may be a gain, or a part of it. */
  openTo(classIndex: number, moment: GainSighting): OpenLoss[] {
    const losses = this.#byClass.get(classIndex);
    if (losses === undefined) return [];
    const covered = moment.members.map(({ since }) => this.#looks.at(since));
    const until = this.#looks.reachedAt(moment.seen);
    return losses.flatMap((loss) => {
      if (!isInTime(loss, moment, until)) return [];
      // If everything was looked at between a loss and the look before the gain, the lost goods are not it.
      const openTo = covered.flatMap((upTo, at) =>
        loss.seen > (loss.isExact === true ? moment.members[at]!.since : upTo) &&
        mayHaveGoneTo(loss, moment.members[at]!.place)
          ? [at]
          : [],
      );
      return openTo.length === 0 ? [] : [{ loss, classIndex, openTo }];
    });
  }

  /**
   * Goods are missing now, and there is word that they were used up at the place. It may be about as many that were missing there in the
   * tick `from` or later. Then those that are missing now are elsewhere.
   */
  addUnlessBefore(classIndex: number, missing: Loss, place: PlaceKey, from: number): void {
    const isBefore = ({ seen, places }: Loss) => seen >= from && places.includes(place);
    const before = (this.#byClass.get(classIndex) ?? []).filter(isBefore);
    let rest = missing.left;
    // What only somebody near can have got then is only theirs now.
    for (const { openTo, left } of before.sort((one, other) => (one.openTo ? 1 : 0) - (other.openTo ? 1 : 0))) {
      const part = Math.min(rest, left);
      if (part > 0) this.add(classIndex, { ...missing, left: part, ...(openTo && { openTo }) });
      rest -= part;
    }
  }

  /** Forgets losses that were seen up to a tick: they explain no further gain. */
  forget(upTo: number): void {
    for (const [classIndex, losses] of this.#byClass) {
      const kept = losses.filter(({ seen }) => seen > upTo);
      if (kept.length === 0) this.#byClass.delete(classIndex);
      else if (kept.length < losses.length) this.#byClass.set(classIndex, kept);
    }
  }
}

/**
 * Goods that left only after everything had been looked at again are not the gain. Until then, they may have taken the place of what was
 * gained, unless only somebody near can have them: such goods go no further. Exception: goods that leave the same hands again without an event may have come and gone by themselves.
 */
function isInTime(loss: Loss, { seen, members }: GainSighting, until: number): boolean {
  const { since, places, isSilent, openTo } = loss;
  if (loss.isHidden === true && loss.seen === seen && members.some(({ place }) => places.includes(place))) return false;
  if (loss.isExact === true) return since <= seen;
  if (since < (openTo === undefined ? until : seen)) return true;
  return isSilent && members.some(({ place }) => isOwned(place) && places.includes(place));
}

function mayHaveGoneTo({ openTo }: Loss, place: PlaceKey): boolean {
  return openTo === undefined || openTo.includes(place) || openTo.includes(ownerOfPlace(place) ?? place);
}
