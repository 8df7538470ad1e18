import type { Game, ReportEvent } from "../game.ts";
import { maxStackSizeOf } from "../items/item-data.ts";
import type { SquidEntity, SquidPlayer, SquidStack } from "../squid-server.ts";
import { groundOf, locationOf } from "../worlds.ts";

/**
 * Lets a player pick up the stack that was dropped. The server's own `collect` (1.12) gives one plain item of the type instead,
 * whatever was dropped and however many.
 */
export function keepDataOnPickup(
  { serv, items, sessions, ground }: Game,
  report: ReportEvent,
  host: SquidPlayer,
): void {
  const collect = host.collect;
  host.collect = (entity) => {
    const player = sessions.of(host);
    const stack = ground.stackOf(entity);
    if (stack === undefined) return collect(entity);
    if (player === undefined || !isThere(entity)) return;
    const touched = [groundOf(serv, entity)];
    const location = locationOf(serv, entity.world, entity.position);
    const { count } = stack;
    mergeIntoStacks(stack);
    const merged = count - stack.count;
    if (merged > 0) {
      const item = items.wrap(items.copy(stack, merged));
      report({ kind: "interaction", player, item, action: "PICKUP", location, touched });
    }
    if (stack.count > 0) {
      if (!player.putAway(stack)) return;
      report({ kind: "interaction", player, item: items.wrap(stack), action: "PICKUP", location, touched });
    }
    entity._writeOthersNearby("collect", {
      collectedEntityId: entity.id,
      collectorEntityId: host.id,
      pickupItemCount: count,
    });
    ground.pickUp(entity);
  };

  /** False if the entity was picked up earlier in this tick: the server may still offer it to another player. */
  function isThere(entity: SquidEntity): boolean {
    return serv.entities[entity.id] === entity;
  }

  function mergeIntoStacks(stack: SquidStack): void {
    const limit = maxStackSizeOf(serv.registry, stack.name);
    if (limit === 1) return;
    const likeness = items.likeness(stack);
    for (const [slot, other] of host.inventory.slots.entries()) {
      if (!other || other.count >= limit || stack.count === 0 || items.likeness(other) !== likeness) continue;
      const moved = Math.min(stack.count, limit - other.count);
      other.count += moved;
      stack.count -= moved;
      host.inventory.updateSlot(slot, other);
    }
  }
}
