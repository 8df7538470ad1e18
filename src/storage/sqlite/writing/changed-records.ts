import { rmSync, writeFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { FailureLog } from "../../failure-log.ts";
import { syncToDisk } from "../../sync-to-disk.ts";
import { inTransaction } from "../connection.ts";
import { freeName } from "../file/lost-file.ts";
import type { StoredRecord } from "./stored-record.ts";

/** A record that the disk has changed. */
export interface ChangedRecord {
  readonly seq: string;
  /** How many rows it had, as far as can be told. */
  readonly rows: number;
  /** When they were written, unless that was changed. */
  readonly base: number;
}

/** `seqBefore` is the number of the record before it. A record has the number of its last row. */
export function changedRecord({ seq, base, rows }: StoredRecord, seqBefore: number | undefined): ChangedRecord {
  const seen = String(rows).split("[").length - 2;
  const counted = seqBefore === undefined ? seen : Number(seq) - seqBefore;
  return { seq, rows: Math.max(1, counted), base: base as number };
}

/**
 * Moves the records into a file beside the database, and says so. Nothing in them can be relied on, but somebody may read in them
 * what happened.
 */
export function setRecordsAside(
  db: DatabaseSync,
  file: string,
  records: readonly ChangedRecord[],
  log: FailureLog,
): void {
  const target = freeName(file, "damaged-records");
  const bytesOf = db.prepare("SELECT CAST(rows AS BLOB) AS bytes FROM recent_records WHERE seq = CAST(? AS INTEGER)");
  const remove = db.prepare("DELETE FROM recent_records WHERE seq = CAST(? AS INTEGER)");
  const parts = records.flatMap(({ seq, base }) => {
    const bytes = (bytesOf.get(seq)?.bytes ?? new Uint8Array()) as Uint8Array;
    return [Buffer.from(`record ${seq}, written at ${base}, ${bytes.length} bytes:\n`), bytes, Buffer.from("\n")];
  });
  try {
    writeFileSync(target, Buffer.concat(parts));
    syncToDisk(target);
    inTransaction(db, () => {
      for (const { seq } of records) remove.run(seq);
    });
  } catch (cause) {
    // They are still in the table, and are met again at the next try.
    rmSync(target, { force: true });
    throw cause;
  }
  const rows = records.reduce((sum, record) => sum + record.rows, 0);
  log.failure(
    "damaged records",
    `The disk has changed what was written to ${file}: about ${rows} of the newest rows${since(records)} are lost. What is left of them was moved to ` +
      `${target}, and Doubletake goes on with everything else. Check the disk.`,
  );
}

/** The clock gives the time to the minute: the record's own was perhaps changed, too. */
function since(records: readonly ChangedRecord[]): string {
  const times = records.map(({ base }) => base).filter((base) => Number.isFinite(new Date(base).getTime()));
  if (times.length === 0) return "";
  const [first, last] = [Math.min(...times), Math.max(...times)].map((time) =>
    new Date(time).toISOString().slice(0, 16),
  );
  return first === last ? ` (written about ${first}Z)` : ` (written between ${first}Z and ${last}Z)`;
}
