import { closeSync, fsyncSync, openSync, renameSync } from "node:fs";
import { dirname } from "node:path";

/** Waits until the file's content is on the disk. Windows flushes only what is open for writing. */
export function syncToDisk(file: string): void {
  sync(file, "r+");
}

/** Gives a file that is whole its name, so that a power cut leaves either all of it under that name or none. */
export function putInPlace(draft: string, file: string): void {
  syncToDisk(draft);
  renameSync(draft, file);
  syncNames(dirname(file));
}

/** File names are stored in the folder, which has to reach the disk as well. Not every system lets a folder be opened like this. */
export function syncNames(folder: string): void {
  try {
    sync(folder, "r");
  } catch {
    // The names reach the disk some seconds later: until then a power cut can undo them.
  }
}

function sync(path: string, mode: "r" | "r+"): void {
  const file = openSync(path, mode);
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
