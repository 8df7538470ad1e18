import { mkdtempSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SquidPlayer, SquidServer } from "../../../../src/platforms/flying-squid/squid-server.ts";
import { patienceMs, until } from "../../serenity/support/wait.ts";
import { Bot } from "./bot.ts";

const { createMCServer } = createRequire(import.meta.url)("flying-squid") as {
  createMCServer(settings: object): SquidServer & {
    readonly listeningPort: number;
    waitForReady(timeoutMs: number): Promise<unknown>;
    stopTickInterval(): void;
  };
};

export const VERSIONS = ["1.21.4", "1.16.5"] as const;
export type Version = (typeof VERSIONS)[number];

const ADDRESS = "127.0.0.1";

export interface HarnessOptions {
  readonly version: Version;
  /** The server's folder. Absent: a new temporary one. */
  readonly dir?: string;
  readonly gameMode?: number;
  /** Settings of the server's `plugins`. */
  readonly plugins?: object;
  /** Called with the folder before the server exists. */
  readonly folderOf?: (dir: string) => void;
  /** Called when the server exists, before anybody can join. */
  readonly prepare?: (serv: SquidServer, dir: string) => void;
}

unrefIntervals();
// flying-squid 1.12 promisifies functions that return a promise already, and Node warns about it for every player.
process.noDeprecation = true;

/** A real flying-squid in this process, and the bots that join it. */
export class SquidHarness {
  readonly serv: ReturnType<typeof createMCServer>;
  readonly version: Version;
  readonly dir: string;
  readonly #bots = new Set<Bot>();

  private constructor(serv: ReturnType<typeof createMCServer>, version: Version, dir: string) {
    this.serv = serv;
    this.version = version;
    this.dir = dir;
  }

  static async start({ version, dir = temporaryDir(), gameMode = 0, plugins = {}, folderOf, prepare }: HarnessOptions) {
    folderOf?.(dir);
    const serv = createMCServer(settings(version, dir, gameMode, plugins));
    serv.on("error", (error) => console.error(`server: ${error.stack}`));
    prepare?.(serv, dir);
    await serv.waitForReady(patienceMs);
    return new SquidHarness(serv, version, dir);
  }

  /** Resolves when the bot is in the world and the server has finished everything that belongs to a login. */
  async join(name: string): Promise<Bot> {
    const sessions = this.serv.players.length;
    const bot = await Bot.join({ host: ADDRESS, port: this.serv.listeningPort, name, version: this.version });
    this.#bots.add(bot);
    await until(`${name} on the server`, () => this.serv.players.length > sessions);
    // The server sets `sendingChunks` right before the last step of a login, which puts the player back to the start.
    const player = this.player(name) as SquidPlayer & { readonly sendingChunks?: boolean };
    await until(`${name} logged in`, () => {
      if (player.sendingChunks !== undefined) return true;
      bot.look();
      return undefined;
    });
    return bot;
  }

  /** Resolves when the server has noticed. */
  async leave(bot: Bot): Promise<void> {
    const sessions = this.serv.players.length;
    this.#bots.delete(bot);
    bot.leave();
    await until(`${bot.name} gone`, () => this.serv.players.length < sessions);
  }

  /** The server's side of a bot. If it has several sessions, the newest. */
  player(name: string): SquidPlayer {
    const player = this.serv.players.findLast(({ username }) => username === name);
    if (player === undefined) throw new Error(`${name} is not on the server`);
    return player;
  }

  async leaveAll(): Promise<void> {
    for (const bot of [...this.#bots]) await this.leave(bot);
  }

  /** Stops in order. The folder stays, for another start. */
  async stop(): Promise<void> {
    await this.leaveAll();
    await this.serv.quit();
    this.serv.stopTickInterval();
    // The server goes on saving chunks, into a folder that may be gone by then.
    this.serv.overworld?.stopSaving();
    await this.serv.overworld?.waitSaving();
  }

  async discard(): Promise<void> {
    await this.stop();
    rmSync(this.dir, { recursive: true, force: true });
    // The server reads its console from here, which would keep the process from ending.
    process.stdin.destroy();
  }
}

export function temporaryDir(): string {
  return mkdtempSync(join(tmpdir(), "doubletake-squid-"));
}

/**
 * The height at which the world ends, below players' feet. What is thrown falls in steps as long as the server's ticks: on a busy machine
 * through a thin ground, and for ever.
 */
export const GROUND = 45;

function settings(version: Version, dir: string, gameMode: number, plugins: object): object {
  return {
    motd: "test",
    host: ADDRESS,
    port: 0,
    "max-players": 20,
    "online-mode": false,
    logging: false,
    noConsoleOutput: true,
    gameMode,
    difficulty: 0,
    worldFolder: join(dir, "world"),
    generation: { name: "superflat", options: { middleThickness: GROUND - 2 } },
    kickTimeout: 60_000,
    plugins,
    "view-distance": 1,
    "player-list-text": { header: { text: "" }, footer: { text: "" } },
    "everybody-op": false,
    "max-entities": 1000,
    version,
    // Any function here keeps the server from ending the process on errors that are not its own.
    debug: () => {},
  };
}

/** flying-squid 1.12 sets an interval for every player and never clears it, so the process would not end. */
function unrefIntervals(): void {
  const { setInterval } = globalThis;
  globalThis.setInterval = ((...args: Parameters<typeof setInterval>) =>
    setInterval(...args).unref()) as typeof setInterval;
}
