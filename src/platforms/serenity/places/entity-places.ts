import { type Entity, EntityInventoryTrait } from "@serenityjs/core";
import type { LookHints, PlaceKey, StackVisitor } from "../../../index.ts";
import type { Worlds } from "../worlds.ts";
import type { EntityIndex } from "./entity-index.ts";
import { noteChange } from "./ground-places.ts";
import type { PlaceKeeper, StackInSlot } from "./place-keeper.ts";
import { findInParts, type Part, showPart } from "./slots.ts";

/** Entities that carry items: carts and boats with a chest, mounts, villagers. */
export class EntityPlaces implements PlaceKeeper {
  readonly #entities: EntityIndex;
  readonly #worlds: Worlds;

  constructor(entities: EntityIndex, worlds: Worlds) {
    this.#entities = entities;
    this.#worlds = worlds;
  }

  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean {
    const entity = this.#entities.carrier(place);
    if (entity === undefined) return this.#entities.isGone(place);
    showPart(partOf(entity), this.#worlds.locationOfEntity(entity), see, hints);
    return true;
  }

  find(place: PlaceKey, slot: string, stack: object): StackInSlot | undefined {
    const entity = this.#entities.carrier(place);
    return entity && findInParts([partOf(entity)], slot, stack);
  }

  *list(): Iterable<PlaceKey> {
    for (const place of this.#entities.carriers()) if (this.#entities.carrier(place) !== undefined) yield place;
  }
}

function partOf(entity: Entity): Part {
  return { name: "", container: entity.getTrait(EntityInventoryTrait).container, changed: () => noteChange(entity) };
}
