import { randomBytes } from "node:crypto";
import {
  type AppendResult,
  type Batch,
  DoubletakeError,
  type StoreQuestions,
  type StoreWake,
} from "../../core/storage-face.ts";
import type { ArchiveColumns } from "../archive/files/archive-columns.ts";
import type { DocumentQuestions } from "../documents/documents.ts";
import type { ArchivedMonth, ArchiveReadiness, PostgresConfig, PurgeStep } from "../engine.ts";
import type { FailureLog } from "../failure-log.ts";
import type { RemoteEngine } from "../journal/forwarder.ts";
import { type Answer, askByName, type Question, type Values } from "../questions.ts";
import { PostgresConnection } from "./connection.ts";
import { connectionOptions } from "./connection-options.ts";
import { explainFailure } from "./failures.ts";
import { migrate } from "./migrate.ts";
import { wakeChannel } from "./network/disputes.ts";
import { applicationName, serverRef, takeServerName } from "./network/server-name.ts";
import { enterServer, indexForNetwork } from "./network/servers.ts";
import { partByItem } from "./partitions/by-item.ts";
import { TableKeeper } from "./partitions/table-keeper.ts";
import { arrangeIfSmall, isUpkeepDue } from "./partitions/table-upkeep.ts";
import { postgresQuestions } from "./questions/questions.ts";
import { archivedMonths, clearedMonths, markCleared } from "./upkeep/archive-registry.ts";
import { clearArchived } from "./upkeep/archived-rows.ts";
import { clearArchivedSpans } from "./upkeep/archived-spans.ts";
import { GroupWriter } from "./writing/group-writer.ts";

/** After this many rewritten custody rows, the dead ones are vacuumed. */
const MOVES_A_VACUUM = 200_000;

/** A server that was just killed holds its name until PostgreSQL notices. */
const NAME_WAIT_MS = 5_000;

interface PostgresEngineOptions
  extends Pick<PostgresConfig, "url" | "serverName" | "instance" | "game" | "partitions"> {
  /** How long to wait, at least, for the server's name to become free; 5 s by default. */
  readonly nameWaitMs?: number;
  /** Gets lines about work on the tables in the background. */
  readonly log?: FailureLog;
}

/** Everything that belongs to one session and is made again for the next one. */
interface Session {
  readonly connection: PostgresConnection;
  readonly server: number;
  readonly writer: GroupWriter;
  readonly questions: StoreQuestions;
  readonly documents: Pick<DocumentQuestions, "forgetBefore">;
  /** True if this server was elected to delete and archive old rows for the network. It stays so until the session ends. */
  forgets: boolean;
}

const PARTS_ARE_FOR_NEW =
  "storage.postgres-partitions is for a new database: this one has items already, and its tables stay as they are.";

/** The same for every server on the database. */
const FORGETTING_LOCK = "7237970109966541173";
const NOTHING_TO_FORGET: PurgeStep = { deletedRows: 0, hasMore: false };
const STILL_FORGETTING: PurgeStep = { deletedRows: 0, hasMore: true };

/**
 * The store on PostgreSQL, over one session at a time. It does not reconnect by itself: when the session breaks, everything
 * rejects with `DT_STORE_UNREACHABLE` until `open` is called again. `open` may be called any number of times.
 */
export class PostgresEngine implements RemoteEngine {
  readonly name = "postgres";
  readonly #options: PostgresEngineOptions;
  /** Marks this process's sessions, also a broken one that PostgreSQL has not ended yet. */
  readonly #token = randomBytes(8).toString("hex");
  #session: Session | undefined;
  #wake: (wake: StoreWake) => void = () => undefined;
  #isDisconnected = false;
  #isTakingName = false;
  #queue: Promise<unknown> = Promise.resolve();
  readonly #keeper: TableKeeper;

