import type { PlaceKey, StackVisitor } from "../../index.ts";
import type { SquidItems } from "./items/squid-items.ts";
import type { SpawnOptions, SquidEntity, SquidPlayer, SquidServer, SquidStack } from "./squid-server.ts";
import { findWorld, groundOf, locationOf } from "./worlds.ts";

/** The times that flying-squid itself uses for dropped items. */
const PICKUP_AFTER_MS = 500;
const VANISH_AFTER_MS = 5 * 60 * 1000;

/**
 * The items on the ground. An entity of flying-squid 1.12 knows only the type and count of its item. Here each entity has the
 * very stack that was dropped, so that no data is lost.
 */
export class Ground {
  readonly #serv: SquidServer;
  readonly #items: SquidItems;
  readonly #lying = new Map<SquidEntity, SquidStack>();
  /** Called when an item appears on the ground. */
  onAppear: (entity: SquidEntity) => void = () => {};
  /** Called when a lying item has vanished. A pickup or a removal by us does not count. */
  onVanish: (stack: SquidStack, entity: SquidEntity) => void = () => {};

  constructor(serv: SquidServer, items: SquidItems) {
    this.#serv = serv;
    this.#items = items;
    const { spawnObject, destroyEntity } = serv;
    serv.spawnObject = (type, world, position, options) => {
      const entity = spawnObject(type, world, position, options);
      this.#noteSpawned(entity, options);
      return entity;
    };
    serv.destroyEntity = (entity) => {
      const stack = this.#lying.get(entity);
      this.#lying.delete(entity);
      destroyEntity(entity);
      if (stack !== undefined) this.onVanish(stack, entity);
    };
  }

  /** Lays this stack itself at a player's feet. If the server has too many entities, throws and changes nothing. */
  drop(stack: SquidStack, player: Pick<SquidPlayer, "world" | "position">): SquidEntity {
    const entity = this.#serv.spawnObject(this.#itemEntityType(), player.world, player.position.offset(0, 0, 0), {
      itemId: stack.type,
      itemDamage: stack.metadata,
      itemCount: stack.count,
      pickupTime: PICKUP_AFTER_MS,
      deathTime: VANISH_AFTER_MS,
    });
    this.#lying.set(entity, stack);
    return entity;
  }

  stackOf(entity: SquidEntity): SquidStack | undefined {
    return this.#lying.get(entity);
  }

  /** Takes an entity off the ground without calling `onVanish`. */
  pickUp(entity: SquidEntity): void {
    this.#lying.delete(entity);
    entity.destroy();
  }

  places(): Iterable<PlaceKey> {
    const places = new Set<PlaceKey>();
    for (const entity of this.#lying.keys()) places.add(groundOf(this.#serv, entity));
    return places;
  }

  /** Entities exist even while their chunk is unloaded, so no ground in this server's worlds is ever dark. */
  look(place: PlaceKey, see: StackVisitor): boolean {
    const world = place.slice(place.indexOf(":") + 1, place.lastIndexOf(":"));
    if (findWorld(this.#serv, world) === undefined) return false;
    for (const [entity, stack] of this.#lying) {
      if (groundOf(this.#serv, entity) !== place) continue;
      see(this.#items.wrap(stack), String(entity.id), locationOf(this.#serv, entity.world, entity.position));
    }
    return true;
  }

  takeOut(place: PlaceKey, slot: string, stack: object, count: number): boolean {
    const entity = this.#find(place, slot, stack);
    const lying = entity && this.#lying.get(entity);
    if (!lying) return false;
    if (lying.count <= count) this.pickUp(entity);
    else {
      lying.count -= count;
      entity.itemCount = lying.count;
    }
    return true;
  }

  /** Lays another stack in place of this one. */
  replace(place: PlaceKey, slot: string, stack: object, by: SquidStack): boolean {
    const entity = this.#find(place, slot, stack);
    if (entity !== undefined) this.#lying.set(entity, by);
    return entity !== undefined;
  }

  /** `undefined` if the entity is gone, lies elsewhere or has another stack by now. */
  #find(place: PlaceKey, slot: string, stack: object): SquidEntity | undefined {
    const entity = this.#serv.entities[slot];
    const isThere = entity && this.#lying.get(entity) === stack && groundOf(this.#serv, entity) === place;
    return isThere ? entity : undefined;
  }

  /** Broken blocks and other plugins drop items by type and count; here each gets a stack. */
  #noteSpawned(entity: SquidEntity, { itemId, itemCount = 1, itemDamage = 0 }: SpawnOptions): void {
    if (itemId === undefined || this.#serv.registry.items[itemId] === undefined) return;
    this.#lying.set(entity, this.#items.createByType(itemId, itemCount, itemDamage));
    this.onAppear(entity);
  }

  #itemEntityType(): number {
    const { entitiesByName } = this.#serv.registry;
    // `Item` is the name up to 1.10.
    return (entitiesByName.item ?? entitiesByName.Item)!.id;
  }
}
