import { resolve } from "node:path";
import { type Serenity, ServerEvent } from "@serenityjs/core";
import { boot, type Log, PLUGIN_FOLDER, PLUGIN_NAME, type RunningDoubletake } from "../../index.ts";
import { reportItemEvents } from "./events/item-events.ts";
import { Game } from "./game.ts";
import { hideIdsFromClients } from "./items/hidden-ids.ts";
import { SerenityPlatform } from "./serenity-platform.ts";
import { stopAllMoves } from "./server/orderly-stop.ts";

export interface SerenityOptions {
  /** Folder of config.yml, messages.yml and the store; by default `plugins/doubletake` in the working directory. */
  readonly folder?: string;
}

/**
 * A key on the server object itself, so that all copies of this package share it: an import and a plugin folder may both be
 * there.
 */
const INSTALLED = Symbol.for("doubletake.serenity");

/**
 * Runs Doubletake inside a Serenity server until the server stops. Call it before `serenity.start()`. A second call for the
 * same server returns the same result.
 */
export function doubletake(serenity: Serenity, { folder }: SerenityOptions = {}): RunningDoubletake {
  const holder = serenity as { [INSTALLED]?: RunningDoubletake };
  if (holder[INSTALLED] !== undefined) return holder[INSTALLED];
  const log = gameLog(serenity);
  const game = new Game(serenity);
  const running = boot({
    platform: new SerenityPlatform(game),
    folder: folder ?? resolve("plugins", PLUGIN_FOLDER),
    log,
  });
  const report = running.doubletake.report.bind(running.doubletake);
  reportItemEvents(game, report);
  hideIdsFromClients(serenity);

  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await stopAllMoves(game, report);
    await running.stop();
  };
  // The server waits for this, and saves afterwards. Other plugins, which may still move items, run before.
  serenity.after(ServerEvent.Stop, async () => {
    stopping ??= stop();
    await stopping.catch((error: unknown) => log.error(`Doubletake did not stop cleanly: ${error}`));
  });
  holder[INSTALLED] = running;
  return running;
}

/** Writes our lines to the server's log. */
function gameLog({ logger }: Serenity): Log {
  return {
    info: (text) => logger.info(`[${PLUGIN_NAME}] ${text}`),
    warn: (text) => logger.warn(`[${PLUGIN_NAME}] ${text}`),
    error: (text) => logger.error(`[${PLUGIN_NAME}] ${text}`),
  };
}
