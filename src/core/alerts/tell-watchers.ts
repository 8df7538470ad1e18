import type { Log } from "../log.ts";
import type { Platform } from "../platform.ts";

/** Tells every watcher who is online. A session that is just closing must not keep it from the others, nor from the game. */
export function tellWatchers(platform: Platform, text: string, log: Log | undefined): void {
  for (const player of platform.players()) {
    try {
      if (player.hasPermission("doubletake.alerts")) player.send(text);
    } catch (error) {
      log?.warn(`${player.name} could not be told: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}
