import type { Connection, Submittable } from "pg";

/** The part of the driver's connection that a COPY needs; the driver's published types leave it out. */
interface CopyConnection {
  readonly stream: { pause(): void; resume(): void };
  query(text: string): void;
}

interface Taker<Row> {
  resolve(rows: Row[]): void;
  reject(error: unknown): void;
}

/** A binary COPY begins with its signature, no flags, and no extension. They come with the first row. */
const HEADER_BYTES = 19;
/** The end is a row of -1 values. */
const TRAILER_BYTES = 2;
/** With so many rows waiting, the network waits too. */
const ROWS_A_PIECE = 4096;

/** Receives rows in PostgreSQL's binary COPY format, no faster than they are taken. */
export class CopyOut<Row> implements Submittable {
  readonly #statement: string;
  #connection: CopyConnection | undefined;
  readonly #read: (bytes: Buffer) => Row;
  #rows: Row[] = [];
  #taker: Taker<Row> | undefined;
  #hasBegun = false;
  #isPaused = false;
  #failure: unknown;
  isDone = false;

  /** `read` makes a row of its bytes, which are overwritten afterwards. */
  constructor(statement: string, read: (bytes: Buffer) => Row) {
    this.#statement = statement;
    this.#read = read;
  }

  /** Resolves with the next rows, a few thousand; with none after the last. */
  take(): Promise<Row[]> {
    return new Promise((resolve, reject) => {
      this.#taker = { resolve, reject };
      this.#deliver();
    });
  }

  submit(connection: Connection): void {
    this.#connection = connection as unknown as CopyConnection;
    this.#connection.query(this.#statement);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    const bytes = this.#hasBegun ? chunk : chunk.subarray(HEADER_BYTES);
    this.#hasBegun = true;
    if (bytes.length > TRAILER_BYTES) this.#rows.push(this.#read(bytes));
    if (this.#rows.length >= ROWS_A_PIECE) this.#deliver();
  }

  handleError(error: unknown): void {
    this.#failure = error;
    this.#rows = [];
    this.isDone = true;
    this.#deliver();
  }

  handleReadyForQuery(): void {
    this.isDone = true;
    this.#deliver();
  }

  handleCommandComplete(): void {
    // Wait for `handleReadyForQuery`: only then may the next statement be sent.
  }

  #deliver(): void {
    const taker = this.#taker;
    const isFull = this.#rows.length >= ROWS_A_PIECE;
    if (taker !== undefined && (isFull || this.isDone)) {
      this.#taker = undefined;
      if (this.#failure !== undefined) taker.reject(this.#failure);
      else taker.resolve(this.#rows.splice(0));
    }
    const isWaiting = this.#rows.length >= ROWS_A_PIECE;
    if (isWaiting === this.#isPaused) return;
    this.#isPaused = isWaiting;
    if (isWaiting) this.#connection?.stream.pause();
    else this.#connection?.stream.resume();
  }
}
