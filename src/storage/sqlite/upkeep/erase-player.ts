import type { DatabaseSync } from "node:sqlite";
import { playerPlace } from "../../../core/storage-face.ts";
import { NO_FAILURE_LOG } from "../../failure-log.ts";
import { type Erasure, withoutId, withoutPlayer, withoutPlayerInNote } from "../../maintenance/erasure.ts";
import { inTransaction } from "../connection.ts";
import { sqliteFailure } from "../failures.ts";
import { openFile } from "../file/open-file.ts";
import { placeHash } from "../writing/places.ts";
import { recordCrc } from "../writing/stored-record.ts";

/** Erases the player in one transaction, with the file to itself. Returns the number of changed documents. */
export function eraseFromSqlite(file: string, erasure: Erasure): number {
  try {
    const { db, owner } = openFile(file, false, NO_FAILURE_LOG);
    try {
      const documents = inTransaction(db, () => erase(db, erasure));
      // The replaced texts must not survive in free pages.
      db.exec("PRAGMA wal_checkpoint(TRUNCATE); VACUUM");
      return documents;
    } finally {
      db.close();
      owner.close();
    }
  } catch (cause) {
    throw sqliteFailure(cause, file);
  }
}

function erase(db: DatabaseSync, erasure: Erasure): number {
  const { playerId, pseudonymId, pseudonym } = erasure;
  const player = db.prepare("SELECT ref FROM players WHERE uuid = ?").get(playerId)?.ref as number | undefined;
  if (player !== undefined) {
    db.prepare("UPDATE players SET uuid = ?, name = ?, name_key = ? WHERE ref = ?").run(
      pseudonymId,
      pseudonym,
      pseudonym,
      player,
    );
    db.prepare("UPDATE custody SET place_hash = ? WHERE holder = ? AND place = '*'").run(
      placeHash(playerPlace(pseudonymId)),
      player,
    );
  }
  erasePlaces(db, erasure);
  eraseWorlds(db, erasure);
  return (
    eraseDocuments(db, "cases", ["body"], erasure) +
    eraseDocuments(db, "claims", ["place", "body"], erasure) +
    eraseDocuments(db, "quarantine", ["return_to", "body"], erasure) +
    eraseDocuments(db, "notes", ["key", "value"], erasure)
  );
}

/** The names of ender chests, second sessions and windows contain the player's id. */
function erasePlaces(db: DatabaseSync, erasure: Erasure): void {
  const like = `%${erasure.playerId}%`;
  const setCustody = db.prepare("UPDATE custody SET place = ?, place_hash = ? WHERE item = ?");
  for (const { item, place } of db.prepare("SELECT item, place FROM custody WHERE place LIKE ?").all(like)) {
    const text = withoutId(place as string, erasure);
    setCustody.run(text, placeHash(text.replace(/^=/, "")), item as number);
  }
  const setRecent = db.prepare("UPDATE recent_records SET rows = ?, crc = ? WHERE seq = ?");
  for (const record of db.prepare("SELECT seq, base, rows, crc FROM recent_records WHERE rows LIKE ?").all(like)) {
    const [base, before, crc] = [record.base as number, record.rows as string, record.crc as number | null];
    const rows = withoutId(before, erasure);
    // A record that the disk has changed must not look whole afterwards.
    setRecent.run(rows, crc === recordCrc(base, before) ? recordCrc(base, rows) : crc, record.seq as number);
  }
}

/** Worlds may be called after their player, and locations that are no block may name one. */
function eraseWorlds(db: DatabaseSync, { playerId, pseudonymId }: Erasure): void {
  db.prepare("UPDATE scenes SET world = replace(world, ?, ?) WHERE world LIKE '%' || ? || '%'").run(
    playerId,
    pseudonymId,
    playerId,
  );
  const setHash = db.prepare("UPDATE custody SET place_hash = ? WHERE item = ?");
  const blocks = `SELECT c.item, s.world || ':' || c.x || ',' || c.y || ',' || c.z AS location
    FROM custody c JOIN scenes s ON s.ref = c.scene WHERE c.place = '@' AND s.world LIKE '%' || ? || '%'`;
  for (const { item, location } of db.prepare(blocks).all(pseudonymId)) {
    setHash.run(placeHash(`block:${location}`), item as number);
  }
}

function eraseDocuments(db: DatabaseSync, table: string, columns: readonly string[], erasure: Erasure): number {
  // Tables with their own key have no row numbers, so the old values identify the document.
  const rows = db.prepare(`SELECT ${columns.join(", ")} FROM ${table}`).all() as Record<string, string>[];
  const fits = columns.map((name) => `${name} = ?`).join(" AND ");
  const update = db.prepare(`UPDATE ${table} SET ${columns.map((name) => `${name} = ?`).join(", ")} WHERE ${fits}`);
  let changed = 0;
  for (const row of rows) {
    const before = columns.map((name) => row[name] as string);
    const after = columns.map((name, at) => withoutPlayerIn(name, before[at] as string, erasure));
    if (after.join("\n") === before.join("\n")) continue;
    update.run(...after, ...before);
    changed++;
  }
  return changed;
}

function withoutPlayerIn(column: string, text: string, erasure: Erasure): string {
  if (column === "body") return withoutPlayer(text, erasure);
  return column === "value" ? withoutPlayerInNote(text, erasure) : withoutId(text, erasure);
}
