import {
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
import { isLit } from "./lit-chunks.ts";

interface Lying {
  readonly chunkX: number;
  readonly chunkZ: number;
  readonly place: PlaceKey;
}

/** Places of carriers that are known to be gone; the oldest are forgotten. */
const MAX_GONE = 4096;

/**
 * The entities that hold items: those that lie on the ground, by chunk, and those that carry some. Kept by signals, so
 * that a look does not have to walk over everything that lives.
 */
export class EntityIndex {
  readonly #serenity: Serenity;
  readonly #worlds: Worlds;
  readonly #lying = new Map<Entity, Lying | undefined>();
  readonly #byStack = new WeakMap<ItemStack, Entity>();
  readonly #carriers = new Map<PlaceKey, Entity>();
  readonly #gone = new Set<PlaceKey>();
  /** Lying items by place, as of a tick and of the last change. */
  #grouped = new Map<PlaceKey, Entity[]>();
  #groupedAt = -1n;
  #isStale = true;

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
      this.#lying.set(entity, undefined);
      this.#byStack.set(entity.getTrait(EntityItemStackTrait).itemStack, entity);
      this.#isStale = true;
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
    return this.#groups().get(place)?.filter(isInWorld) ?? [];
  }

  /** The entity that a stack lay in when it was spawned. */
  entityOf(stack: ItemStack): Entity | undefined {
    return this.#byStack.get(stack);
  }

  #remove(entity: Entity): void {
    if (isInWorld(entity)) return;
    if (this.#lying.delete(entity)) this.#isStale = true;
    const place = this.carrierPlace(entity);
    if (this.#carriers.get(place) !== entity) return;
    this.#carriers.delete(place);
    const { x, z } = positionOf(entity);
    // It went with its chunk, and stays in that chunk's data.
    if (!isLit(entity.dimension, Math.floor(x) >> 4, Math.floor(z) >> 4)) return;
    this.#gone.add(place);
    if (this.#gone.size <= MAX_GONE) return;
    const [oldest] = this.#gone;
    this.#gone.delete(oldest!);
  }

  #groups(): Map<PlaceKey, Entity[]> {
    if (!this.#isStale && this.#groupedAt === this.#serenity.currentTick) return this.#grouped;
    this.#grouped = new Map();
    for (const [entity, lying] of this.#lying) {
      if (!isInWorld(entity)) continue;
      const place = this.#groundOf(entity, lying);
      const others = this.#grouped.get(place);
      if (others === undefined) this.#grouped.set(place, [entity]);
      else others.push(entity);
    }
    this.#groupedAt = this.#serenity.currentTick;
    this.#isStale = false;
    return this.#grouped;
  }

  /** Items roll: the chunk is compared each time, its name is made only when it is another one. */
  #groundOf(entity: Entity, lying: Lying | undefined): PlaceKey {
    const { x, z } = positionOf(entity);
    const [chunkX, chunkZ] = [Math.floor(x) >> 4, Math.floor(z) >> 4];
    if (lying !== undefined && lying.chunkX === chunkX && lying.chunkZ === chunkZ) return lying.place;
    const place = groundPlace(this.#worlds.locationOfEntity(entity));
    this.#lying.set(entity, { chunkX, chunkZ, place });
    return place;
  }
}
