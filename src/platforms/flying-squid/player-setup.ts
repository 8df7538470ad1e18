import type { ItemEvents } from "./events/item-events.ts";
import type { FlyingSquidPlatform } from "./flying-squid-platform.ts";
import type { Game } from "./game.ts";
import { hideIdsFromClient } from "./items/hidden-ids.ts";
import type { PlayerSaves } from "./player-saves.ts";
import type { SquidPlayer } from "./squid-server.ts";
import { sendCommandTree } from "./staff/command-tree.ts";
import { visibleRoots } from "./staff/commands.ts";
import { answerCompletion } from "./staff/tab-completion.ts";

interface Hosts {
  readonly game: Game;
  readonly platform: FlyingSquidPlatform;
  readonly events: ItemEvents;
  readonly saves: PlayerSaves;
}

/** Sets up every client that logs in, before the game has written anything to it. */
export function setUpPlayers({ game, platform, events, saves }: Hosts): void {
  const { serv, permissions } = game;
  // All parts of the player exist by now, and the login has not begun.
  serv.on("newPlayer", (host: SquidPlayer) => {
    hideIdsFromClient(host._client);
    saves.listen(host);
    events.listen(host);
    answerCompletion(game, () => platform.commands, host);
    host.once("spawned", () => {
      permissions.refresh();
      if (platform.commands) sendCommandTree(serv, host, visibleRoots(game, platform.commands, host));
    });
  });
}
