import type { Entity } from "@serenityjs/core";
import type { FloatTag, ListTag } from "@serenityjs/nbt";

// Serenity 0.8.21 keeps the properties of an entity in NBT, and reads them again for every caller. Every event and every look
// needs them.

const numbers = new WeakMap<Entity, bigint>();

/** The entity's number in its dimension, cached: Serenity parses it from a text of up to twenty digits. */
export function numberOf(entity: Entity): bigint {
  let number = numbers.get(entity);
  if (number === undefined) {
    number = entity.uniqueId;
    numbers.set(entity, number);
  }
  return number;
}

/** The entity's position, without the list, the vector and the bound function that Serenity creates for it. */
export function positionOf(entity: Entity): Position {
  const stored = entity.getStorageEntry<ListTag<FloatTag>>("Pos");
  const [x, y, z] = [stored?.[0], stored?.[1], stored?.[2]];
  // Other versions may store it differently.
  if (x === undefined || y === undefined || z === undefined) return entity.position;
  return { x: x.valueOf(), y: y.valueOf(), z: z.valueOf() };
}

/** False if the entity is gone; another entity may have its number by now. */
export function isInWorld(entity: Entity): boolean {
  return entity.dimension.entities.get(numberOf(entity)) === entity;
}

/** A position in Serenity's form; fractions are allowed. */
export interface Position {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}
