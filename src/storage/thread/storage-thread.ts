import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import {
  type AppendResult,
  type Batch,
  DoubletakeError,
  type Log,
  type StoreHealth,
  type StoreWake,
} from "../../core/storage-face.ts";
import type { EngineHealth } from "../engine.ts";
import { FailureLog } from "../failure-log.ts";
import type { Answer, Question, Values } from "../questions.ts";
import { MailboxSender } from "./mailbox.ts";
import type {
  Ask,
  Failure,
  Message,
  Reply,
  Request,
  StorageThreadOptions,
  ThreadOptions,
  Unsent,
} from "./thread-protocol.ts";
import { WaitingRows } from "./waiting-rows.ts";

const CLOSE_WITHIN_MS = 10_000;
/** The engine's share of the time for closing. The thread needs the rest before and after that. */
const ENGINE_PART = 0.8;
/** A thread that hangs in a system call (a disk that does not answer) cannot be ended, so nobody waits for it. */
const END_WITHIN_MS = 500;
const RESTART_MS = 1000;

/** The source is `.ts`, the published build `.js`; the thread's file is beside this one in both. */
const THREAD_FILE = new URL(import.meta.url.endsWith(".ts") ? "./thread-main.ts" : "./thread-main.js", import.meta.url);

interface PendingAsk {
  readonly resolve: (value: never) => void;
  readonly reject: (failure: unknown) => void;
}

/** Starts what answers the messages. */
export type StartThread = (data: ThreadOptions) => Worker;

const startThread: StartThread = (workerData) => new Worker(THREAD_FILE, { workerData, name: "doubletake-store" });

/** The game's end of the storage thread: numbers requests, keeps their promises, and restarts the thread if it dies. */
export class StorageThread {
  readonly #options: StorageThreadOptions;
  readonly #log: Log;
  readonly #failures: FailureLog;
  #worker: Worker | undefined;
  #mailbox: MailboxSender | undefined;
  #lastId = 0;
  readonly #waiting = new WaitingRows();
  readonly #asks = new Map<number, PendingAsk>();
  /** Asked since the thread was last sent a message. */
  #outgoing: Ask[] = [];
  #wake: (wake: StoreWake) => void = () => undefined;
  readonly #onNameTaken: () => void;
  readonly #startThread: StartThread;
  #lostRows = 0;
  #engineHealth: EngineHealth = { isReachable: false, journalledRows: 0, journalBytes: 0, lostRows: 0, lastError: "" };
  #closing: Promise<number> | undefined;
  #closed: ((journalledRows: number) => void) | undefined;
  #isFinished = false;
  #restartTimer: NodeJS.Timeout | undefined;

  constructor(options: StorageThreadOptions, log: Log, onNameTaken = () => {}, start = startThread) {
    this.#options = options;
    this.#onNameTaken = onNameTaken;
    this.#startThread = start;
    this.#log = log;
    this.#failures = new FailureLog(log);
    this.#start();
  }

  /** Resolves when the rows are durable. */
  append(batch: Batch): Promise<AppendResult> {
    return this.#append(batch, { isImpatient: false }) as Promise<AppendResult>;
  }

  /** Resolves when the rows are durable, or with `undefined` if the database fails; the rows are then written later. */
  appendImpatiently(batch: Batch): Promise<AppendResult | undefined> {
    return this.#append(batch, { isImpatient: true }).catch(() => undefined);
  }

