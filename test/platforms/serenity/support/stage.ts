import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BedrockClient } from "./bedrock-client.ts";
import type { answers } from "./guarded-child.ts";
import { type ProcessOptions, ServerProcess } from "./server-process.ts";
import { until } from "./wait.ts";

type Answers = typeof answers;

/** Enough for a site, and it makes a login cheaper. */
export const VIEW_DISTANCE = 2;

const GUARDED_CHILD = new URL("./guarded-child.ts", import.meta.url).href;

interface StageOptions {
  /** The text of config.yml. Keys that it does not have get their defaults. */
  config?: string;
  /** Address of a module to use instead of guarded-child.ts. It has the same answers and more. */
  child?: string;
}

/** An unmodified Serenity in its own process, with or without Doubletake, on which many scenarios play side by side. */
export class Stage {
  readonly isGuarded: boolean;
  server: ServerProcess;
  /** Somebody is always there, because an empty server does not tick. With Doubletake, it is a watcher who may do everything. */
  staff!: BedrockClient;
  /** What earlier watchers were shown. */
  readonly #lines: string[] = [];

  private constructor(server: ServerProcess, isGuarded: boolean) {
    this.server = server;
    this.isGuarded = isGuarded;
  }

  static async open(isGuarded: boolean, { config, child = GUARDED_CHILD }: StageOptions = {}): Promise<Stage> {
    const options: ProcessOptions = { viewDistance: VIEW_DISTANCE, ...(isGuarded ? { prepareModule: child } : {}) };
    if (config !== undefined) options.dir = await folderWith(config);
    const stage = new Stage(await ServerProcess.start(options), isGuarded);
    try {
      await stage.#staffIt();
    } catch (error) {
      // Nobody else could discard the stage, and its server would keep this process alive.
      await stage.discard();
      throw error;
    }
    return stage;
  }

  /** Ends the server and starts it again. `crash` is a kill -9. */
  async restart(how: "stop" | "crash"): Promise<void> {
    await this.server[how]();
    this.#lines.push(...this.staff.chat.lines);
    this.staff.cutOff();
    this.server = await this.server.again();
    await this.#staffIt();
  }

  async discard(): Promise<void> {
    this.staff?.cutOff();
    await this.server.discard();
  }

  /** Asks the Doubletake in the server. */
  async ask<K extends keyof Answers>(
    name: K,
    ...args: Parameters<Answers[K]>
  ): Promise<Awaited<ReturnType<Answers[K]>>> {
    return (await this.server.ask(name, ...args)) as Awaited<ReturnType<Answers[K]>>;
  }

  /** Every line that watchers were shown. */
  get watched(): string[] {
    return [...this.#lines, ...this.staff.chat.lines];
  }

  async #staffIt(): Promise<void> {
    this.staff = await BedrockClient.join({ port: this.server.port, name: "Staff", viewDistance: VIEW_DISTANCE });
    await until("Staff in the world", () => this.server.call("isAlive", "Staff"));
    if (!this.isGuarded) return;
    await this.ask("permit", "Staff", ["doubletake.alerts", "doubletake.admin"]);
    await this.ask("ready");
  }
}

/** A new server folder in which Doubletake is configured. */
async function folderWith(config: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "doubletake-serenity-"));
  const folder = join(dir, "plugins", "doubletake");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "config.yml"), config, { mode: 0o600 });
  return dir;
}
