import {
  type Dimension,
  type Entity,
  EntityInventoryTrait,
  EntityItemStackTrait,
  type ItemStack,
  type Serenity,
  WorldEvent,
} from "@serenityjs/core";
import { entityPlace, groundPlace, type PlaceKey } from "../../../index.ts";
import type { Worlds } from "../worlds.ts";
import { isInWorld, numberOf, positionOf } from "./entity-facts.ts";
import { isVisible } from "./visible-chunks.ts";

interface Lying {
  readonly dimension: Dimension;
  readonly chunkX: number;
  readonly chunkZ: number;
  readonly place: PlaceKey;
}

/** What lies on the ground of a chunk. */
interface Group {
  readonly entities: Set<Entity>;
  /** Another one whenever these are other entities than before. */
  stamp: number;
}

/**
 * Ticks between two checks of all that lies: of where it has rolled, and whether it is still there. What spawns and despawns is known
 * at once, and of what a look shows both are checked in any case.
 */
const CHECK_ALL_TICKS = 5n;

/** Places of carriers that are known to be gone; the oldest are forgotten. */
const MAX_GONE = 4096;

/**
 * The entities that hold items: those that lie on the ground, by chunk, and those that carry some. Kept by signals, so
 * that a look does not have to walk over everything that lives.
 */
export class EntityIndex {
  readonly #serenity: Serenity;
  readonly #worlds: Worlds;
  readonly #lying = new Map<Entity, Lying>();
  readonly #byStack = new WeakMap<ItemStack, Entity>();
  readonly #carriers = new Map<PlaceKey, Entity>();
  readonly #gone = new Set<PlaceKey>();
  /** Lying items by place, and the tick in which all of them were checked. */
  #grouped = new Map<PlaceKey, Group>();
  #checkedAt = 0n;
  #lastStamp = 0;

  constructor(serenity: Serenity, worlds: Worlds) {
    this.#serenity = serenity;
    this.#worlds = worlds;
    for (const dimension of worlds.dimensions()) for (const entity of dimension.entities.values()) this.add(entity);
    serenity.after(WorldEvent.EntitySpawned, ({ entity }) => this.add(entity));
    serenity.after(WorldEvent.EntityDespawned, ({ entity }) => this.#remove(entity));
  }

  /** Takes note of an entity that is in the world. */
  add(entity: Entity): void {
    if (entity.isPlayer() || !isInWorld(entity)) return;
    if (entity.hasTrait(EntityItemStackTrait)) {
      if (!this.#lying.has(entity)) this.#group(entity);
      this.#byStack.set(entity.getTrait(EntityItemStackTrait).itemStack, entity);
    } else if (entity.hasTrait(EntityInventoryTrait)) {
      const place = this.carrierPlace(entity);
      this.#carriers.set(place, entity);
      this.#gone.delete(place);
    }
  }

  carrierPlace(entity: Entity): PlaceKey {
    return entityPlace(this.#worlds.nameOf(entity.dimension), String(numberOf(entity)));
  }

  carrier(place: PlaceKey): Entity | undefined {
    const entity = this.#carriers.get(place);
    return entity !== undefined && isInWorld(entity) ? entity : undefined;
  }

  carriers(): IterableIterator<PlaceKey> {
    return this.#carriers.keys();
  }

  /** True for a carrier that died or was taken away; false when it may be in a chunk that is not loaded. */
  isGone(place: PlaceKey): boolean {
    return this.#gone.has(place);
  }

  /** The chunks on whose ground something lies. */
  grounds(): Iterable<PlaceKey> {
    return this.#groups().keys();
  }

  lyingAt(place: PlaceKey): readonly Entity[] {
    const entities = [...(this.#groups().get(place)?.entities ?? [])];
    if (entities.every((entity) => this.#liesAt(entity, place))) return entities;
    this.#checkAll();
    return [...(this.#grouped.get(place)?.entities ?? [])];
  }

  /** See `Platform.stampOf`. */
  stampOf(ground: PlaceKey): number | undefined {
    return this.#groups().get(ground)?.stamp;
  }

  /** The entity that a stack lay in when it was spawned. */
  entityOf(stack: ItemStack): Entity | undefined {
    return this.#byStack.get(stack);
  }

  #remove(entity: Entity): void {
    if (isInWorld(entity)) return;
    this.#ungroup(entity);
    const place = this.carrierPlace(entity);
    if (this.#carriers.get(place) !== entity) return;
    this.#carriers.delete(place);
    const { x, z } = positionOf(entity);
    // It went with its chunk, and stays in that chunk's data.
    if (!isVisible(entity.dimension, Math.floor(x) >> 4, Math.floor(z) >> 4)) return;
    this.#gone.add(place);
    if (this.#gone.size <= MAX_GONE) return;
    const [oldest] = this.#gone;
    this.#gone.delete(oldest!);
  }

  #groups(): ReadonlyMap<PlaceKey, Group> {
    if (this.#serenity.currentTick - this.#checkedAt >= CHECK_ALL_TICKS) this.#checkAll();
    return this.#grouped;
  }

  #checkAll(): void {
    this.#checkedAt = this.#serenity.currentTick;
    for (const [entity, { place }] of this.#lying) {
      if (this.#liesAt(entity, place)) continue;
      this.#ungroup(entity);
      if (isInWorld(entity)) this.#group(entity);
    }
  }

  #group(entity: Entity): void {
    const place = groundPlace(this.#worlds.locationOfEntity(entity));
    const { x, z } = positionOf(entity);
    const { dimension } = entity;
    this.#lying.set(entity, { dimension, chunkX: Math.floor(x) >> 4, chunkZ: Math.floor(z) >> 4, place });
    const group = this.#grouped.get(place);
    if (group === undefined) this.#grouped.set(place, { entities: new Set([entity]), stamp: ++this.#lastStamp });
    else {
      group.entities.add(entity);
      group.stamp = ++this.#lastStamp;
    }
  }

  #ungroup(entity: Entity): void {
    const place = this.#lying.get(entity)?.place;
    const group = place === undefined ? undefined : this.#grouped.get(place);
    if (group === undefined) return;
    this.#lying.delete(entity);
    group.entities.delete(entity);
    group.stamp = ++this.#lastStamp;
    if (group.entities.size === 0) this.#grouped.delete(place!);
  }

  /** Items roll: the chunk is compared each time, its name is made only when it is another one. */
  #liesAt(entity: Entity, place: PlaceKey): boolean {
    const lying = this.#lying.get(entity);
    if (lying?.place !== place || entity.dimension !== lying.dimension || !isInWorld(entity)) return false;
    const { x, z } = positionOf(entity);
    return Math.floor(x) >> 4 === lying.chunkX && Math.floor(z) >> 4 === lying.chunkZ;
  }
}
