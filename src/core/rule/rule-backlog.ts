import type { PlaceKey } from "../model/place.ts";
import type { Item, Player } from "../platform.ts";
import type { GameClock } from "../time/game-clock.ts";
import type { DuplicateRule } from "./duplicate-rule.ts";

/** Items of one look that the rule checks at once: more than a player or a chest has in any honest game. */
const AT_ONCE = 256;

/**
 * The others are checked at later tick ends, this many at each, in steps. A tick end that has taken long enough stops between two steps.
 */
const WAITING_PER_TICK = 512;
const STEP = 128;

/** Ids seen at a place that the rule has yet to check. */
interface UncheckedIds {
  readonly ids: readonly string[];
  readonly player: Player;
  /** The index of the next id, and how many are left. */
  next: number;
  left: number;
}

/** The part of a look that matters to the rule. */
interface SeenTogether {
  readonly place: PlaceKey;
  readonly copies: readonly { readonly itemId: string; readonly item: Item }[];
  readonly ids: readonly string[];
}

/**
 * Puts everything that is seen with a player to the duplicate rule. A player who opens a container of thousands makes them all known items:
 * those beyond what one look handles are checked at the next tick ends.
 */
export class RuleBacklog {
  readonly #rule: Pick<DuplicateRule, "check" | "checkAll">;
  readonly #clock: Pick<GameClock, "isSpent">;
  readonly #waiting = new Map<PlaceKey, UncheckedIds>();

  constructor(rule: Pick<DuplicateRule, "check" | "checkAll">, clock: Pick<GameClock, "isSpent">) {
    this.#rule = rule;
    this.#clock = clock;
  }

  /** The place is unchanged, with these ids. */
  noteSeenAgain(place: PlaceKey, ids: readonly string[], player: Player): void {
    const atOnce = Math.min(ids.length, AT_ONCE);
    this.#rule.checkAll(ids, player, 0, atOnce);
    if (ids.length > atOnce || this.#waiting.size > 0) this.#keepWaiting(place, ids.slice(atOnce), player);
  }

  /** Called with what a look found. */
  noteSeen({ place, copies, ids }: SeenTogether, player: Player): void {
    const atOnce = Math.min(copies.length, AT_ONCE);
    for (let at = 0; at < atOnce; at++) {
      const { itemId, item } = copies[at]!;
      this.#rule.check(itemId, player, item.material);
    }
    if (copies.length === atOnce && this.#waiting.size === 0) return;
    this.#keepWaiting(place, ids.slice(atOnce), player);
  }

  finishTickEnd(): void {
    let checked = 0;
    for (const [place, waiting] of this.#waiting) {
      while (waiting.left > 0) {
        if (checked >= WAITING_PER_TICK || (checked > 0 && this.#clock.isSpent)) return;
        const { ids, player, next, left } = waiting;
        const count = Math.min(STEP, left, ids.length - next);
        this.#rule.checkAll(ids, player, next, next + count);
        checked += count;
        waiting.next = (next + count) % ids.length;
        waiting.left -= count;
      }
      this.#waiting.delete(place);
    }
  }

  /** Goes on where the place's earlier items stopped: opening it again and again keeps no item from its turn. */
  #keepWaiting(place: PlaceKey, ids: readonly string[], player: Player): void {
    const earlier = this.#waiting.get(place);
    if (ids.length === 0) this.#waiting.delete(place);
    else this.#waiting.set(place, { ids, player, next: (earlier?.next ?? 0) % ids.length, left: ids.length });
  }
}
