import { errorText } from "../errors.ts";
import type { Log } from "../model/log.ts";
import type { Platform, Player } from "../platform.ts";

/**
 * Tells every watcher who is online and wants to hear it. A session that is just closing must not keep the text from the others, or throw
 * into the game.
 */
export function tellWatchers(
  platform: Platform,
  text: string,
  log: Log | undefined,
  wantsIt: (player: Player) => boolean = () => true,
): void {
  for (const player of platform.players()) {
    try {
      if (player.hasPermission("doubletake.alerts") && wantsIt(player)) player.send(text);
    } catch (error) {
      log?.warn(`${player.name} could not be told: ${errorText(error)}`);
    }
  }
}
