import { appendFileSync } from "node:fs";
import { join } from "node:path";
import type { FailureLog } from "../failure-log.ts";
import { encodeRecord, type JournalRecord } from "./journal-record.ts";

/** Sets aside records that the database will never take, so that they are not lost and do not block the rest. */
export class RefusedRecords {
  readonly #file: string;
  readonly #log: FailureLog;
  #rowCount = 0;

  constructor(folder: string, log: FailureLog) {
    this.#file = join(folder, "refused.records");
    this.#log = log;
  }

  /** Rows set aside by this run. */
  get rowCount(): number {
    return this.#rowCount;
  }

  setAside(record: JournalRecord, reason: string): void {
    this.#rowCount += record.rowCount;
    let kept = `set aside in ${this.#file}; please report this with the file`;
    try {
      appendFileSync(this.#file, encodeRecord(record), { mode: 0o600 });
    } catch (error) {
      kept = `lost, since ${this.#file} cannot be written (${(error as NodeJS.ErrnoException).code})`;
    }
    this.#log.failure("refused records", `${reason} ${record.rowCount} rows are ${kept}.`);
  }
}
