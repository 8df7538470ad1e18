import { existsSync, renameSync } from "node:fs";

/**
 * Moves a damaged database out of the way, with the write-ahead log that belongs to it, so that what is in it can still
 * be recovered by hand. Returns the new path. Safe only while we own the file and no connection to it is open.
 */
export function setAside(file: string, nowMs: number): string {
  const stamp = new Date(nowMs).toISOString().replace(/[-:]|\.\d+/g, "");
  let target = `${file}.damaged-${stamp}`;
  for (let n = 2; existsSync(target); n++) target = `${file}.damaged-${stamp}-${n}`;
  // The log first: a fresh database must never find the log of the old one.
  for (const suffix of ["-wal", "-shm", ""]) {
    if (existsSync(file + suffix)) renameSync(file + suffix, target + suffix);
  }
  return target;
}
