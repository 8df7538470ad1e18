import pg from "pg";
import { NETWORK_PROTOCOL } from "../../core/model/records.ts";
import { type ConnectionOptions, invalidAddress, STATEMENT_TIMEOUT_MS } from "./connection-options.ts";
import { endsSession } from "./failures.ts";
import { untilNotLost } from "./network/lost-against-another.ts";
import { CopyIn } from "./writing/copy-in.ts";

/**
 * Whoever is halted in the middle of a transaction holds what it has locked: other servers wait for that, each with all it has to write. Less than
 * `lock_timeout`, so that they get through.
 */
const IDLE_TIMEOUT_MS = 15_000;

/** How much longer than the server's own limit we wait before we call a silent connection dead. */
const SILENCE_MS = 5_000;

export type Row = Record<string, unknown>;

/** Something that statements can be sent to. */
export interface Statements {
  /** Repeated texts are prepared once a session. */
  query(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

/** One session. It never reconnects: what was lost with it (locks, prepared statements) must be made anew. */
export class PostgresConnection implements Statements {
  readonly #client: pg.Client;
  readonly #preparedAs = new Map<string, string>();
  readonly #isPatient: boolean;
  #isOpen = true;

  private constructor(client: pg.Client, isPatient: boolean) {
    this.#client = client;
    this.#isPatient = isPatient;
    // Without a listener a connection that breaks while idle would end the process.
    client.on("error", () => this.destroy());
    client.on("end", () => this.destroy());
  }

  /** `isPatient`: a statement may take as long as it takes. */
  static async connect(options: ConnectionOptions, isPatient = false): Promise<PostgresConnection> {
    const client = newClient(options);
    const connection = new PostgresConnection(client, isPatient);
    try {
      await client.connect();
      // Before anything is written: who does not say it is fenced off.
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

  /** How many rows it changed. */
  async change(text: string, values: readonly unknown[]): Promise<number> {
    const config = { name: this.#nameOf(text), text, values: [...values] };
    return this.#guard(async () => (await this.#client.query(config)).rowCount ?? 0);
  }

  /** Tells each time somebody notifies on this channel. Resolves when it is listened to. */
  async listen(channel: string, onNotice: () => void): Promise<void> {
    this.#client.on("notification", (notice) => {
      if (notice.channel === channel) onNotice();
    });
    await this.query(`LISTEN ${channel}`);
  }

  /** `statement` is a `COPY ... FROM STDIN (FORMAT binary)`. `meanwhile` runs while the server is at work. */
  async copy<T>(statement: string, pieces: Iterable<Buffer>, meanwhile: () => T): Promise<T> {
    return this.#guard(async () => {
      const copy = this.#client.query(new CopyIn(statement, pieces));
      await copy.sent;
      const result = meanwhile();
      await copy.done;
      return result;
    });
  }

  /** The same, and again when it only lost against another server. */
  retriedTransaction<T>(work: () => Promise<T>): Promise<T> {
    return untilNotLost(() => this.transaction(work));
  }

  /** Everything or nothing. A failure inside is passed on once the transaction has been taken back. */
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

  /** Ends the session without a word to the server. */
  destroy(): void {
    this.#isOpen = false;
    streamOf(this.#client)?.destroy();
  }

  async #rollBack(): Promise<void> {
    if (!this.#isOpen) return;
    try {
      await this.query("ROLLBACK");
    } catch {
      // The session ends instead, which takes the transaction back as well; the first failure is the one to tell.
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
    // Thrown for certificate files that cannot be read; the driver's text could hold any part of the address.
    throw invalidAddress("a file that it names (sslrootcert, sslcert, sslkey) cannot be read");
  }
}

function streamOf(client: pg.Client): { destroy(): void } | undefined {
  return (client as unknown as { connection?: { stream?: { destroy(): void } } }).connection?.stream;
}
