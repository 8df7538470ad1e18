import type { DatabaseSync } from "node:sqlite";
import { DoubletakeError } from "../../core/storage-face.ts";
import { rollBack } from "./connection.ts";
import { LayoutCopy } from "./file/layout-copy.ts";
import { firstTables } from "./migrations/0001-first-tables.ts";
import { rowsInRecords } from "./migrations/0002-rows-in-records.ts";
import { checkedRecords } from "./migrations/0003-checked-records.ts";

/** Marks a file as ours in its header; "DTK1" in ASCII. */
const APPLICATION_ID = 0x44544b31;

/**
 * The steps from an empty file to the newest layout, in order: the n-th brings a file to version n. New steps are added at
 * the end. A step is never edited, because existing files have already run it.
 */
const MIGRATIONS: readonly string[] = [firstTables, rowsInRecords, checkedRecords];

interface Upgrade {
  readonly nowMs: number;
  /** Called with the path of the copy before it is made, which can take minutes. */
  readonly onCopy?: (copy: string) => void;
  readonly migrations?: readonly string[];
}

/**
 * Brings a file to the newest layout, each step in its own transaction. A file that holds data is copied beside itself before
 * the first step. Returns the copy's path, or `undefined` if no copy was needed. If anything fails, the file is as it was, or
 * has the layout of the last good step and the copy beside it.
 */
export function migrate(
  db: DatabaseSync,
  file: string,
  { nowMs, onCopy, migrations = MIGRATIONS }: Upgrade,
): string | undefined {
  const version = pragma(db, "user_version");
  refuseForeign(db, file, version);
  if (version > migrations.length) {
    throw new DoubletakeError(
      "DT_STORE_TOO_NEW",
      `The database ${file} was written by a newer Doubletake (layout ${version}; this one knows ${migrations.length}). ` +
        "Install that version again, or move the file away to begin with an empty one.",
    );
  }
  if (version === migrations.length) return undefined;
  const copy = version > 0 ? new LayoutCopy(db, file, version, nowMs) : undefined;
  try {
    if (copy) {
      onCopy?.(copy.path);
      copy.make();
    }
    for (const [index, step] of migrations.entries()) {
      if (index >= version) run(db, step, index + 1, index === version ? copy : undefined);
    }
  } catch (cause) {
    if (isStill(db, version)) copy?.remove();
    throw cause;
  }
  return copy?.path;
}

/** Just before the first step is final, the copy gets its name: until then the file itself is the way back. */
function run(db: DatabaseSync, step: string, version: number, copy: LayoutCopy | undefined): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    db.exec(step);
    db.exec(`PRAGMA user_version = ${version}; PRAGMA application_id = ${APPLICATION_ID}`);
    copy?.putInPlace();
    db.exec("COMMIT");
  } catch (cause) {
    rollBack(db);
    throw cause;
  }
}

/** A reader does not migrate, so it can read only the layout that it knows. */
export function requireNewestLayout(db: DatabaseSync, file: string): void {
  const version = pragma(db, "user_version");
  if (version === MIGRATIONS.length) return;
  if (version > MIGRATIONS.length) {
    throw new DoubletakeError(
      "DT_STORE_TOO_NEW",
      `The database ${file} was written by a newer Doubletake: use that version's command.`,
    );
  }
  throw new DoubletakeError(
    "DT_STORE_UNREACHABLE",
    `The database ${file} has the layout of an older Doubletake: start the game server once, which brings it up to date.`,
  );
}

function refuseForeign(db: DatabaseSync, file: string, version: number): void {
  const isOurs = pragma(db, "application_id") === APPLICATION_ID;
  const isEmpty = version === 0 && db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
  if (isOurs || isEmpty) return;
  throw new DoubletakeError(
    "DT_STORE_DENIED",
    `The database ${file} belongs to another program. Move it away, or choose another file for Doubletake.`,
  );
}

function isStill(db: DatabaseSync, version: number): boolean {
  try {
    return pragma(db, "user_version") === version;
  } catch {
    // It cannot be read. Better a copy too many than none.
    return false;
  }
}

function pragma(db: DatabaseSync, name: "user_version" | "application_id"): number {
  return db.prepare(`PRAGMA ${name}`).get()?.[name] as number;
}
