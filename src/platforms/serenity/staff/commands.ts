import { type Command, type Dimension, type Entity, PermissionGroup, type World, WorldEvent } from "@serenityjs/core";
import { Packet } from "@serenityjs/protocol";
import { type Caller, type CommandRoot, type CommandSet, PERMISSIONS } from "../../../index.ts";
import type { Game } from "../game.ts";
import { mayUse } from "../serenity-player.ts";
import { overloadOf, type TypedWords } from "./command-enums.ts";
import { LiveWords } from "./live-words.ts";

/** Operators of a Serenity server have this permission. Our commands require it, and the group below lets others in. */
const OPERATOR = "serenity.operator";
const GROUP = "doubletake";

/** Offers the commands in every world, to the players who may use them. */
export function registerCommands(game: Game, commands: CommandSet): void {
  const { serenity } = game;
  allowOthers(game, commands);
  hideWhatIsNotAllowed(game, commands, new LiveWords(game, commands));
  const made = commands.roots.map((root) => makeCommand(game, commands, root));
  const addTo = (world: World) => {
    for (const command of made) {
      for (const name of [command.name, ...command.aliases]) world.commandPalette.commands.set(name, command);
    }
  };
  for (const world of serenity.worlds.values()) addTo(world);
  serenity.on(WorldEvent.WorldInitialize, ({ world }) => addTo(world));
  // A world may be made before we listen, and registered after we looked.
  serenity.on(WorldEvent.PlayerJoin, ({ player }) => addTo(player.world));
  serenity.on(WorldEvent.EntityDimensionChange, ({ toDimension }) => addTo(toDimension.world));
}

/** Also registers the command with the server, because worlds that are made later start with those commands. */
function makeCommand(game: Game, commands: CommandSet, root: CommandRoot): Command {
  const run = (context: unknown) => {
    const { origin, ...words } = context as { origin: Dimension | Entity } & TypedWords;
    const caller = callerOf(game, origin);
    if (caller !== undefined) commands.run(root.name, caller, Object.values(words)[0]?.words ?? []);
  };
  return game.serenity.commandPalette.register(
    root.name,
    root.description,
    (registry) => {
      registry.permissions = [OPERATOR];
      for (const subcommand of root.subcommands) registry.overload(overloadOf(root, subcommand), run as never);
    },
    run as never,
    [...root.aliases],
  ) as Command;
}

/**
 * Serenity shows a command to a player who has all permissions that it requires, or a permission that lists it in a group. So
 * each of our permissions lists the commands that it is for.
 */
function allowOthers({ serenity }: Game, { roots }: CommandSet): void {
  const { groups } = serenity.permissions;
  let group = groups.find(({ identifier }) => identifier === GROUP);
  if (group === undefined) {
    group = new PermissionGroup(GROUP);
    groups.push(group);
  }
  for (const permission of PERMISSIONS) {
    const name = permission.slice(GROUP.length + 1);
    const shown = roots.filter(({ permissions }) => permissions.includes(permission)).map((root) => root.name);
    group.permissions.set(name, [...new Set([...(group.permissions.get(name) ?? []), ...shown])]);
  }
}

/** Serenity shows a command with all its subcommands. This hides those of ours that the player may not use. */
function hideWhatIsNotAllowed({ serenity }: Game, { roots }: CommandSet, words: LiveWords): void {
  serenity.network.on(Packet.AvailableCommands, ({ connection, packet }) => {
    const host = serenity.players.get(connection);
    if (host === undefined) return;
    words.forget(host);
    packet.commands = packet.commands.map((shown) => {
      const subcommands = roots.find(({ name }) => name === shown.name)?.subcommands;
      if (subcommands === undefined) return shown;
      const allowed = subcommands.filter((subcommand) => mayUse(host, subcommand)).map(({ name }) => name);
      return { ...shown, overloads: shown.overloads.filter(({ parameters }) => allowed.includes(parameters[0]!.name)) };
    });
  });
}

/** The console acts in the name of a dimension. Entities other than players, such as command blocks, may do nothing. */
function callerOf(game: Game, origin: Dimension | Entity): Caller | undefined {
  if ("isPlayer" in origin) return origin.isPlayer() ? game.sessions.of(origin) : undefined;
  const { logger } = game.serenity;
  return { name: "CONSOLE", hasPermission: () => true, send: (text) => logger.info(text) };
}
