import type { Connection, Submittable } from "pg";

/** The part of the driver's connection that a COPY needs; the driver's published types leave it out. */
interface CopyConnection {
  readonly stream: NodeJS.WritableStream & { readonly writableLength: number };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** How many bytes may wait in this process for the network. */
const MAX_WAITING_BYTES = 4 << 20;

/**
 * Sends rows in PostgreSQL's binary COPY format, piece by piece. The next piece is made while the database works on the one
 * before, and between two pieces the thread is free for other work.
 */
export class CopyIn implements Submittable {
  /** Resolves when all pieces are handed to the network, or when the COPY has failed. */
  readonly sent: Promise<void>;
  /** Resolves when the database has taken everything. */
  readonly done: Promise<void>;
  readonly #statement: string;
  readonly #pieces: Iterator<Buffer>;
  #markSent!: () => void;
  #settle!: (error?: unknown) => void;
  #fault: unknown;
  #isSettled = false;

  constructor(statement: string, pieces: Iterable<Buffer>) {
    this.#statement = statement;
    this.#pieces = pieces[Symbol.iterator]();
    this.sent = new Promise((resolve) => {
      this.#markSent = resolve;
    });
    this.done = new Promise((resolve, reject) => {
      this.#settle = (error) => {
        this.#isSettled = true;
        this.#markSent();
        if (error === undefined) resolve();
        else reject(error);
      };
    });
  }

  submit(connection: Connection): void {
    (connection as unknown as CopyConnection).query(this.#statement);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#sendNext(connection);
  }

  handleError(error: unknown): void {
    this.#settle(this.#fault ?? error);
  }

  handleReadyForQuery(): void {
    this.#settle();
  }

  handleCommandComplete(): void {
    // Wait for `handleReadyForQuery`: only then may the next statement be sent.
  }

  #sendNext(connection: CopyConnection): void {
    if (this.#isSettled) return;
    try {
      const piece = this.#pieces.next();
      if (piece.done) {
        connection.endCopyFrom();
        this.#markSent();
        return;
      }
      connection.sendCopyFromChunk(piece.value);
    } catch (fault) {
      // The database answers with its own error, which says less than this one.
      this.#fault = fault;
      connection.sendCopyFail("the rows could not be made");
      return;
    }
    if (connection.stream.writableLength < MAX_WAITING_BYTES) setImmediate(() => this.#sendNext(connection));
    else connection.stream.once("drain", () => this.#sendNext(connection));
  }
}
