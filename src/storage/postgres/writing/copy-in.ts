import type { Connection, Submittable } from "pg";

/** The part of the driver's connection that a COPY needs; its published types leave these out. */
interface CopyConnection {
  readonly stream: NodeJS.WritableStream & { readonly writableLength: number };
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** What may wait in this process for the network. */
const MOST_WAITING_BYTES = 4 << 20;

/**
 * Sends rows that are already in PostgreSQL's binary COPY format, piece by piece: while the server works on one piece
 * the next is made, and between two pieces the thread is free for others.
 */
export class CopyIn implements Submittable {
  /** All pieces are made and handed to the network, or will never be. */
  readonly sent: Promise<void>;
  /** The server has taken everything. */
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
    // The answer that counts is `handleReadyForQuery`: only then may the next statement be sent.
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
      // The server answers with an error of its own, which says less than this one.
      this.#fault = fault;
      connection.sendCopyFail("the rows could not be made");
      return;
    }
    if (connection.stream.writableLength < MOST_WAITING_BYTES) setImmediate(() => this.#sendNext(connection));
    else connection.stream.once("drain", () => this.#sendNext(connection));
  }
}
