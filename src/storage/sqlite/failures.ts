import { basename, dirname } from "node:path";
import { DoubletakeError, type ErrorCode, errorText } from "../../core/storage-face.ts";

/** Primary result codes of SQLite that call for different advice. */
const PERM = 3;
const BUSY = 5;
const LOCKED = 6;
const READONLY = 8;
const IOERR = 10;
const CORRUPT = 11;
const FULL = 13;
const CANTOPEN = 14;
const NOTADB = 26;
/** Too big, constraint, mismatch, misuse, range. */
const FAULTS_OF_ROWS = [18, 19, 20, 21, 25];
const IOERR_WRITE = IOERR | (3 << 8);

/** Turns an error of `node:sqlite` or the file system into ours, which tells the operator what to do. */
export function sqliteFailure(cause: unknown, file: string): DoubletakeError {
  if (cause instanceof DoubletakeError) return cause;
  const { code, advice } = explain(cause, file);
  const detail = errorText(cause);
  return new DoubletakeError(code, `The database ${file} ${advice} (${detail})`, { cause });
}

/** True if the rows themselves caused the error: they would fail every time. */
export function isFaultOfRows(cause: unknown): boolean {
  const { errcode, code } = cause as { errcode?: number; code?: string };
  if (errcode !== undefined) return FAULTS_OF_ROWS.includes(errcode & 0xff);
  return cause instanceof Error && (code === undefined || code.startsWith("ERR_"));
}

/** True if SQLite could not take a text apart that it was given as JSON. */
export function isMalformedJson(cause: unknown): boolean {
  return /malformed JSON/i.test(errorText(cause));
}

function explain(cause: unknown, file: string): { code: ErrorCode; advice: string } {
  const { errcode, code } = cause as { errcode?: number; code?: string };
  if (errcode === undefined) return explainFileSystem(code, file);
  if (errcode === IOERR_WRITE) return full(file);
  switch (errcode & 0xff) {
    case FULL:
      return full(file);
    case BUSY:
    case LOCKED:
      return {
        code: "DT_STORE_LOCKED",
        advice: "is locked by another program. Close the SQL client or backup tool that holds it.",
      };
    case NOTADB:
    case CORRUPT:
      return { code: "DT_STORE_DAMAGED", advice: "is damaged." };
    case PERM:
    case READONLY:
    case CANTOPEN:
      return denied(file);
    default:
      return { code: "DT_STORE_UNREACHABLE", advice: "cannot be used. Check the disk that it lies on." };
  }
}

function explainFileSystem(code: string | undefined, file: string): { code: ErrorCode; advice: string } {
  if (code === "ENOSPC" || code === "EDQUOT" || code === "EFBIG") return full(file);
  if (code === "EACCES" || code === "EPERM" || code === "EROFS" || code === "ENOTDIR" || code === "EEXIST")
    return denied(file);
  return { code: "DT_STORE_UNREACHABLE", advice: "cannot be used." };
}

function full(file: string): { code: ErrorCode; advice: string } {
  return {
    code: "DT_STORE_FULL",
    advice: `cannot grow: the disk, a quota or a file-size limit is full. Free some space in ${dirname(file)}; nothing else needs to be done.`,
  };
}

function denied(file: string): { code: ErrorCode; advice: string } {
  return {
    code: "DT_STORE_DENIED",
    advice: `cannot be opened for writing. Give the game server's user the right to write ${basename(file)} and its folder ${dirname(file)}.`,
  };
}
