import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { within } from "../../test/platforms/serenity/support/wait.ts";
import { type Answer, type Call, READY } from "./answers.ts";

/** Long enough for twenty logins on a busy machine. */
const PATIENCE_MS = 180_000;
/** How many characters of a process's output are shown when it fails. */
const LAST_WORDS = 4000;
/**
 * Node starts four threads for the collector and the compiler on any machine. On two processors they would compete with the
 * game's thread, which would then wait for a processor in the middle of a tick. This many threads leave one processor to the
 * game.
 */
const HELPER_THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));
/**
 * How much a heap may grow before all of it is collected, in percent. V8 would choose between 10 and 300 by the speed of its
 * last collections, and that choice reinforces itself: for minutes, one of two equal servers collects its whole heap six times
 * as often as the other, with or without Doubletake, and loses more ticks by that than by anything else. This setting evens it
 * out only in part, so every run reports its collections.
 */
const HEAP_GROWTH_PERCENT = 50;
const FLAGS = [`--v8-pool-size=${HELPER_THREADS}`, `--heap-growing-percent=${HEAP_GROWTH_PERCENT}`];

/** A process that was started for a bench, and is asked by messages. */
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

  /** Passes on flags of this process, such as `--expose-gc` and `--cpu-prof`. */
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

  /** Stops the process in an orderly way, or by force if that takes too long. */
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
