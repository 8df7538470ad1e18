import { type Entity, WorldEvent } from "@serenityjs/core";
import { groundPlace, type Location } from "../../../index.ts";
import type { Game, ReportEvent } from "../game.ts";
import { SerenityItem } from "../items/serenity-item.ts";
import type { SerenityPlayer } from "../serenity-player.ts";

/** The containers that a death empties onto the ground; cursor and crafting grid keep what they have (0.8.21). */
const DROPPED_AT_DEATH = ["inventory", "armour", "off-hand"];

/** Reports players who join, leave, die and respawn, and items that break in their hands. */
export function reportPlayers({ serenity, sessions, worlds }: Game, report: ReportEvent): void {
  serenity.on(WorldEvent.PlayerJoin, ({ player: host }) => {
    const player = sessions.of(host);
    report({ kind: "sighting", place: player.place, action: "JOIN", player });
  });

  serenity.after(WorldEvent.EntitySpawned, ({ entity, initialSpawn, changedDimensions }) => {
    if (!entity.isPlayer()) return;
    const player = sessions.of(entity);
    player.hasSpawned = true;
    if (changedDimensions) return;
    report({ kind: "sighting", place: player.place, action: initialSpawn ? "JOIN" : "RESPAWN", player });
  });

  // If the client says goodbye without closing its connection, the server may go on serving it. Then this signal comes again.
  serenity.on(WorldEvent.PlayerLeave, ({ player: host }) => {
    const player = sessions.of(host);
    report({ kind: "sighting", place: player.window, action: "QUIT" });
    report({ kind: "going-dark", place: player.place, action: "QUIT", player });
  });
  serenity.after(WorldEvent.PlayerLeave, ({ player: host }) => {
    const player = sessions.of(host);
    if (!sessions.isServed(player)) sessions.ended(player);
  });

  serenity.on(WorldEvent.EntityDied, ({ targetEntity }) => {
    if (!targetEntity.isPlayer() || targetEntity.world.gamerules.keepInventory === true) return;
    reportDeath(sessions.of(targetEntity), report);
  });

  serenity.after(WorldEvent.ItemStackDamaged, ({ itemStack }) => reportIfUsedUp(itemStack));
  serenity.after(WorldEvent.PlayerUseItem, ({ itemStack }) => reportIfUsedUp(itemStack));

  function reportIfUsedUp(stack: SerenityItem["stack"]): void {
    const { container } = stack;
    if (stack.getStackSize() > 0 || container?.isEntityContainer() !== true) return;
    const { entity } = container;
    const player = entity.isPlayer() ? { player: sessions.of(entity) } : {};
    report({ kind: "item-ended", item: new SerenityItem(stack), action: "CONSUME", location: at(entity), ...player });
  }

  function at(entity: Entity): Location {
    return worlds.locationOfEntity(entity);
  }
}

function reportDeath(player: SerenityPlayer, report: ReportEvent): void {
  const location = player.location();
  const touched = [groundPlace(location)];
  for (const name of DROPPED_AT_DEATH) {
    for (const stack of player.containers.get(name)?.storage ?? []) {
      if (stack)
        report({ kind: "interaction", player, item: new SerenityItem(stack), action: "DEATH", location, touched });
    }
  }
}
