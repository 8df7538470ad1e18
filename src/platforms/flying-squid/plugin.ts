import type { EventEmitter } from "node:events";
import { resolve } from "node:path";
import { boot, type Log, PermissionsFile, PLUGIN_FOLDER, PLUGIN_NAME, type RunningDoubletake } from "../../index.ts";
import { ItemEvents } from "./events/item-events.ts";
import { FlyingSquidPlatform } from "./flying-squid-platform.ts";
import { Game } from "./game.ts";
import { PlayerSaves } from "./player-saves.ts";
import { setUpPlayers } from "./player-setup.ts";
import type { SquidServer } from "./squid-server.ts";

export interface FlyingSquidOptions {
  /**
   * Folder of config.yml, messages.yml, permissions.yml and the store; by default `plugins/doubletake` in the working
   * directory.
   */
  readonly folder?: string;
}

const OPERATORS = "flying-squid has no permissions of its own: its operators (/op) have all of these.";

/** A key on the server object itself, so that all copies of this package share it. */
const INSTALLED = Symbol.for("doubletake.flying-squid");

/**
 * Runs Doubletake inside a flying-squid server until the server stops. Call it right after `createMCServer`. A second call for
 * the same server returns the same result.
 */
export function doubletake(serv: object, options: FlyingSquidOptions = {}): RunningDoubletake {
  const holder = serv as SquidServer & { [INSTALLED]?: RunningDoubletake };
  holder[INSTALLED] ??= install(holder, options);
  return holder[INSTALLED];
}

/**
 * flying-squid calls this if its settings name the plugin: `plugins: { "doubletake/flying-squid": {} }`. Half of the server's
 * own parts do not exist yet; the event `asap` says when they do.
 */
export function server(this: { settings?: FlyingSquidOptions } | undefined, serv: EventEmitter): void {
  const options = this?.settings ?? {};
  serv.once("asap", () => doubletake(serv, options));
}

function install(
  serv: SquidServer,
  { folder = resolve("plugins", PLUGIN_FOLDER) }: FlyingSquidOptions,
): RunningDoubletake {
  const log = gameLog(serv);
  const permissions = new PermissionsFile(folder, OPERATORS, log);
  const game = new Game(serv, permissions);
  const platform = new FlyingSquidPlatform(game);
  const running = boot({ platform, folder, log });
  const events = new ItemEvents(game, running.doubletake.report.bind(running.doubletake));
  const saves = new PlayerSaves(log);
  setUpPlayers({ game, platform, events, saves });
  stopWithServer(serv, events, saves, running, log);
  return running;
}

/** `/stop` and embedding programs call `quit`. Players are saved while it runs, and Doubletake stops after that. */
function stopWithServer(
  serv: SquidServer,
  events: ItemEvents,
  saves: PlayerSaves,
  running: RunningDoubletake,
  log: Log,
): void {
  const { quit } = serv;
  let stopping: Promise<void> | undefined;
  const stop = async (reason?: string) => {
    events.clearCursors();
    await quit(reason);
    await saves.whenSaved();
    await running.stop().catch((error: unknown) => log.error(`Doubletake did not stop cleanly: ${error}`));
  };
  serv.quit = (reason) => {
    stopping ??= stop(reason);
    return stopping;
  };
}

/** Writes our lines to the server's log. */
function gameLog(serv: SquidServer): Log {
  return {
    info: (text) => serv.info(`[${PLUGIN_NAME}] ${text}`),
    warn: (text) => serv.warn(`[${PLUGIN_NAME}] ${text}`),
    error: (text) => serv.err(`[${PLUGIN_NAME}] ${text}`),
  };
}
