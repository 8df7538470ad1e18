import { type Entity, type World, WorldEvent } from "@serenityjs/core";
import type { Game, ReportEvent } from "../game.ts";

/** Reports the server's own commands that make or change items: they raise no signal (0.8.21). */
export function reportCommands({ serenity, sessions }: Game, report: ReportEvent): void {
  const watched = new WeakSet<World>();

  const watch = (world: World) => {
    if (watched.has(world)) return;
    watched.add(world);
    afterCommand(world, "give", (target) => {
      if (!target.isPlayer()) return;
      const player = sessions.of(target);
      report({ kind: "sighting", place: player.place, action: "GIVE", player });
    });
    afterCommand(world, "enchant", (target) => {
      if (!target.isPlayer()) return;
      const player = sessions.of(target);
      const item = player.heldItem();
      if (item !== undefined) report({ kind: "interaction", player, item, action: "ENCHANT" });
    });
  };
  for (const world of serenity.worlds.values()) watch(world);
  serenity.on(WorldEvent.WorldInitialize, ({ world }) => watch(world));
  serenity.on(WorldEvent.PlayerJoin, ({ player }) => watch(player.world));
}

/** Calls `tell` for every target after the command has run, whoever ran it. The command itself and its answer stay the same. */
function afterCommand(world: World, name: string, tell: (target: Entity) => void): void {
  const overloads = world.commandPalette.get(name)?.registry.overloads ?? new Map<never, never>();
  for (const [overload, run] of overloads) {
    overloads.set(overload, (context) => {
      const answer = run(context);
      const { result } = (context as { target?: { result?: unknown } }).target ?? {};
      if (Array.isArray(result)) for (const target of result as Entity[]) tell(target);
      return answer;
    });
  }
}
