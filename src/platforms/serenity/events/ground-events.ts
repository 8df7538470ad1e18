import { type Entity, EntityItemStackTrait, WorldEvent } from "@serenityjs/core";
import { groundPlace, type PlaceKey } from "../../../index.ts";
import type { Game, ReportEvent } from "../game.ts";
import { SerenityItem } from "../items/serenity-item.ts";
import { isInWorld } from "../places/entity-facts.ts";

/** Reports items that are dropped, picked up, or vanish. */
export function reportGround(
  { serenity, sessions, worlds, entities, containerPlaces }: Game,
  report: ReportEvent,
): void {
  // Reported afterwards: before, a single dropped item may still be part of a stack of two.
  serenity.after(WorldEvent.EntityDropItem, ({ source, itemStackEntity }, isCanceled) => {
    if (isCanceled || !source.isPlayer() || itemStackEntity === null) return;
    const { itemStack } = itemStackEntity.getTrait(EntityItemStackTrait);
    if (itemStack.getStackSize() <= 0) return;
    const player = sessions.of(source);
    // The item may have been tossed straight out of an open window.
    const window = source.openedContainer && containerPlaces.placeOf(source.openedContainer);
    const touched = [groundOf(itemStackEntity), ...(window && window !== player.place ? [window] : [])];
    report({ kind: "interaction", player, item: new SerenityItem(itemStack), action: "DROP", touched });
  });

  // Reported afterwards: with a full inventory the signal comes again and again, and nothing is picked up.
  serenity.after(WorldEvent.EntityItemPickup, ({ source, itemStack }, isCanceled) => {
    if (isCanceled || !source.isPlayer()) return;
    const entity = entities.entityOf(itemStack);
    if (entity !== undefined && isInWorld(entity)) return;
    const touched = [groundOf(entity ?? source)];
    report({
      kind: "interaction",
      player: sessions.of(source),
      item: new SerenityItem(itemStack),
      action: "PICKUP",
      touched,
    });
  });

  serenity.after(WorldEvent.EntitySpawned, ({ entity }) => {
    if (entity.isPlayer()) return;
    if (entity.hasTrait(EntityItemStackTrait)) {
      report({ kind: "sighting", place: groundOf(entity), action: "SCAN" });
    } else if (entities.carrier(entities.carrierPlace(entity)) === entity) {
      report({ kind: "sighting", place: entities.carrierPlace(entity), action: "SCAN" });
    }
  });

  serenity.on(WorldEvent.EntityDespawned, ({ entity }) => {
    if (entity.isPlayer() || !entity.hasTrait(EntityItemStackTrait)) return;
    const { itemStack, canDespawn, lifeSpan, birthTick } = entity.getTrait(EntityItemStackTrait);
    const age = serenity.currentTick - birthTick;
    // An entity is also despawned when its item was picked up or merged, and when its chunk is unloaded.
    if (!canDespawn || lifeSpan <= 0 || age < BigInt(lifeSpan)) return;
    const location = worlds.locationOfEntity(entity);
    report({ kind: "item-ended", item: new SerenityItem(itemStack), action: "DESPAWN", location });
  });

  function groundOf(entity: Entity): PlaceKey {
    return groundPlace(worlds.locationOfEntity(entity));
  }
}
