import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { within } from "../../test/platforms/serenity/support/wait.ts";
import { type Answer, type Call, READY } from "./answers.ts";

/** Twenty logins on a busy machine take their time. */
const PATIENCE_MS = 180_000;
/** As much of what a process printed as is told when it fails. */
const LAST_WORDS = 4000;
/**
 * Node starts four threads for the collector and the compiler on any machine. On two processors they would take turns with the
 * game's thread, which then waits for a processor in the midst of a tick: with as many as the game leaves free, it does not.
 */
const HELPER_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));
/**
 * How much a heap may grow until all of it is collected, in percent. V8 would choose between 10 and 300 by how fast its last
 * collections were, which keeps itself going: of two equal servers one collects all of its heap six times as often as the other
 * for minutes, with or without Doubletake, and loses more ticks by that than by anything else. This evens it out in part only: every
 * run tells its collections.
 */
const HEAP_GROWTH_PERCENT = 50;
const FLAGS = [`--v8-pool-size=${HELPER_THREADS}`, `--heap-growing-percent=${HEAP_GROWTH_PERCENT}`];

/** A process that was started for a bench and is asked by messages. */
export class Child {
  readonly #name: string;
  readonly #process: ChildProcess;
  readonly #waiting = new Map<number, PromiseWithResolvers<unknown>>();
  #output = "";
  #lastId = READY;

  private constructor(name: string, process: ChildProcess) {
    this.#name = name;
    this.#process = process;
    const keep = (data: Buffer) => {
      this.#output = (this.#output + data).slice(-LAST_WORDS);
    };
    process.stdout?.on("data", keep);
    process.stderr?.on("data", keep);
    process.on("message", (answer: Answer) => this.#settle(answer));
    process.on("exit", () => this.#ended());
  }

  /** Flags of this process, such as `--expose-gc` and `--cpu-prof`, are handed on. */
  static async start(name: string, script: URL, options: object): Promise<Child> {
    const execArgv = [...FLAGS, ...process.execArgv];
    const started = fork(fileURLToPath(script), [JSON.stringify(options)], { execArgv, silent: true });
    const child = new Child(name, started);
    await child.#answer(READY, "starting");
    return child;
  }

  async ask<Value>(question: string, ...args: readonly unknown[]): Promise<Value> {
    const id = ++this.#lastId;
    const answer = this.#answer(id, question);
    this.#process.send({ id, question, args } satisfies Call);
    return (await answer) as Value;
  }

  /** An orderly end; by force when that takes too long. */
  async stop(): Promise<void> {
    if (!this.#isRunning) return;
    const exit = once(this.#process, "exit");
    this.ask("stop").catch(() => this.#process.kill("SIGKILL"));
    await within(`the end of ${this.#name}`, exit, PATIENCE_MS).catch(() => this.#process.kill("SIGKILL"));
  }

  get #isRunning(): boolean {
    return this.#process.exitCode === null && this.#process.signalCode === null;
  }

  #answer(id: number, question: string): Promise<unknown> {
    const waiting = Promise.withResolvers<unknown>();
    this.#waiting.set(id, waiting);
    return within(`${this.#name}: ${question}`, waiting.promise, PATIENCE_MS).catch((error: Error) => {
      throw new Error(`${error.message}\n${this.#output}`);
    });
  }

  #settle({ id, value, error }: Answer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(value);
    else waiting?.reject(new Error(`${this.#name}: ${error}`));
  }

  #ended(): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(`${this.#name} ended by itself`));
    this.#waiting.clear();
  }
}
