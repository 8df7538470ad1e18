import { setImmediate as nextTurn } from "node:timers/promises";
import type { AppendResult } from "../../core/storage-face.ts";
import { DoubletakeError, errorText } from "../../core/storage-face.ts";
import { ArchivePasses } from "../archive/archive-passes.ts";
import { ArchiveAnswers } from "../archive/files/archive-answers.ts";
import { ArchiveFolder } from "../archive/files/archive-folder.ts";
import { BatchRefused } from "../batch-refused.ts";
import type { Engine, EngineHealth } from "../engine.ts";
import type { FailureLog } from "../failure-log.ts";
import { QUESTIONS, type Question, type Values, withCutLimit } from "../questions.ts";
import { PurgeRequests } from "./purge-requests.ts";
import { RetentionPasses } from "./retention-passes.ts";
import type { Reply, Request, StorageThreadOptions } from "./thread-protocol.ts";

type Append = Extract<Request, { kind: "append" }>;
type Ask = Extract<Request, { kind: "ask" }>;

/** More rows in one transaction gain little, and would delay the requests after them. */
const MAX_ROWS_A_WRITE = 8192;
const RETRY_MS = 1000;
const REOPEN_MS = 2000;
/** How many steps of upkeep may fail in a row before the operator is told. */
const PATIENCE_WITH_UPKEEP = 20;
/** After these failures waiting is not enough: the engine must be opened again. */
const NEEDS_REOPENING = ["DT_STORE_DAMAGED", "DT_STORE_DENIED", "DT_STORE_UNREACHABLE"];

/**
 * Serves requests in the order in which they came. Appends are written in groups, one transaction each. A question is
 * answered when everything before it is written. While the engine fails, appends wait in memory and questions are refused.
 */
export class RequestLoop {
  readonly #engine: Engine;
  readonly #log: FailureLog;
  readonly #reply: (reply: Reply) => void;
  readonly #retention: RetentionPasses | undefined;
  readonly #purgeRequests: PurgeRequests;
  readonly #archive: ArchivePasses | undefined;
  readonly #answers: Pick<Engine, "ask">;
  readonly #queue: (Append | Ask)[] = [];
  #isOpen = false;
  #isRunning = false;
  #isClosing = false;
  #closeWithinMs = 0;
  #failure: DoubletakeError | undefined;
  #retryTimer: NodeJS.Timeout | undefined;
  #lostRows = 0;
  #sequence = 0;
  #lastHealth = "";
  #failedUpkeeps = 0;
  #isCheckDue = false;

  constructor(
    engine: Engine,
    log: FailureLog,
    reply: (reply: Reply) => void,
    { config, retentionDays, archiveAfterDays, retentionPauseMs: pauseMs }: StorageThreadOptions,
  ) {
    this.#engine = engine;
    this.#log = log;
    this.#reply = reply;
    const wake = (): void => this.#wake();
    this.#purgeRequests = new PurgeRequests(engine, log, wake);
    this.#retention =
      retentionDays > 0 ? new RetentionPasses(engine, log, { days: retentionDays, pauseMs }, wake) : undefined;
    const folder = config.archiveFolder === undefined ? undefined : new ArchiveFolder(config.archiveFolder);
    this.#answers = folder ? new ArchiveAnswers(engine, folder, config.serverName, log) : engine;
    this.#archive =
      folder && archiveAfterDays + retentionDays > 0
        ? new ArchivePasses(engine, log, { config, folder, afterDays: archiveAfterDays, retentionDays, pauseMs }, wake)
        : undefined;
  }

  /** Opens the engine, and keeps trying until that succeeds. */
  start(): void {
    this.#wake();
  }

