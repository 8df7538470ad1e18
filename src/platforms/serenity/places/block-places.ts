import { type Block, BlockChestTrait } from "@serenityjs/core";
import type { BlockPosition } from "@serenityjs/protocol";
import {
  blockPlace,
  type Item,
  type LookHints,
  locationOfPlace,
  type PlaceKey,
  type StackVisitor,
} from "../../../index.ts";
import { blockAt, type ContainerIndex, containersOf } from "./container-index.ts";
import type { PlaceKeeper } from "./place-keeper.ts";
import { type Part, removeFromParts, showPart } from "./slots.ts";

/**
 * Containers of blocks. The halves of a double chest are one place, at the lower of the two: Serenity moves the second
 * half's items into the first one's container while somebody has it open, and back afterwards.
 */
export class BlockPlaces implements PlaceKeeper {
  readonly #index: ContainerIndex;

  constructor(index: ContainerIndex) {
    this.#index = index;
  }

  /** The place that shows what is in this block's container. */
  placeOf(block: Block): PlaceKey {
    const other = otherHalfPosition(block);
    const isLower = other === undefined || isBefore(block.position, other);
    const own = this.#index.placeOf(block);
    return isLower ? own : at(own, other);
  }

  /** Every place that a change of this block may concern: the halves of a double chest come apart and together. */
  placesAround(block: Block): Set<PlaceKey> {
    if (containersOf(block).length === 0) return new Set();
    const own = this.#index.placeOf(block);
    const other = otherHalfPosition(block);
    return new Set(other === undefined ? [own] : [this.placeOf(block), own, at(own, other)]);
  }

  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean {
    const block = this.#index.find(place);
    if (block === undefined) return this.#index.isLit(place);
    const parts = this.#partsOf(block);
    if (parts === undefined) return false;
    const location = locationOfPlace(place)!;
    for (const part of parts) showPart(part, location, see, hints);
    return true;
  }

  remove(place: PlaceKey, slot: string, item: Item, count: number): boolean {
    const block = this.#index.find(place);
    const parts = block && this.#partsOf(block);
    return parts !== undefined && removeFromParts(parts, slot, item, count);
  }

  *list(): Iterable<PlaceKey> {
    for (const [place, block] of this.#index.all()) {
      if (this.#partsOf(block)?.length) yield place;
    }
  }

  /** `undefined` when a half is in a chunk that is dark; nothing at the upper half, whose items the lower half shows. */
  #partsOf(block: Block): Part[] | undefined {
    const own = containersOf(block).map((container, at) => ({ name: at === 0 ? "" : `${at}/`, container }));
    const position = otherHalfPosition(block);
    if (position === undefined) return own;
    if (!isBefore(block.position, position)) return [];
    const other = blockAt(block.dimension, position);
    if (other === undefined || !this.#index.isLit(this.#index.placeOf(other))) return undefined;
    return [...own, ...containersOf(other).map((container) => ({ name: "other/", container }))];
  }
}

/** Where the other half of a double chest is. A chest that names a half which does not name it is a single one. */
function otherHalfPosition(block: Block): BlockPosition | undefined {
  const position = pairOf(block);
  const other = position && blockAt(block.dimension, position);
  if (other === undefined) return position;
  return pairOf(other)?.equals(block.position) ? position : undefined;
}

function pairOf(block: Block): BlockPosition | undefined {
  return block.hasTrait(BlockChestTrait) ? (block.getTrait(BlockChestTrait).getPaired() ?? undefined) : undefined;
}

/** The same world's place at another position. */
function at(place: PlaceKey, { x, y, z }: BlockPosition): PlaceKey {
  return blockPlace({ ...locationOfPlace(place)!, x, y, z });
}

function isBefore(a: BlockPosition, b: BlockPosition): boolean {
  return a.x !== b.x ? a.x < b.x : a.z < b.z;
}
