import { existsSync } from "node:fs";
import { DoubletakeError } from "../../core/storage-face.ts";
import type { EngineConfig } from "../engine.ts";
import { openReader } from "../reader/open-reader.ts";
import type { StoreReader } from "../reader/store-reader.ts";
import { StoreWriter } from "./store-writer.ts";

/** A note in the target that identifies the source while the copy is incomplete. It is deleted when the copy is complete. */
export const COPY_NOTE = "copy.from";

/** Throws unless the target is empty or holds the beginning of a copy of this source, as the source is now. */
export async function requireTarget(source: StoreReader, to: EngineConfig): Promise<void> {
  const mark = await markOf(source);
  const found = await markIn(to);
  if (found === mark) return;
  if (found === "nothing") {
    await writeMark(to, mark);
    return;
  }
  const why =
    found === "data"
      ? "already holds data. Move it away, or use an empty database"
      : "holds the beginning of a copy of something else, or of this database before it changed. Empty it, and begin again";
  throw new DoubletakeError("DT_STORE_DENIED", `The target ${targetName(to)} ${why}.`);
}

/** Call this when the copy is complete: the target is then a store like any other. */
export function forgetMark(to: EngineConfig): Promise<void> {
  return writeMark(to, undefined);
}

/** Returns the part of the target's address that may be shown. */
function targetName(to: EngineConfig): string {
  return to.engine === "sqlite" ? to.file : "database of storage.postgres-url";
}

async function writeMark(to: EngineConfig, mark: string | undefined): Promise<void> {
  const writer = await StoreWriter.open(to, to.serverName);
  await writer.engine.ask("writeNote", COPY_NOTE, mark);
  await writer.close();
}

/** Returns a text that differs for another source, or for the same one if any of these counts has changed. */
async function markOf(source: StoreReader): Promise<string> {
  const { items, transfers, players, cases, quarantined, custody } = await source.counts();
  return JSON.stringify([source.engine, source.where, items, transfers, players, cases, quarantined, custody]);
}

async function markIn(to: EngineConfig): Promise<string> {
  const target = await openExisting(to);
  if (target === undefined) return "nothing";
  try {
    const mark = (await target.notes()).get(COPY_NOTE);
    if (mark !== undefined) return mark;
    const { items, transfers, players, cases, custody } = await target.counts();
    return items + transfers + players + cases + custody === 0 ? "nothing" : "data";
  } finally {
    await target.close();
  }
}

async function openExisting(to: EngineConfig): Promise<StoreReader | undefined> {
  if (to.engine === "sqlite" && !existsSync(to.file)) return undefined;
  try {
    return await openReader(to);
  } catch (error) {
    // The reader rejects a database without tables; here that is an empty one.
    if (error instanceof DoubletakeError && /holds nothing of Doubletake yet/.test(error.message)) return undefined;
    throw error;
  }
}
