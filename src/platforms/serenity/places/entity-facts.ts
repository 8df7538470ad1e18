import type { Entity } from "@serenityjs/core";
import type { FloatTag, ListTag } from "@serenityjs/nbt";

// Serenity 0.8.21 keeps what an entity is in NBT, and reads it anew for everybody who asks. Every event and every look asks.

const numbers = new WeakMap<Entity, bigint>();

/** The entity's own number, by which its dimension knows it; Serenity reads it from a text of up to twenty digits. */
export function numberOf(entity: Entity): bigint {
  let number = numbers.get(entity);
  if (number === undefined) {
    number = entity.uniqueId;
    numbers.set(entity, number);
  }
  return number;
}

/** Where an entity is, without the list, the vector and the bound function that Serenity makes to say so. */
export function positionOf(entity: Entity): Position {
  const stored = entity.getStorageEntry<ListTag<FloatTag>>("Pos");
  const [x, y, z] = [stored?.[0], stored?.[1], stored?.[2]];
  // Another version may keep it in another way.
  if (x === undefined || y === undefined || z === undefined) return entity.position;
  return { x: x.valueOf(), y: y.valueOf(), z: z.valueOf() };
}

/** False for one that is gone; its number may have been given to another entity by now. */
export function isInWorld(entity: Entity): boolean {
  return entity.dimension.entities.get(numberOf(entity)) === entity;
}

/** A position as Serenity has it; fractions are fine. */
export interface Position {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