  receive(request: Request): void {
    if (request.kind === "close") {
      this.#isClosing = true;
      this.#closeWithinMs = request.withinMs;
    } else if (request.kind === "ask" && this.#failure) this.#refuse(request.id, this.#failure);
    else this.#queue.push(request);
    if (this.#isClosing) this.#retryNow();
    else if (!this.#failure) this.#wake();
  }

  /** True if the next request is a question. */
  get isAsked(): boolean {
    return this.#queue[0]?.kind === "ask";
  }

  /** Tells the game's thread the state of the engine, if it changed since the last report. */
  reportHealth(): void {
    const health = this.#health();
    const text = JSON.stringify(health);
    if (text === this.#lastHealth) return;
    this.#lastHealth = text;
    this.#reply({ kind: "health", health });
  }

  /** Lets the engine check its files, as soon as it has a moment. */
  check(): void {
    if (this.#engine.check === undefined || this.#isClosing || this.#failure) return;
    this.#isCheckDue = true;
    this.#wake();
  }

  #wake(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    // Requests that arrive together are served together.
    setImmediate(() => void this.#run());
  }

  #retryNow(): void {
    clearTimeout(this.#retryTimer);
    this.#failure = undefined;
    this.#wake();
  }

  async #run(): Promise<void> {
    // A turn of the event loop after each step, so that new requests are received.
    while (!this.#failure && (await this.#serveNext())) await nextTurn();
    this.#isRunning = false;
    if (this.#isClosing) await this.#close();
    else if (this.#failure) this.#scheduleRetry();
    // A request may have come during the last step.
    else if (this.#queue.length > 0) this.#wake();
  }

  /** Does the most urgent thing. False if there is nothing to do. */
  async #serveNext(): Promise<boolean> {
    if (!this.#isOpen) return this.#open();
    if (this.#isCheckDue) return this.#check();
    const next = this.#queue[0];
    if (next?.kind === "append") return this.#write();
    if (next?.kind === "ask") return this.#answer(next);
    if (this.#isClosing) return false;
    if (await this.#upkeep(true)) return true;
    await this.#retention?.step();
    await this.#archive?.step();
    await this.#purgeRequests.step();
    // Further steps of these wait until they are due.
    return false;
  }

  async #open(): Promise<boolean> {
    try {
      await this.#engine.open();
      this.#isOpen = true;
      this.#succeeded();
      return true;
    } catch (cause) {
      this.#failed(cause);
      if (this.#failure?.code === "DT_SERVER_NAME_TAKEN") this.#reply({ kind: "name-taken" });
      return false;
    }
  }

  async #check(): Promise<boolean> {
    this.#isCheckDue = false;
    try {
      await this.#engine.check?.();
      return true;
    } catch (cause) {
      this.#failed(cause);
      return false;
    }
  }

  async #write(): Promise<boolean> {
    const group = this.#nextGroup();
    try {
      const results = await this.#engine.write(
        group.map(({ batch }) => batch),
        this.#sequence + group.length,
      );
      this.#written(group, results);
    } catch (cause) {
      if (!(cause instanceof BatchRefused)) {
        this.#failed(cause);
        return false;
      }
      await this.#writeOneByOne(group);
    }
    // One step of upkeep per write, so that upkeep keeps up with any load.
    await this.#upkeep(false);
    return true;
  }

  /** Leaves out the batches that the engine will never take, and keeps the others. */
  async #writeOneByOne(group: readonly Append[]): Promise<void> {
    for (const append of group) {
      try {
        this.#written([append], await this.#engine.write([append.batch], this.#sequence + 1));
      } catch (cause) {
        if (!(cause instanceof BatchRefused)) {
          this.#failed(cause);
          return;
        }
        this.#queue.shift();
        this.#lostRows += append.batch.rowCount;
        this.#log.failure("refused", `${cause.message} ${append.batch.rowCount} rows were left out.`);
        this.#refuse(append.id, cause);
      }
    }
  }

  #written(group: readonly Append[], results: readonly AppendResult[]): void {
    this.#queue.splice(0, group.length);
    this.#sequence += group.length;
    this.#succeeded();
    this.#reply({
      kind: "durable",
      through: group.at(-1)?.id ?? 0,
      newlySeen: group.flatMap(({ id, batch }, index) =>
        batch.askedSeen.length > 0 ? [[id, results[index]?.newlySeen ?? []] as const] : [],
      ),
    });
  }

  async #answer(ask: Ask): Promise<boolean> {
    this.#queue.shift();
    const answered = this.#ask(ask.question, ask.values as Values<Question>).then(
      (value) => this.#reply({ kind: "answer", id: ask.id, value }),
      (cause) => this.#refuse(ask.id, cause),
    );
    if (!this.#engine.answersBesideWrites && !QUESTIONS[ask.question].isUnhurried) await answered;
    return true;
  }

  async #ask<Q extends Question>(question: Q, values: Values<Q>): Promise<unknown> {
    return this.#answers.ask(question, ...withCutLimit(question, values));
  }

  async #upkeep(isIdle: boolean): Promise<boolean> {
    try {
      const hasMore = (await this.#engine.upkeepStep?.(isIdle)) === true;
      this.#failedUpkeeps = 0;
      return hasMore;
    } catch (cause) {
      // A damaged file must not be written to any further.
      if (asOurs(cause).code === "DT_STORE_DAMAGED") this.#failed(cause);
      // Otherwise nothing is lost, and the next write usually meets and reports the same failure.
      else if (++this.#failedUpkeeps >= PATIENCE_WITH_UPKEEP) this.#log.failure("upkeep", asOurs(cause).message);
      return false;
    }
  }

  /** Returns the appends at the head of the queue, as many as make one good transaction. */
  #nextGroup(): Append[] {
    const group: Append[] = [];
    let rows = 0;
    for (const request of this.#queue) {
      if (request.kind !== "append") break;
      if (group.length > 0 && rows + request.batch.rowCount > MAX_ROWS_A_WRITE) break;
      group.push(request);
      rows += request.batch.rowCount;
    }
    return group;
  }

  #succeeded(): void {
    this.#log.recovered("store", "The database works again.");
    this.reportHealth();
  }

  #failed(cause: unknown): void {
    const failure = asOurs(cause);
    this.#failure = failure;
    const waiting = this.#queuedRows();
    const rest = waiting > 0 ? ` The game goes on; ${waiting} rows wait in memory.` : " The game goes on.";
    this.#log.failure("store", failure.message + rest);
    if (NEEDS_REOPENING.includes(failure.code)) this.#isOpen = false;
    const kept = this.#queue.filter((request) => request.kind === "append");
    for (const request of this.#queue) if (request.kind === "ask") this.#refuse(request.id, failure);
    this.#queue.splice(0, this.#queue.length, ...kept);
    this.reportHealth();
  }

  #scheduleRetry(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = setTimeout(() => this.#retryNow(), this.#isOpen ? RETRY_MS : REOPEN_MS);
  }

