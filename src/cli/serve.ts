import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { DoubletakeError, holdFolder } from "../operators.ts";
import type { ServerModule } from "../platforms/started-server.ts";
import { type CliCommand, UsageError } from "./command.ts";
import { listenForStop, untilStopped } from "./until-stopped.ts";

const DEFAULT_PLATFORM = "serenity";
const DEFAULT_DIR = "server";

/** The game servers that can be run, and the package that each needs. */
const PLATFORMS: Readonly<Record<string, { readonly needs: string; load(): Promise<ServerModule> }>> = {
  serenity: { needs: "@serenityjs/core", load: () => import("../platforms/serenity/server.ts") },
  "flying-squid": { needs: "flying-squid", load: () => import("../platforms/flying-squid/server.ts") },
};

const HELP = `Usage: doubletake serve [options]

Runs a playable game server with Doubletake inside. Console commands are read from standard input.

  --dir <folder>      where the world and everything else is kept (default: ./${DEFAULT_DIR})
  --port <number>     the port that players join (default: the game's own)
  --offline           lets players in that have no account
  --platform <name>   ${Object.keys(PLATFORMS).join(" or ")} (default: ${DEFAULT_PLATFORM})
  --help              this text

Ctrl-C, SIGTERM and the console command "stop" save everything and stop.`;

/** `doubletake serve`: what `npm start` runs. */
export const serveCommand: CliCommand = {
  summary: "runs a game server with Doubletake inside",
  async run(words, { out }) {
    const options = readOptions(words);
    if (options.help) {
      out.write(`${HELP}\n`);
      return 0;
    }
    const platform = PLATFORMS[options.platform];
    if (platform === undefined) {
      const known = Object.keys(PLATFORMS).join(", ");
      throw new UsageError(`There is no platform "${options.platform}"; choose one of: ${known}.`);
    }
    const { startServer, DEFAULT_PORT } = await load(platform);
    const port = options.port === undefined ? DEFAULT_PORT : readPort(options.port);
    const dir = resolve(options.dir);
    const letGo = holdFolder(dir);
    try {
      const isAsked = listenForStop();
      const server = await startServer({ dir, port, isOffline: options.offline });
      out.write(`${server.greeting}\n`);
      return await untilStopped(server, isAsked);
    } finally {
      letGo();
    }
  },
};

function readOptions(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        dir: { type: "string", default: DEFAULT_DIR },
        port: { type: "string" },
        offline: { type: "boolean", default: false },
        platform: { type: "string", default: DEFAULT_PLATFORM },
        help: { type: "boolean", short: "h", default: false },
      },
    });
    return values;
  } catch (error) {
    const [sentence] = (error as Error).message.split(". ");
    throw new UsageError(`${sentence}. See: doubletake serve --help`);
  }
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new UsageError(`"${text}" is no port: a number from 1 to 65535 is needed.`);
}

/** Game servers are not part of the package. Users install the one they want. */
async function load({ needs, load: loadModule }: (typeof PLATFORMS)[string]): Promise<ServerModule> {
  try {
    return await loadModule();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const isMissing = (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") && message.includes(needs);
    if (!isMissing) throw error;
    throw new DoubletakeError("DT_PLATFORM_MISSING", `The game server is not installed; run: npm install ${needs}`, {
      cause: error,
    });
  }
}
