import type { PlaceKey } from "../model/place.ts";
import { type Claim, type Fall, type Falls, type FallTest, isAt, NOBODYS, ownOf } from "./falls.ts";
import { MOST_LATE } from "./grants.ts";
import type { Hints } from "./hints.ts";
import type { Crafting, UsedUp } from "./used-goods.ts";
import { NOT_WATCHED } from "./watch-list.ts";

const NO_CLAIM: Claim = { whom: NOBODYS, number: NOT_WATCHED };

/** Takes out of what became less what was used up: it is no more, and explains nothing that is elsewhere. */
export class UsedFalls {
  readonly #falls: Falls;
  readonly #hints: Hints;

  constructor(falls: Falls, hints: Hints) {
    this.#falls = falls;
    this.#hints = hints;
  }

  /**
   * What was used up where it lay was neither put anywhere else nor passed on. What was missing there long before is something
   * else.
   */
  takeOutHere(usedUp: readonly UsedUp[]): void {
    for (const entry of usedUp) entry.count -= this.#falls.take(entry.number, entry.count, NO_CLAIM, isOf(entry));
  }

  /** The same for what something may have been made of: until it is put back it explains nothing, and then only that. */
  setAsideHere(ingredients: readonly UsedUp[]): void {
    for (const entry of ingredients) this.#falls.setAside(entry.number, entry.count, NO_CLAIM, isOf(entry));
  }

  putBack(): void {
    this.#falls.putBack();
  }

  /** Who used something up may have got it in the same tick: then it is missing where it was before. */
  takeOut(usedUp: readonly UsedUp[], tickEnd: number): void {
    this.takeOutHere(usedUp);
    for (const entry of usedUp) {
      const { place, number } = entry;
      const isLinked = (fall: Fall) => fall.seen === tickEnd && this.#hints.handlers.isLinked(place, fall.place);
      entry.count -= this.#falls.take(number, entry.count, NO_CLAIM, isLinked);
    }
  }

  /**
   * What went into something that was made explains nothing else. What was made of it and is not there has left the place again
   * before anybody looked.
   */
  takeOutCrafted(craftings: readonly Crafting[], tickEnd: number): void {
    const { handlers } = this.#hints;
    for (const { place, number, count, recipe } of craftings) {
      const times = Math.ceil(count / recipe.makes);
      let made = times;
      let since = Math.min(tickEnd - 1, handlers.lookedBefore(place));
      const isMeant = (fall: Fall) => {
        const isHere = isAt(fall, place, tickEnd) || (fall.seen === tickEnd && handlers.isLinked(place, fall.place));
        if (isHere) since = Math.min(since, fall.since);
        return isHere;
      };
      const used = recipe.from.map(({ anyOf, count: needed }) => {
        const parts = this.#takeAny(anyOf, needed * times, isMeant);
        made = Math.min(made, Math.floor(sumOf(parts) / needed));
        return { parts, needed };
      });
      // The rest of what it took may have been got unseen: both together explain what was made, to the same player.
      for (const { parts, needed } of used) this.#giveBack(parts, made * needed, { place, since, seen: tickEnd });
      if (made > 0 && number !== NOT_WATCHED)
        this.#falls.add({ number, place, left: made * recipe.makes, since, seen: tickEnd });
    }
  }

  #takeAny(anyOf: readonly number[], most: number, isMeant: FallTest): Map<number, number> {
    const taken = new Map<number, number>();
    for (const number of anyOf) {
      const part = this.#falls.take(number, most - sumOf(taken), NO_CLAIM, isMeant);
      if (part > 0) taken.set(number, part);
    }
    return taken;
  }

  #giveBack(parts: ReadonlyMap<number, number>, used: number, where: Pick<Fall, "place" | "since" | "seen">): void {
    let left = used;
    for (const [number, count] of parts) {
      const kept = Math.min(left, count);
      left -= kept;
      const onlyFor = ownOf(where.place) ?? NOBODYS;
      if (count > kept) this.#falls.add({ ...where, number, left: count - kept, onlyFor });
    }
  }
}

/** Chooses what fell where something was used up. */
function isOf({ place, told }: { readonly place: PlaceKey; readonly told: number }): FallTest {
  return (fall) => fall.place === place && fall.seen >= told - MOST_LATE;
}

function sumOf(parts: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const count of parts.values()) sum += count;
  return sum;
}
