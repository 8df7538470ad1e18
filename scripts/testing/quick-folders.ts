import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join } from "node:path";

const IN_MEMORY = "/dev/shm";
const WANTED_BYTES = 4 * 1024 ** 3;

/**
 * Puts temporary folders into memory if there is room, and keeps Node's compiled code for the next process. No test cuts the
 * power, so whether a disk has written does not matter, and a busy disk can block a server for half a minute. The folders are
 * deleted when this process ends.
 */
export function useQuickFolders(root: string): void {
  const compiled = join(root, "node_modules", ".cache", "doubletake-compiled");
  mkdirSync(compiled, { recursive: true });
  process.env.NODE_COMPILE_CACHE ??= compiled;
  if (process.env.TMPDIR !== undefined || !hasRoom()) return;
  const folder = mkdtempSync(join(IN_MEMORY, "doubletake-test-"));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755);
  process.env.TMPDIR = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
}

function hasRoom(): boolean {
  if (!existsSync(IN_MEMORY)) return false;
  const { bavail, bsize } = statfsSync(IN_MEMORY);
  return bavail * bsize >= WANTED_BYTES;
}
