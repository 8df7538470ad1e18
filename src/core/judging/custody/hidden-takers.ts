import { type PlaceKey, recordOf } from "../../model/place.ts";
import type { Player } from "../../platform.ts";

interface Taking {
  readonly itemIds: ReadonlySet<string>;
  readonly player: Player;
  readonly touched: readonly PlaceKey[];
}

/**
 * What events of the tick under way said of players at whose things nobody looks yet: they have come from another server. Nobody sees what such a
 * player takes, and it is known all the same who has it.
 */
export class HiddenTakers {
  #takings: Taking[] = [];

  /** The player did something with the item, and it may have gone to or from these places; `itemIds` are its own and those inside. */
  acted(itemIds: readonly string[], player: Player, touched: readonly PlaceKey[]): void {
    this.#takings.push({ itemIds: new Set(itemIds), player, touched });
  }

  /** Of an id that left the place and is nowhere to be seen: who took it from there. */
  takerOf(itemId: string, from: PlaceKey): Player | undefined {
    const isFrom = (place: PlaceKey) => recordOf(place) === recordOf(from);
    return this.#takings.findLast(({ itemIds, touched }) => itemIds.has(itemId) && touched.some(isFrom))?.player;
  }

  finishTickEnd(): void {
    if (this.#takings.length > 0) this.#takings = [];
  }
}
