import { once } from "node:events";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { PLUGIN_FOLDER } from "../../index.ts";
import {
  ADDRESS,
  greeting,
  makeWorldFolder,
  portError,
  type ServerOptions,
  type StartedServer,
} from "../started-server.ts";
import { doubletake } from "./plugin.ts";
import type { SquidServer } from "./squid-server.ts";

interface SquidServerOptions extends ServerOptions {
  /** The game's version; by default the newest one that flying-squid supports. */
  readonly version?: string;
}

export const DEFAULT_PORT = 25_565;
const DEFAULT_VERSION = "1.21.4";

const SURVIVAL = 0;
const PATIENCE_MS = 30_000;

const require = createRequire(import.meta.url);
const FLYING_SQUID = require.resolve("flying-squid");

/** flying-squid has no types of its own. */
interface FlyingSquid {
  createMCServer(settings: object): SquidServer & { waitForReady(timeoutMs: number): Promise<unknown> };
}

/** Starts a survival world with Doubletake inside, and resolves when it can be joined. */
export async function startServer({
  dir,
  port,
  isOffline,
  version = DEFAULT_VERSION,
}: SquidServerOptions): Promise<StartedServer> {
  // A world belongs to one version: flying-squid cannot convert it to another.
  const worldFolder = join(dir, "world", version);
  makeWorldFolder(dir, worldFolder);
  await checkPort(port);
  const leaveEndToOthers = endsOfProcess();
  const { createMCServer } = require(FLYING_SQUID) as FlyingSquid;
  const serv = createMCServer(settings({ port, isOffline, version, worldFolder }));
  doubletake(serv, { folder: join(dir, "plugins", PLUGIN_FOLDER) });
  const { promise: stopped, resolve, reject } = Promise.withResolvers<void>();
  const { quit } = serv;
  serv.quit = (reason) => {
    quit(reason)
      // flying-squid 1.12 does not wait for chunks that changed in the last second.
      .then(() => saveWorld(serv))
      .then(resolve, reject);
    return stopped;
  };
  stopByCommand(serv);
  await serv.waitForReady(PATIENCE_MS);
  await leaveEndToOthers();
  return {
    greeting: greeting(`Java ${version}`, port),
    stop: () => serv.quit("The server stops."),
    stopped,
  };
}

function settings(options: { port: number; isOffline: boolean; version: string; worldFolder: string }): object {
  return {
    motd: "Doubletake",
    host: ADDRESS,
    port: options.port,
    "max-players": 20,
    "online-mode": !options.isOffline,
    logging: false,
    gameMode: SURVIVAL,
    difficulty: 1,
    worldFolder: options.worldFolder,
    generation: { name: "superflat", options: {} },
    kickTimeout: 10_000,
    plugins: {},
    "view-distance": 8,
    "player-list-text": { header: { text: "Doubletake" }, footer: { text: "" } },
    "everybody-op": false,
    "max-entities": 1000,
    version: options.version,
  };
}

async function saveWorld({ overworld }: SquidServer): Promise<void> {
  overworld?.stopSaving();
  await overworld?.waitSaving();
}

/** The server's own `stop` command ends the process. Here the program that started the server decides that. */
function stopByCommand(serv: SquidServer): void {
  const stop = serv.commands.hash.stop;
  if (stop === undefined) return;
  stop.params.action = () => void serv.quit("Server closed");
}

/**
 * flying-squid 1.12 listens for the end of the process through the package exit-hook, which ends it at once, before players are
 * saved. Call this before flying-squid is loaded. Returns a function that removes flying-squid's listeners and no others.
 */
function endsOfProcess(): () => Promise<void> {
  const events = ["SIGINT", "SIGTERM", "exit"];
  const before = events.map((event) => new Set(process.listeners(event as NodeJS.Signals)));
  return async () => {
    // flying-squid imports exit-hook asynchronously, and starts to listen after that.
    await import(pathToFileURL(createRequire(FLYING_SQUID).resolve("exit-hook")).href);
    for (const [at, event] of events.entries()) {
      for (const listener of process.listeners(event as NodeJS.Signals)) {
        if (!before[at]!.has(listener)) process.off(event, listener);
      }
    }
  };
}

/** Runs before anything is opened, because a start that fails halfway would look like a crash afterwards. */
async function checkPort(port: number): Promise<void> {
  const probe = createServer().listen(port, ADDRESS);
  try {
    await once(probe, "listening");
    probe.close();
    await once(probe, "close");
  } catch (cause) {
    throw portError(port, cause);
  }
}
