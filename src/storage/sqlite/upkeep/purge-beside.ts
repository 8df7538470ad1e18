import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { DoubletakeError } from "../../../core/storage-face.ts";
import type { OnDeleted, PurgeScope } from "../../maintenance/purge-steps.ts";
import {
  PURGE_PROGRESS_NOTE,
  PURGE_REQUEST_NOTE,
  type PurgeProgress,
  type RequestedPurge,
} from "../../thread/purge-requests.ts";
import { waitForLocks } from "../connection.ts";
import { sqliteFailure } from "../failures.ts";

const LOCK_WAIT_MS = 5000;
const LOOK_EVERY_MS = 200;
/** A server that has not answered by then hangs or has just stopped. */
const ANSWER_WITHIN_MS = 30_000;

/** Leaves the request in the store, and waits while the running server carries it out. */
export async function askServerToPurge(file: string, scope: PurgeScope, onDeleted: OnDeleted): Promise<number> {
  try {
    const db = new DatabaseSync(file);
    try {
      waitForLocks(db, LOCK_WAIT_MS);
      return await ask(db, { id: randomUUID(), ...scope }, onDeleted);
    } finally {
      db.close();
    }
  } catch (cause) {
    throw sqliteFailure(cause, file);
  }
}

async function ask(db: DatabaseSync, request: RequestedPurge, onDeleted: OnDeleted): Promise<number> {
  const waiting = db.prepare("SELECT value FROM notes WHERE key = ?").get(PURGE_REQUEST_NOTE);
  if (waiting) throw locked("Another purge is under way: wait until it has ended.");
  db.prepare("INSERT INTO notes (key, value) VALUES (?, ?)").run(PURGE_REQUEST_NOTE, JSON.stringify(request));
  const answer = db.prepare("SELECT value FROM notes WHERE key = ?");
  let heardMs = Date.now();
  let before = "";
  for (;;) {
    await pause(LOOK_EVERY_MS);
    const text = (answer.get(PURGE_PROGRESS_NOTE)?.value as string | undefined) ?? "";
    if (text !== before) heardMs = Date.now();
    before = text;
    const progress = text === "" ? undefined : (JSON.parse(text) as PurgeProgress);
    if (progress?.id === request.id) {
      onDeleted(progress.deletedRows);
      if (progress.failure !== "") throw locked(`The running server could not do it: ${progress.failure}`);
      if (progress.isDone) return progress.deletedRows;
    }
    if (Date.now() - heardMs < ANSWER_WITHIN_MS) continue;
    db.prepare("DELETE FROM notes WHERE key = ?").run(PURGE_REQUEST_NOTE);
    throw locked("The running server does not answer. Nothing more is deleted; try again, or stop the server first.");
  }
}

function locked(text: string): DoubletakeError {
  return new DoubletakeError("DT_STORE_LOCKED", text);
}
