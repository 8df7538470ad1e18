import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";

const PROGRAM = new URL("./sqlite-transfer-program.ts", import.meta.url).pathname;

interface ProgramOptions {
  readonly first?: number;
  readonly compactAtRows?: number;
  /** How many kilobytes a file may grow to (the soft limit of `ulimit -f`). */
  readonly fileLimitKiB?: number;
  /** Instead of SQLite: `file` is the folder of a journal for the PostgreSQL at this address. */
  readonly journalOf?: string;
  /** Runs as this user, to meet permissions that root does not. */
  readonly uid?: number;
}

/** A running `sqlite-transfer-program.ts`, as its parent sees it. */
export class SqliteProgram {
  readonly lines: string[] = [];
  /** The last number that the program reported as durable; -1 before the first. */
  through = -1;
  readonly #process: ChildProcess;
  readonly #closed: Promise<unknown>;

  constructor(file: string, { first = 0, compactAtRows = 0, fileLimitKiB, journalOf = "", uid }: ProgramOptions = {}) {
    const values = [file, String(first), String(compactAtRows), journalOf];
    this.#process =
      fileLimitKiB === undefined
        ? fork(PROGRAM, values, { uid, gid: uid })
        : spawn("bash", ["-c", `ulimit -S -f ${fileLimitKiB}; exec "$0" "$@"`, process.execPath, PROGRAM, ...values], {
            stdio: ["ignore", "inherit", "inherit", "ipc"],
          });
    this.#closed = once(this.#process, "close");
    this.#process.on("message", (message: { through?: number; line?: string }) => {
      if (message.through !== undefined) this.through = message.through;
      if (message.line !== undefined) this.lines.push(message.line);
    });
  }

  get pid(): number {
    return this.#process.pid as number;
  }

  /** Waits until the program has sent something that makes this true. */
  async until(condition: () => boolean): Promise<void> {
    while (!condition()) {
      if (this.#process.exitCode !== null) throw new Error(`the program ended: ${this.lines.join("\n")}`);
      await once(this.#process, "message");
    }
  }

  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#closed;
  }

  /** Stops it in order. Returns the number after the last transfer that it sent. */
  async stop(): Promise<number> {
    let next = -1;
    this.#process.on("message", (message: { next?: number }) => {
      next = message.next ?? next;
    });
    this.#process.send("stop");
    await this.#closed;
    return next;
  }
}
