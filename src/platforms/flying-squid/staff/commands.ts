import { type Caller, type CommandRoot, type CommandSet, withoutColours } from "../../../index.ts";
import type { Game } from "../game.ts";
import type { SquidPlayer } from "../squid-server.ts";

/**
 * Offers the commands to players and the console. Each command checks its permission itself, because this server knows only
 * operators.
 */
export function registerCommands(game: Game, commands: CommandSet): void {
  for (const { root, name } of commands.roots.flatMap((root) =>
    [root.name, ...root.aliases].map((name) => ({ root, name })),
  )) {
    game.serv.commands.add({
      base: name,
      info: root.description,
      usage: `/${name}`,
      // We complete ourselves (tab-completion.ts): the server's own completion (1.12) answers the player who joined last, and
      // knows no aliases. An empty list keeps it silent.
      tab: [],
      action: (line, { player }) => {
        const caller = player === undefined ? consoleOf(game) : game.sessions.of(player);
        if (caller !== undefined) commands.run(root.name, caller, wordsOf(String(line)));
      },
    });
  }
}

/** The commands that this player may see. */
export function visibleRoots(game: Game, commands: CommandSet, host: SquidPlayer): CommandRoot[] {
  const player = game.sessions.of(host);
  if (player === undefined) return [];
  return commands.roots.filter(({ permissions }) => permissions.some((permission) => player.hasPermission(permission)));
}

function wordsOf(line: string): string[] {
  return line.split(" ").filter((word) => word !== "");
}

function consoleOf({ serv }: Game): Caller {
  return { name: "CONSOLE", hasPermission: () => true, send: (text) => serv.info(withoutColours(text)) };
}
