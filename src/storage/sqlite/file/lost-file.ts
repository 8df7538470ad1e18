import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";

/**
 * Saves an open database whose file was deleted, emptied or replaced. The system keeps a deleted file readable while it is open, and
 * SQLite has much of the rest in memory: everything is written into a new file. Returns that file's path: the old one, or one beside it
 * if something else is there now. `isInPlace`: the file there is what is left of the old one. Closes the database.
 */
export function saveLostFile(db: DatabaseSync, file: string, isInPlace: boolean, close: () => void): string {
  mkdirSync(dirname(file), { recursive: true });
  const copy = `${file}.saving`;
  rmSync(copy, { force: true });
  db.prepare("VACUUM INTO ?").run(copy);
  const isFree = isInPlace || !existsSync(file);
  const target = isFree ? file : freeName(file, "replaced");
  close();
  // A fresh database must never find the log of the old one.
  if (isFree) for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
  renameSync(copy, target);
  return target;
}

/**
 * Moves a damaged database out of the way, together with its write-ahead log, so that its data can still be recovered by
 * hand. Returns the new path. Safe only while we own the file and no connection to it is open.
 */
export function setAside(file: string): string {
  const target = freeName(file, "damaged");
  // The log first: a fresh database must never find the log of the old one.
  for (const suffix of ["-wal", "-shm", ""]) {
    if (existsSync(file + suffix)) renameSync(file + suffix, target + suffix);
  }
  return target;
}

/** Returns a name beside the file that is not taken. */
export function freeName(file: string, what: "replaced" | "damaged" | "damaged-records"): string {
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  let name = `${file}.${what}-${stamp}`;
  for (let n = 2; existsSync(name); n++) name = `${file}.${what}-${stamp}-${n}`;
  return name;
}
