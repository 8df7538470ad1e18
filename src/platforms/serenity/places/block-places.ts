import { type Block, BlockChestTrait } from "@serenityjs/core";
import type { BlockPosition } from "@serenityjs/protocol";
import { blockPlace, type LookHints, locationOfPlace, type PlaceKey, type StackVisitor } from "../../../index.ts";
import { blockAt, type ContainerIndex, containersOf } from "./container-index.ts";
import type { PlaceKeeper, StackInSlot } from "./place-keeper.ts";
import { findInParts, type Part, showPart } from "./slots.ts";

/**
 * Containers of blocks. A double chest is one place, at the lower half. While it is open, Serenity moves the second half's items into the
 * first half's container, and afterwards back.
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

  /** Every place that a change of this block may concern: double chests are joined and split. */
  placesAround(block: Block): Set<PlaceKey> {
    if (containersOf(block).length === 0) return new Set();
    const own = this.#index.placeOf(block);
    const other = otherHalfPosition(block);
    return new Set(other === undefined ? [own] : [this.placeOf(block), own, at(own, other)]);
  }

  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean {
    const block = this.#index.find(place);
    if (block === undefined) return this.#index.isVisible(place);
    const parts = this.#partsOf(block);
    if (parts === undefined) return false;
    const location = locationOfPlace(place)!;
    for (const part of parts) showPart(part, location, see, hints);
    return true;
  }

  find(place: PlaceKey, slot: string, stack: object): StackInSlot | undefined {
    const block = this.#index.find(place);
    const parts = block && this.#partsOf(block);
    return parts && findInParts(parts, slot, stack);
  }

  *list(): Iterable<PlaceKey> {
    for (const [place, block] of this.#index.all()) {
      if (this.#partsOf(block)?.length) yield place;
    }
  }

  /** `undefined` if the other half is in a dark chunk. Empty for the upper half, because the lower half shows its items. */
  #partsOf(block: Block): Part[] | undefined {
    const own = containersOf(block).map((container, at) => ({ name: at === 0 ? "" : `${at}/`, container }));
    const position = otherHalfPosition(block);
    if (position === undefined) return own;
    if (!isBefore(block.position, position)) return [];
    const other = blockAt(block.dimension, position);
    if (other === undefined || !this.#index.isVisible(this.#index.placeOf(other))) return undefined;
    return [...own, ...containersOf(other).map((container) => ({ name: "other/", container }))];
  }
}

/** The position of the other half of a double chest. If the other half does not point back, the chest is a single one. */
function otherHalfPosition(block: Block): BlockPosition | undefined {
  const position = pairOf(block);
  const other = position && blockAt(block.dimension, position);
  if (other === undefined) return position;
  return pairOf(other)?.equals(block.position) ? position : undefined;
}

function pairOf(block: Block): BlockPosition | undefined {
  return block.hasTrait(BlockChestTrait) ? (block.getTrait(BlockChestTrait).getPaired() ?? undefined) : undefined;
}

/** The place at another position of the same world. */
function at(place: PlaceKey, { x, y, z }: BlockPosition): PlaceKey {
  return blockPlace({ ...locationOfPlace(place)!, x, y, z });
}

function isBefore(a: BlockPosition, b: BlockPosition): boolean {
  return a.x !== b.x ? a.x < b.x : a.z < b.z;
}
