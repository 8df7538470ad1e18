import { type Block, type Container, type Dimension, type Serenity, WorldEvent } from "@serenityjs/core";
import { BlockPosition } from "@serenityjs/protocol";
import { blockPlace, type Location, locationOfPlace, type PlaceKey } from "../../../index.ts";
import type { Worlds } from "../worlds.ts";
import { isInUse, isVisible } from "./visible-chunks.ts";

/** How many blocks are checked in one tick for containers that came without a signal. */
const CHECKED_PER_TICK = 16;

/** At least this many ticks pass between the starts of two walks, so that a small world is not walked all the time. */
const MIN_WALK_TICKS = 20;

/**
 * The blocks with a container, each under the place of its own position. `Dimension.blocks` also holds all other blocks with a
 * trait and those of unloaded chunks, and its look-up by position is slow.
 */
export class ContainerIndex {
  readonly #worlds: Worlds;
  readonly #blocks = new Map<PlaceKey, Block>();
  /** A block never moves, so its place is named once. */
  readonly #placeOf = new WeakMap<Block, PlaceKey>();
  #unchecked: Iterator<Block> | undefined;
  #ticksInWalk = MIN_WALK_TICKS;

  constructor(serenity: Serenity, worlds: Worlds) {
    this.#worlds = worlds;
    for (const dimension of worlds.dimensions()) for (const block of dimension.blocks.values()) this.add(block);
    serenity.after(WorldEvent.BlockPermutationUpdate, ({ dimension, position }) => {
      const block = blockAt(dimension, position);
      if (block !== undefined) this.add(block);
    });
  }

  add(block: Block): void {
    if (containersOf(block).length > 0 && isCurrent(block)) this.#blocks.set(this.placeOf(block), block);
  }

  /** The place at the block's own position. A double chest has two; `BlockPlaces` uses one of them. */
  placeOf(block: Block): PlaceKey {
    let place = this.#placeOf.get(block);
    if (place === undefined) {
      place = blockPlace(this.#worlds.locationOf(block.dimension, block.position));
      this.#placeOf.set(block, place);
    }
    return place;
  }

  /** The block with a container at a place; `undefined` if there is none, or if its chunk is dark. */
  find(place: PlaceKey): Block | undefined {
    const known = this.#blocks.get(place);
    if (known !== undefined && containersOf(known).length > 0 && isCurrent(known)) return known;
    this.#blocks.delete(place);
    const location = locationOfPlace(place);
    const block = location && this.#lookUp(location);
    if (block !== undefined) this.add(block);
    return this.#blocks.get(place);
  }

  /** True if the place had a container when it was last checked; the container may be gone by now. */
  isKnown(place: PlaceKey): boolean {
    return this.#blocks.has(place);
  }

  isVisible(place: PlaceKey): boolean {
    const location = locationOfPlace(place);
    const dimension = location && this.#worlds.find(location.world);
    return dimension !== undefined && isVisible(dimension, location!.x >> 4, location!.z >> 4);
  }

  *all(): Iterable<[PlaceKey, Block]> {
    for (const [place, block] of this.#blocks) {
      if (containersOf(block).length > 0 && isCurrent(block)) yield [place, block];
      else this.#blocks.delete(place);
    }
  }

  /** Does one tick's share of a walk over all blocks, because some, such as those of structures, are placed without a signal. */
  tick(): void {
    if (++this.#ticksInWalk < MIN_WALK_TICKS && this.#unchecked === undefined) return;
    if (this.#unchecked === undefined) this.#ticksInWalk = 0;
    this.#unchecked ??= this.#allBlocks();
    for (let count = 0; count < CHECKED_PER_TICK; count++) {
      const next = this.#unchecked.next();
      if (next.done) {
        this.#unchecked = undefined;
        return;
      }
      this.add(next.value);
    }
  }

  *#allBlocks(): Generator<Block> {
    for (const dimension of this.#worlds.dimensions()) yield* dimension.blocks.values();
  }

  #lookUp({ world, x, y, z }: Location): Block | undefined {
    const dimension = this.#worlds.find(world);
    if (dimension === undefined || !isVisible(dimension, x >> 4, z >> 4)) return undefined;
    return blockAt(dimension, new BlockPosition(x, y, z));
  }
}

/** The containers of a block: chests, barrels, shulker boxes, crafting tables, and any container that a plugin adds. */
export function containersOf(block: Block): Container[] {
  const containers: Container[] = [];
  for (const { container } of block.getAllTraits() as { container?: Container }[]) {
    if (container?.storage !== undefined) containers.push(container);
  }
  return containers;
}

/** Unlike `Dimension.getBlock`, does not create the block or wake its chunk. */
export function blockAt(dimension: Dimension, position: BlockPosition): Block | undefined {
  return dimension.blocks.get(BlockPosition.hash(position));
}

function isCurrent(block: Block): boolean {
  return isInUse(block.dimension, block.getChunk());
}