  constructor(options: PostgresEngineOptions) {
    this.#options = options;
    this.#keeper = new TableKeeper({
      url: options.url,
      log: options.log,
      isDue: () => this.#use(({ connection }) => isUpkeepDue(connection)),
      isConnected: () => this.isConnected,
      explain: (error) => explainFailure(error, this.#hostName()),
    });
  }

  get isConnected(): boolean {
    return this.#session?.connection.isOpen ?? false;
  }

  get isTakingName(): boolean {
    return this.#isTakingName;
  }

  onWake(listener: (wake: StoreWake) => void): void {
    this.#wake = listener;
  }

  open(): Promise<void> {
    this.#isDisconnected = false;
    return this.#inTurn(async () => {
      if (this.#session?.connection.isOpen) return;
      const { url, serverName, instance, game = "", log, nameWaitMs = NAME_WAIT_MS, partitions = 0 } = this.#options;
      const options = connectionOptions(url, applicationName(this.#token));
      const connection = await PostgresConnection.connect(options);
      try {
        await migrate(connection, options.hostName);
        if (partitions > 0 && !(await partByItem(connection, partitions))) log?.info(PARTS_ARE_FOR_NEW);
        await arrangeIfSmall(connection).catch((error: unknown) => {
          if (!connection.isOpen) throw error;
        });
        await this.#takeName(connection, serverName, nameWaitMs);
        const ref = await serverRef(connection, serverName);
        const own = await enterServer(connection, ref, serverName, this.#token, instance, game);
        if (instance !== undefined) await indexForNetwork(connection);
        const writer = new GroupWriter(connection, own, (custody) => this.#wake({ kind: "foreign", custody }));
        await writer.open();
        await connection.listen(wakeChannel(ref), () => this.#wake({ kind: "disputes" }));
        if (this.#isDisconnected) throw notConnected(options.hostName);
        const questions = postgresQuestions(connection, own);
        this.#session = { connection, server: ref, writer, questions, documents: questions, forgets: false };
        if (instance !== undefined) this.#keeper.start();
      } catch (error) {
        connection.destroy();
        throw error;
      }
    });
  }

  write(batches: readonly Batch[], sequence: number): Promise<AppendResult[]> {
    return this.#use(async ({ writer, connection }) => {
      const results = await writer.write(batches, sequence);
      if (writer.movedSinceVacuum >= MOVES_A_VACUUM) {
        writer.movedSinceVacuum = 0;
        // The group is already committed, so a failed vacuum must not fail it.
        await connection.query("VACUUM dt_custody").catch(() => undefined);
      }
      return results;
    });
  }

  watermark(): Promise<number> {
    return this.#use(async ({ writer }) => writer.watermark);
  }

  /** Dropping months may take minutes, so it runs over its own session. A step only starts it, or asks whether it is done. */
  async purgeStep(olderThanMs: number): Promise<PurgeStep> {
    const server = await this.#use(async (session) => ((await this.#isElected(session)) ? session.server : undefined));
    if (server === undefined) return NOTHING_TO_FORGET;
    const deletedRows = await this.#keeper.forgetStep(olderThanMs, server);
    if (deletedRows === undefined) return STILL_FORGETTING;
    await this.#use(({ documents }) => documents.forgetBefore(olderThanMs));
    return { deletedRows, hasMore: false };
  }

  /** Does any due work on the tables in the background, beside writes and questions. */
  upkeep(): Promise<void> {
    return this.#keeper.upkeep();
  }

  /** Every connection can read all rows, so nothing needs preparing. Only one server of the network archives. */
  archiveReadyStep(): Promise<ArchiveReadiness> {
    return this.#use(async (session) => ((await this.#isElected(session)) ? "ready" : "elsewhere"));
  }

  archivedMonths(): Promise<ArchivedMonth[]> {
    return this.#use(({ connection }) => archivedMonths(connection));
  }

  markCleared(month: string): Promise<void> {
    return this.#use(({ connection }) => markCleared(connection, month));
  }

  clearedMonths(): Promise<ReadonlySet<string>> {
    return this.#use(({ connection }) => clearedMonths(connection));
  }

  clearArchived(rows: ArchiveColumns): Promise<void> {
    return this.#use(({ connection, server }) => clearArchived(connection, server, rows));
  }

  clearArchivedSpans(spans: Float64Array): Promise<boolean> {
    return this.#use(({ connection, server }) => clearArchivedSpans(connection, server, spans));
  }

  ask<Q extends Question>(question: Q, ...values: Values<Q>): Promise<Answer<Q>> {
    return this.#use(({ questions }) => askByName(questions, question, values));
  }

  async close(): Promise<void> {
    await this.#keeper.end();
    return this.#inTurn(async () => {
      await this.#session?.connection.close();
      this.#session = undefined;
    });
  }

  disconnect(): void {
    this.#isDisconnected = true;
    void this.#keeper.end();
    this.#session?.connection.destroy();
  }

  async #takeName(connection: PostgresConnection, serverName: string, waitMs: number): Promise<void> {
    this.#isTakingName = true;
    try {
      await takeServerName(connection, serverName, this.#token, waitMs);
    } finally {
      this.#isTakingName = false;
    }
  }

  async #isElected(session: Session): Promise<boolean> {
    session.forgets ||= await isFirstToForget(session.connection);
    return session.forgets;
  }

  #use<T>(work: (session: Session) => Promise<T>): Promise<T> {
    return this.#inTurn(async () => {
      if (!this.#session?.connection.isOpen) throw notConnected(this.#hostName());
      return work(this.#session);
    });
  }

  /** Runs one piece of work after another: a session answers one statement at a time, and transactions must not mix. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work).catch((error: unknown) => {
      throw explainFailure(error, this.#hostName());
    });
    this.#queue = turn.catch(() => undefined);
    return turn;
  }

  #hostName(): string {
    try {
      return connectionOptions(this.#options.url, "").hostName;
    } catch {
      return "the host of storage.postgres-url";
    }
  }
}

/** One server is enough, because every server would delete the same rows. */
async function isFirstToForget(connection: PostgresConnection): Promise<boolean> {
  const [row] = await connection.query("SELECT pg_try_advisory_lock($1::bigint) AS taken", [FORGETTING_LOCK]);
  return row?.taken === true;
}

function notConnected(hostName: string): DoubletakeError {
  return new DoubletakeError(
    "DT_STORE_UNREACHABLE",
    `There is no connection to PostgreSQL at ${hostName} at the moment. Try again when it is back.`,
  );
}