  /** Rejects if the question cannot be answered now. */
  ask<Q extends Question>(question: Q, ...values: Values<Q>): Promise<Answer<Q>> {
    return new Promise((resolve, reject) => {
      if (this.#closing) reject(notRunning());
      else if (!this.#worker) reject(unreachable(this.#engineHealth.lastError));
      else {
        const id = ++this.#lastId;
        this.#asks.set(id, { resolve: resolve as PendingAsk["resolve"], reject });
        this.#outgoing.push({ kind: "ask", id, question, values });
        if (this.#outgoing.length === 1) queueMicrotask(() => this.#sendOutgoing());
        this.#keepAlive();
      }
    });
  }

  onWake(listener: (wake: StoreWake) => void): void {
    this.#wake = listener;
  }

  health(): StoreHealth {
    return {
      ...this.#engineHealth,
      pendingRows: this.#waiting.rows,
      lostRows: this.#engineHealth.lostRows + this.#lostRows,
    };
  }

  close(withinMs = CLOSE_WITHIN_MS): Promise<number> {
    this.#closing ??= this.#close(withinMs);
    return this.#closing;
  }

  #append(batch: Batch, { isImpatient }: { readonly isImpatient: boolean }): Promise<AppendResult | undefined> {
    return new Promise((resolve, reject) => {
      if (this.#closing) {
        reject(notRunning());
        return;
      }
      if (!this.#worker || !this.#waiting.hasRoomFor(batch)) {
        reject(this.#lose(batch.rowCount));
        return;
      }
      const id = this.#lastId + 1;
      // If the mailbox has no room, send a message: messages have no limit.
      if (!this.#mailbox?.put(id, batch)) this.#post({ kind: "append", id, batch });
      this.#lastId = id;
      this.#waiting.add(id, { rows: batch.rowCount, resolve, reject, isImpatient });
      this.#keepAlive();
      if (isImpatient && this.#engineHealth.lastError !== "") this.#waiting.answerImpatient();
    });
  }

  /** The thread keeps the process alive only while somebody waits for it. */
  #keepAlive(): void {
    if (this.#waiting.appends + this.#asks.size === 1) this.#worker?.ref();
  }

  /** Requests are sent in the order of their ids. */
  #post(request: Request | Unsent): void {
    this.#sendOutgoing();
    this.#worker?.postMessage([request] satisfies Message);
  }

  /** Sends what was asked together in one message: to send one takes longer than what is in it. */
  #sendOutgoing(): void {
    const asks = this.#outgoing;
    if (asks.length === 0) return;
    this.#outgoing = [];
    try {
      this.#worker?.postMessage(asks satisfies Message);
    } catch {
      for (const ask of asks) this.#sendAlone(ask);
    }
  }

  #sendAlone(ask: Ask): void {
    try {
      this.#post(ask);
    } catch (error) {
      // The thread waits for every id in turn.
      this.#post({ kind: "unsent", id: ask.id });
      this.#settleAsk(ask.id)?.reject(error);
    }
  }

  #start(): void {
    const mailbox = new MailboxSender(() => worker.postMessage("look" satisfies Message));
    const worker = this.#startThread({ ...this.#options, mailbox: mailbox.memory, firstId: this.#lastId + 1 });
    worker.on("message", (replies: readonly Reply[]) => {
      for (const reply of replies) this.#receive(reply);
    });
    worker.on("error", (cause) => this.#died(worker, cause.message));
    worker.on("exit", (code) => this.#died(worker, `exit code ${code}`));
    worker.unref();
    this.#worker = worker;
    this.#mailbox = mailbox;
  }

  #receive(reply: Reply): void {
    switch (reply.kind) {
      case "durable":
        this.#waiting.resolveThrough(reply.through, new Map(reply.newlySeen));
        break;
      case "answer":
        this.#settleAsk(reply.id)?.resolve(reply.value as never);
        break;
      case "refused":
        (this.#settleAsk(reply.id) ?? this.#waiting.take(reply.id))?.reject(asError(reply.failure));
        break;
      case "health":
        this.#engineHealth = reply.health;
        if (reply.health.lastError !== "") this.#waiting.answerImpatient();
        break;
      case "name-taken":
        this.#onNameTaken();
        break;
      case "wake":
        this.#wake(reply.wake);
        break;
      case "line":
        this.#log[reply.level](reply.text);
        break;
      case "closed":
        this.#finish(reply.journalledRows, reply.unsavedRows);
        break;
    }
    if (this.#waiting.appends + this.#asks.size === 0 && !this.#closing) this.#worker?.unref();
  }

  #settleAsk(id: number): PendingAsk | undefined {
    const pending = this.#asks.get(id);
    this.#asks.delete(id);
    return pending;
  }

  #lose(rows: number): DoubletakeError {
    this.#lostRows += rows;
    this.#failures.failure(
      "lost",
      `${this.#lostRows} rows were lost so far: the database cannot be written and the memory set aside for waiting rows is full.`,
    );
    return unreachable(this.#engineHealth.lastError);
  }

  /** Also called after an orderly end; then there is nothing to do. */
  #died(worker: Worker, why: string): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    const lost = this.#waiting.rows;
    this.#lostRows += lost;
    const failure = unreachable(`The storage thread ended (${why}).`);
    this.#engineHealth = { ...this.#engineHealth, isReachable: false, lastError: failure.message };
    this.#outgoing = [];
    this.#rejectAll(failure);
    this.#failures.failure(
      "thread",
      `The storage thread ended unexpectedly (${why}); ${lost} rows that it had not written are lost. It is started again.`,
    );
    if (this.#closed) this.#finish(this.#engineHealth.journalledRows, 0);
    else this.#restartTimer = setTimeout(() => this.#start(), RESTART_MS).unref();
  }

  #close(withinMs: number): Promise<number> {
    clearTimeout(this.#restartTimer);
    if (!this.#worker) return Promise.resolve(this.#engineHealth.journalledRows);
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#giveUp(withinMs), withinMs);
      this.#closed = (journalledRows) => {
        clearTimeout(timer);
        resolve(journalledRows);
      };
      this.#worker?.ref();
      this.#post({ kind: "close", withinMs: withinMs * ENGINE_PART });
    });
  }

  #giveUp(withinMs: number): void {
    const seconds = Math.ceil(withinMs / 1000);
    this.#log.error(`The database did not answer within ${seconds} s of the stop, and is left as it is.`);
    this.#finish(this.#engineHealth.journalledRows, this.#waiting.rows);
  }

  #finish(journalledRows: number, unsavedRows: number): void {
    // A thread that was given up may still send messages.
    if (this.#isFinished) return;
    this.#isFinished = true;
    const worker = this.#worker;
    this.#worker = undefined;
    if (unsavedRows > 0) {
      this.#lostRows += unsavedRows;
      this.#log.error(`The database could not be written before the stop: ${unsavedRows} rows are lost.`);
    }
    if (journalledRows > 0) {
      this.#log.warn(`${journalledRows} rows are journalled on disk; they reach the database after the next start.`);
    }
    this.#rejectAll(notRunning());
    const ended = Promise.race([worker?.terminate(), pause(END_WITHIN_MS, undefined, { ref: false })]);
    void ended.then(() => this.#closed?.(journalledRows));
  }

  #rejectAll(failure: DoubletakeError): void {
    this.#waiting.rejectAll(failure);
    for (const { reject } of this.#asks.values()) reject(failure);
    this.#asks.clear();
  }
}

function asError({ code, message }: Failure): DoubletakeError {
  return new DoubletakeError(code, message);
}

function notRunning(): DoubletakeError {
  return new DoubletakeError("DT_NOT_RUNNING", "The store is closed.");
}

function unreachable(detail: string): DoubletakeError {
  return new DoubletakeError("DT_STORE_UNREACHABLE", detail || "The database cannot be reached.");
}