  async #close(): Promise<void> {
    clearTimeout(this.#retryTimer);
    this.#retention?.stop();
    this.#archive?.stop();
    this.#purgeRequests.stop();
    const unsavedRows = this.#queuedRows();
    try {
      await this.#engine.close(this.#closeWithinMs);
    } catch (cause) {
      this.#log.failure("close", asOurs(cause).message);
    }
    this.#reply({ kind: "closed", journalledRows: this.#health().journalledRows, unsavedRows });
  }

  #refuse(id: number, cause: unknown): void {
    const { code, message } = asOurs(cause);
    this.#reply({ kind: "refused", id, failure: { code, message } });
  }

  #queuedRows(): number {
    return this.#queue.reduce((rows, request) => rows + (request.kind === "append" ? request.batch.rowCount : 0), 0);
  }

  #health(): EngineHealth {
    const own = this.#engine.health?.();
    return {
      isReachable: this.#isOpen && !this.#failure && own?.isReachable !== false,
      journalledRows: own?.journalledRows ?? 0,
      journalBytes: own?.journalBytes ?? 0,
      lostRows: this.#lostRows + (own?.lostRows ?? 0),
      lastError: this.#failure?.message ?? own?.lastError ?? "",
    };
  }
}

function asOurs(cause: unknown): DoubletakeError {
  if (cause instanceof DoubletakeError) return cause;
  const detail = errorText(cause);
  return new DoubletakeError("DT_STORE_UNREACHABLE", `The database cannot be used (${detail}).`, { cause });
}
