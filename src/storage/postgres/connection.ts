import pg from "pg";
import { NETWORK_PROTOCOL } from "../../core/storage-face.ts";
import { type ConnectionOptions, invalidAddress, STATEMENT_TIMEOUT_MS } from "./connection-options.ts";
import { endsSession } from "./failures.ts";
import { untilNotLost } from "./network/lost-against-another.ts";
import { CopyOut } from "./upkeep/copy-out.ts";
import { CopyIn } from "./writing/copy-in.ts";

/**
 * A server that halts in the middle of a transaction keeps its locks, and other servers wait for them with everything they have to write.
 * Less than `lock_timeout`, so that they get through.
 */
const IDLE_TIMEOUT_MS = 15_000;

/** How much longer than the database's own limit we wait before a silent connection counts as dead. */
const SILENCE_MS = 5_000;

export type Row = Record<string, unknown>;

/** Something that statements can be sent to. */
export interface Statements {
  /** Repeated texts are prepared once a session. */
  query(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** One session. It never reconnects, because its locks and prepared statements would be lost. */
export class PostgresConnection implements Statements {
  readonly #client: pg.Client;
  readonly #preparedAs = new Map<string, string>();
  readonly #isPatient: boolean;
  #isOpen = true;

  private constructor(client: pg.Client, isPatient: boolean) {
    this.#client = client;
    this.#isPatient = isPatient;
    // Without a listener, a connection that breaks while idle would end the process.
    client.on("error", () => this.destroy());
    client.on("end", () => this.destroy());
  }

  /** `isPatient`: a statement may take as long as it takes. */
  static async connect(options: ConnectionOptions, isPatient = false): Promise<PostgresConnection> {
    const client = newClient(options);
    const connection = new PostgresConnection(client, isPatient);
    try {
      await client.connect();
      // The database refuses writes from sessions that have not set this.
      await client.query(`SET doubletake.protocol = '${NETWORK_PROTOCOL}'`);
      await client.query(`SET idle_in_transaction_session_timeout = ${IDLE_TIMEOUT_MS}`);
      if (isPatient) await client.query("SET statement_timeout = 0");
    } catch (error) {
      connection.destroy();
      throw error;
    }
    return connection;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  async query(text: string, values?: readonly unknown[]): Promise<Row[]> {
    const config = values ? { name: this.#nameOf(text), text, values: [...values] } : { text };
    return this.#guard(async () => (await this.#client.query<Row>(config)).rows);
  }

  /** Resolves with the number of changed rows. */
  async change(text: string, values: readonly unknown[]): Promise<number> {
    const config = { name: this.#nameOf(text), text, values: [...values] };
    return this.#guard(async () => (await this.#client.query(config)).rowCount ?? 0);
  }

  /** Calls `onNotice` for every notification on this channel. Resolves once it listens. */
  async listen(channel: string, onNotice: () => void): Promise<void> {
    this.#client.on("notification", (notice) => {
      if (notice.channel === channel) onNotice();
    });
    await this.query(`LISTEN ${channel}`);
  }

  /** `statement` is a `COPY ... FROM STDIN (FORMAT binary)`. `meanwhile` runs while the database works. */
  async copy<T>(statement: string, pieces: Iterable<Buffer>, meanwhile: () => T): Promise<T> {
    return this.#guard(async () => {
      const copy = this.#client.query(new CopyIn(statement, pieces));
      await copy.sent;
      const result = meanwhile();
      await copy.done;
      return result;
    });
  }

  /** `statement` is a `COPY ... TO STDOUT (FORMAT binary)`. Yields its rows some at a time. `read` makes a row of its bytes. */
  async *copyOut<Row>(statement: string, read: (bytes: Buffer) => Row): AsyncGenerator<readonly Row[]> {
    const copy = this.#client.query(new CopyOut(statement, read));
    try {
      for (;;) {
        const rows = await this.#guard(() => copy.take());
        if (rows.length === 0) return;
        yield rows;
      }
    } finally {
      if (!copy.isDone) this.destroy();
    }
  }

  /** Like `transaction`, but tries again if it failed only because another server went first. */
  retriedTransaction<T>(work: () => Promise<T>): Promise<T> {
    return untilNotLost(() => this.transaction(work));
  }

  /** Does everything or nothing. If `work` fails, the transaction is rolled back and the error is thrown. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.query("BEGIN");
    try {
      const result = await work();
      await this.query("COMMIT");
      return result;
    } catch (error) {
      await this.#rollBack();
      throw error;
    }
  }

  async close(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#client.end();
  }

  /** Ends the session without telling the database. */
  destroy(): void {
    this.#isOpen = false;
    streamOf(this.#client)?.destroy();
  }

  async #rollBack(): Promise<void> {
    if (!this.#isOpen) return;
    try {
      await this.query("ROLLBACK");
    } catch {
      // Ending the session rolls back too. The first failure is the one to report.
      this.destroy();
    }
  }

  async #guard<T>(work: () => Promise<T>): Promise<T> {
    const timer = this.#isPatient ? undefined : setTimeout(() => this.destroy(), STATEMENT_TIMEOUT_MS + SILENCE_MS);
    try {
      return await work();
    } catch (error) {
      if (endsSession(error)) this.destroy();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #nameOf(text: string): string {
    let name = this.#preparedAs.get(text);
    if (!name) {
      name = `dt${this.#preparedAs.size}`;
      this.#preparedAs.set(text, name);
    }
    return name;
  }
}

function newClient({ client }: ConnectionOptions): pg.Client {
  try {
    return new pg.Client(client);
  } catch {
    // A certificate file cannot be read. The driver's text could hold any part of the address.
    throw invalidAddress("a file that it names (sslrootcert, sslcert, sslkey) cannot be read");
  }
}

function streamOf(client: pg.Client): { destroy(): void } | undefined {
  return (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream;
}
