import { type Entity, EntityItemStackTrait, type ItemStack } from "@serenityjs/core";
import type { LookHints, PlaceKey, StackVisitor } from "../../../index.ts";
import { SerenityItem, withoutStaleContainer } from "../items/serenity-item.ts";
import type { Worlds } from "../worlds.ts";
import { numberOf } from "./entity-facts.ts";
import type { EntityIndex } from "./entity-index.ts";
import { ANYWHERE, type PlaceKeeper, type StackInSlot } from "./place-keeper.ts";
import { isVisible } from "./visible-chunks.ts";

const GROUND = /^ground:(.+):(-?\d+),(-?\d+)$/;

/** The items on the ground, by chunk. A slot is an entity. */
export class GroundPlaces implements PlaceKeeper {
  readonly #entities: EntityIndex;
  readonly #worlds: Worlds;

  constructor(entities: EntityIndex, worlds: Worlds) {
    this.#entities = entities;
    this.#worlds = worlds;
  }

  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean {
    const lying = this.#entities.lyingAt(place);
    if (lying.length === 0) return this.#isVisible(place);
    for (const entity of lying) {
      const { itemStack } = entity.getTrait(EntityItemStackTrait);
      // Dropping zero items of a stack leaves an empty entity (0.8.21).
      if (itemStack.getStackSize() <= 0) continue;
      const item = new SerenityItem(itemStack, () => noteChange(entity));
      see(item, slotOf(entity), hints?.withoutLocations ? ANYWHERE : this.#worlds.locationOfEntity(entity));
    }
    return true;
  }

  find(place: PlaceKey, slot: string, stack: object): StackInSlot | undefined {
    const entity = this.#entities.lyingAt(place).find((lying) => slotOf(lying) === slot);
    const trait = entity?.getTrait(EntityItemStackTrait);
    if (entity === undefined || trait === undefined || trait.itemStack !== stack) return undefined;
    return {
      take: (count) => {
        if (trait.itemStack.getStackSize() <= count) entity.despawn();
        else withoutStaleContainer(trait.itemStack, () => trait.decrement(count));
        noteChange(entity);
      },
      replace: (by) => {
        (trait as { itemStack: ItemStack }).itemStack = by;
        // The entity is saved from here.
        entity.setStorageEntry("Item", by.getStorage());
        noteChange(entity);
      },
    };
  }

  list(): Iterable<PlaceKey> {
    return this.#entities.grounds();
  }

  #isVisible(place: PlaceKey): boolean {
    const [, world = "", x, z] = GROUND.exec(place) ?? [];
    const dimension = this.#worlds.find(world);
    return dimension !== undefined && isVisible(dimension, Number(x), Number(z));
  }
}

const slots = new WeakMap<Entity, string>();

/** The entity's number is large and slow to convert to text, so this is cached. */
function slotOf(entity: Entity): string {
  let slot = slots.get(entity);
  if (slot === undefined) {
    slot = String(numberOf(entity));
    slots.set(entity, slot);
  }
  return slot;
}

/**
 * Marks the entity's chunk, because only a marked chunk is saved before it is unloaded. Changing an entity's data does not mark
 * it (0.8.21).
 */
export function noteChange(entity: Entity): void {
  entity.getChunk().dirty = true;
}
