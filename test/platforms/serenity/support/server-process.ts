import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freeUdpPort } from "../../../support/free-port.ts";
import type { StartOptions } from "./server-harness.ts";
import type { ServerWorld } from "./server-world.ts";
import { within } from "./wait.ts";

export interface ProcessOptions extends Omit<StartOptions, "prepare"> {
  /**
   * Address of a module that exports `prepare(serenity)`, which does there what `StartOptions.prepare` does in this process. It may also
   * export `answers`, functions by name, for `ask`.
   */
  prepareModule?: string;
  /** Address of a module that is loaded before everything else, on every thread. */
  importFirst?: string;
}

/** The methods of ServerWorld whose arguments and answers can pass between processes. */
type Methods = {
  [K in keyof ServerWorld as ServerWorld[K] extends (...args: never[]) => unknown ? K : never]: ServerWorld[K];
};

/** An unmodified Serenity in its own process: for crashes, and for a load that must not share our thread. */
export class ServerProcess {
  readonly dir: string;
  readonly port: number;
  /** Everything the process printed. */
  output = "";
  readonly #child: ChildProcess;
  readonly #options: ProcessOptions;
  readonly #answers = new Map<number, (answer: Answer) => void>();
  #calls = 0;

  private constructor(child: ChildProcess, options: ProcessOptions & { dir: string; port: number }) {
    this.#child = child;
    this.#options = options;
    this.dir = options.dir;
    this.port = options.port;
    const keep = (data: Buffer) => {
      this.output += data;
    };
    child.stdout?.on("data", keep);
    child.stderr?.on("data", keep);
    child.on("message", (answer: Answer) => this.#answers.get(answer.id ?? 0)?.(answer));
  }

  static async start(options: ProcessOptions = {}): Promise<ServerProcess> {
    const dir = options.dir ?? (await mkdtemp(join(tmpdir(), "doubletake-serenity-")));
    const port = options.port ?? (await freeUdpPort());
    const all = { ...options, dir, port };
    const script = fileURLToPath(new URL("./server-child.ts", import.meta.url));
    const execArgv = [...process.execArgv, ...(options.importFirst ? ["--import", options.importFirst] : [])];
    const child = fork(script, [JSON.stringify(all)], { silent: true, serialization: "advanced", execArgv });
    const server = new ServerProcess(child, all);
    const failed = once(child, "exit").then(() => {
      throw new Error(`the server ended before it was ready:\n${server.output}`);
    });
    try {
      await within("the server process", Promise.race([once(child, "message"), failed]));
    } catch (error) {
      // Nobody else could end the process, and it would keep this one alive.
      child.kill("SIGKILL");
      throw error;
    }
    failed.catch(() => {
      // It was ready; whoever ends it waits for its end.
    });
    return server;
  }

  /** Calls a method of ServerWorld in that process. */
  async call<K extends keyof Methods>(
    method: K,
    ...args: Parameters<Methods[K]>
  ): Promise<Awaited<ReturnType<Methods[K]>>> {
    return (await this.#call(method, args)) as Awaited<ReturnType<Methods[K]>>;
  }

  /** Asks the prepare module: calls one of its `answers`. */
  ask(answer: string, ...args: unknown[]): Promise<unknown> {
    return this.#call(answer, args);
  }

  /** Types a line into the server's console. */
  console(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** False if the process has ended, for any reason. */
  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** kill -9: no save, no goodbye. */
  async crash(): Promise<void> {
    await this.#ended(() => this.#child.kill("SIGKILL"));
  }

  /** Stops in order. If the server cannot save, the process ends anyway. */
  async stop(): Promise<void> {
    await this.#ended(() => {
      this.#call("stop", []).catch((error) => {
        this.output += `${error}\n`;
      });
    });
  }

  /** Starts again on the same folder and port, after `crash` or `stop`. */
  again(changes: ProcessOptions = {}): Promise<ServerProcess> {
    return ServerProcess.start({ ...this.#options, dir: this.dir, port: this.port, ...changes });
  }

  /** Ends the process, whatever it is doing, and deletes the folder. */
  async discard(): Promise<void> {
    await this.crash();
    await rm(this.dir, { recursive: true, force: true });
  }

  async #call(method: string, args: unknown[]): Promise<unknown> {
    const id = ++this.#calls;
    const answered = new Promise<Answer>((resolve) => this.#answers.set(id, resolve));
    this.#child.send({ id, method, args });
    const answer = await within(`${method} in the server process`, answered);
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value;
  }

  async #ended(act: () => void): Promise<void> {
    if (!this.isRunning) return;
    const exit = once(this.#child, "exit");
    act();
    await within("the end of the server process", exit);
  }
}

/** The first message, "ready", answers no call and has no number. */
interface Answer {
  id?: number;
  value?: unknown;
  error?: string;
}
