import { resolve } from "node:path";
import { DoubletakeError, holdFolder } from "../../operators.ts";
import type { ServerModule } from "../../platforms/started-server.ts";
import { UsageError } from "../cli-errors.ts";
import type { CommandSpec } from "../command-spec.ts";
import { listenForStop, untilStopped } from "../until-stopped.ts";

const DEFAULT_PLATFORM = "serenity";
const DEFAULT_DIR = "server";

/** The game servers that can be run, and the package that each needs. */
const PLATFORMS: Readonly<Record<string, { readonly needs: string; load(): Promise<ServerModule> }>> = {
  serenity: { needs: "@serenityjs/core", load: () => import("../../platforms/serenity/server.ts") },
  "flying-squid": { needs: "flying-squid", load: () => import("../../platforms/flying-squid/server.ts") },
};

/** `doubletake serve`: what `npm start` runs. */
export const serveCommand: CommandSpec = {
  name: "serve",
  summary: "runs a game server with Doubletake inside",
  words: [],
  options: {
    dir: { value: "<folder>", about: `where the world and everything else is kept (default: ./${DEFAULT_DIR})` },
    port: { value: "<number>", about: "the port that players join (default: the game's own)" },
    offline: { about: "lets in players who have no account" },
    platform: {
      value: "<name>",
      about: `the game server to run (default: ${DEFAULT_PLATFORM})`,
      choices: Object.keys(PLATFORMS),
    },
  },
  about:
    'Runs a playable game server with Doubletake inside. Console commands are read from standard input. Ctrl-C, SIGTERM, closing the terminal and the console command "stop" save everything and stop.',
  example: "doubletake serve --offline",
  hasJson: false,
  async run({ options, output }) {
    const { startServer, DEFAULT_PORT } = await load(PLATFORMS[options.platform ?? DEFAULT_PLATFORM]!);
    const port = options.port === undefined ? DEFAULT_PORT : readPort(options.port);
    const dir = resolve(options.dir ?? DEFAULT_DIR);
    const letGo = holdFolder(dir);
    try {
      const isAsked = listenForStop();
      const server = await startServer({ dir, port, isOffline: options.offline !== undefined });
      output.line(server.greeting);
      return await untilStopped(server, isAsked);
    } finally {
      letGo();
    }
  },
};

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port;
  throw new UsageError(`"${text}" is not a port: give a number from 1 to 65535.`);
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
