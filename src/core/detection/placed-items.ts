import { freshMap } from "../fresh-map.ts";
import { formatLocation, type Location } from "../location.ts";
import { blockPlace, type PlaceKey } from "../place.ts";
import type { Player } from "../platform.ts";
import type { SeenCopy } from "../store.ts";
import { countItems } from "./evidence.ts";
import type { Copy } from "./look.ts";

/** An item that became a block. */
interface Placed {
  readonly player: Player;
  readonly material: string;
  readonly location: Location;
}

export interface PlacedItemsParts {
  readonly copiesOf: (itemId: string) => readonly Copy[];
  /** True when these copies accuse nobody. */
  readonly isMeant: (copies: readonly Copy[]) => boolean;
  readonly isExempt: (material: string, world: string) => boolean;
  /** True when it is proven already, by what there is to be seen. */
  readonly isProven: (itemId: string) => boolean;
  readonly now: () => number;
  /** `copies` are what is left as items; `placed` is evidence that nobody can take away. */
  readonly onProven: (
    itemId: string,
    copies: readonly Copy[],
    player: Player,
    material: string,
    placed: readonly SeenCopy[],
  ) => void;
}

const WHERE_PLACED = "placed";

/**
 * What cannot be stacked is conserved, also when it becomes a block: what was placed has left a hand. If its id still exists
 * when the tick ends, or was placed twice, there were two, as in a stack above 1. No second look could tell more than that.
 */
export class PlacedItems {
  readonly #parts: PlacedItemsParts;
  /** What was placed in this tick, by id and block: an event that comes twice tells of one block. */
  #placed = new Map<string, Map<PlaceKey, Placed>>();

  constructor(parts: PlacedItemsParts) {
    this.#parts = parts;
  }

  placed(itemId: string, placed: Placed): void {
    const blocks = this.#placed.get(itemId) ?? new Map<PlaceKey, Placed>();
    this.#placed.set(itemId, blocks.set(blockPlace(placed.location), placed));
  }

  /** At the end of a tick, after its looks. */
  settle(): void {
    for (const [itemId, blocks] of this.#placed) this.#examine(itemId, blocks);
    this.#placed = freshMap(this.#placed);
  }

  #examine(itemId: string, blocks: ReadonlyMap<PlaceKey, Placed>): void {
    const { copiesOf, isMeant, isExempt, isProven, onProven } = this.#parts;
    const copies = copiesOf(itemId);
    const [{ player, material, location }] = [...blocks.values()] as [Placed];
    if (blocks.size + countItems(copies) < 2 || isProven(itemId)) return;
    if (isExempt(material, location.world) || (copies.length > 0 && isMeant(copies))) return;
    onProven(itemId, copies, player, material, this.#asEvidence(itemId, blocks));
  }

  #asEvidence(itemId: string, blocks: ReadonlyMap<PlaceKey, Placed>): SeenCopy[] {
    const seenMs = this.#parts.now();
    return [...blocks].map(([place, { player, location }]) => ({
      itemId,
      place,
      slot: WHERE_PLACED,
      location: formatLocation(location),
      holderId: player.id,
      holderName: player.name,
      count: 1,
      seenMs,
    }));
  }
}
