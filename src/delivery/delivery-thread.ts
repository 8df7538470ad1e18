import { Worker } from "node:worker_threads";
import type { ChannelName } from "../core/index.ts";
import type { Notice, Reply, Request, ThreadSetup } from "./thread-protocol.ts";

type Question = { readonly kind: "health" } | { readonly kind: "test"; readonly channel: ChannelName };

/** Extra time after the drain, because ending a thread takes a moment. */
const END_GRACE_MS = 1000;

/** A .ts file in the source and a .js file in the published package, like this one. */
const THREAD_FILE = new URL(`./thread-main${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);

/** Starts what takes the requests. */
export type StartDeliveryThread = (setup: ThreadSetup) => Worker;

const startThread: StartDeliveryThread = (workerData) =>
  new Worker(THREAD_FILE, { workerData, name: "doubletake-delivery" });

interface DeliveryThreadParts {
  readonly setup: ThreadSetup;
  readonly onTaken: () => void;
  readonly onNotice: (notice: Notice) => void;
  /** Gets the place in the code where it died, but not the error's text, which may hold an address. */
  readonly onDeath: (where: string) => void;
  /** A thread of its own when left out. */
  readonly startThread?: StartDeliveryThread | undefined;
}

/** The game's end of the delivery thread. It reports the thread's death, and can start it again. */
export class DeliveryThread {
  readonly #parts: DeliveryThreadParts;
  readonly #asked = new Map<number, (reply: Reply | undefined) => void>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(parts: DeliveryThreadParts) {
    this.#parts = parts;
  }

  get isAlive(): boolean {
    return this.#worker !== undefined;
  }

  start(): void {
    const worker = (this.#parts.startThread ?? startThread)(this.#parts.setup);
    this.#worker = worker;
    // The thread must not keep the process alive; `close` waits for it.
    worker.unref();
    worker.on("message", (reply: Reply) => this.#receive(reply));
    let where = "";
    worker.on("error", (error) => {
      where = placeOf(error);
    });
    worker.on("exit", () => this.#onEnded(worker, where));
  }

  post(request: Request): void {
    this.#worker?.postMessage(request);
  }

  /** Resolves with `undefined` if there is no thread, or if it dies before it answers. */
  ask(question: Question): Promise<Reply | undefined> {
    const worker = this.#worker;
    if (worker === undefined) return Promise.resolve(undefined);
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#asked.set(id, resolve);
      worker.postMessage({ ...question, id } satisfies Request);
    });
  }

  /** Lets the thread send the waiting alerts, and ends it. */
  async close(drainMs: number): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#worker = undefined;
    const ended = new Promise<void>((resolve) => worker.once("exit", () => resolve()));
    worker.ref();
    worker.postMessage({ kind: "close" } satisfies Request);
    const timer = setTimeout(() => void worker.terminate(), drainMs + END_GRACE_MS);
    await ended;
    clearTimeout(timer);
  }

  #receive(reply: Reply): void {
    if (reply.kind === "taken") this.#parts.onTaken();
    else if (reply.kind === "notice") this.#parts.onNotice(reply.notice);
    else {
      this.#asked.get(reply.id)?.(reply);
      this.#asked.delete(reply.id);
    }
  }

  #onEnded(worker: Worker, where: string): void {
    for (const resolve of this.#asked.values()) resolve(undefined);
    this.#asked.clear();
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#parts.onDeath(where);
  }
}

/** Returns the first line of the stack: a function and a file, but no data. */
function placeOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  return /^\s+at .*$/m.exec(stack)?.[0].trim() ?? "";
}
