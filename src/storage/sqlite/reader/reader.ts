import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { DoubletakeError, RUN_NOTE, STOPPED } from "../../../core/storage-face.ts";
import { CLEARED_NOTE, readClearedMonths } from "../../archive/cleared-months.ts";
import { documentQuestions } from "../../documents/documents.ts";
import { eachRow } from "../../each-row.ts";
import type { SqliteConfig } from "../../engine.ts";
import { loneServer } from "../../lone-server.ts";
import { explained, type SightingRow, type StoreReader, type TransferRow } from "../../reader/store-reader.ts";
import { isInUse } from "../connection.ts";
import { isMalformedJson, sqliteFailure } from "../failures.ts";
import { openReadOnly } from "../file/open-file.ts";
import { Items } from "../questions/items.ts";
import { Players } from "../questions/players.ts";
import { sqliteSql } from "../sql.ts";
import { Dictionaries } from "../writing/dictionaries.ts";
import { checkSqlite } from "./reader-integrity.ts";
import {
  countCustody,
  countPurgeable,
  countTransfers,
  custodyOfItems,
  pagesOf,
  pagesOfCustody,
  pagesOfTransfers,
} from "./reader-pages.ts";

export function openSqliteReader({ file, serverName }: SqliteConfig): StoreReader {
  const explain = (cause: unknown) => changedRecord(cause, file) ?? sqliteFailure(cause, file);
  try {
    return explained(readerOver(openReadOnly(file), file, serverName), explain);
  } catch (cause) {
    throw explain(cause);
  }
}

/**
 * A running server also holds its latest rows in memory, and answers from there. Here the same questions about transfers and
 * custody are answered from the file alone.
 */
function readerOver(db: DatabaseSync, file: string, serverName: string): StoreReader {
  const dictionaries = new Dictionaries(db, serverName);
  const items = new Items(db, dictionaries);
  const players = new Players(db, dictionaries);
  const documents = documentQuestions(sqliteSql(db), serverName);
  const reader: StoreReader = {
    ...documents,
    engine: "sqlite",
    where: file,

    async counts() {
      const rows = db.prepare(COUNTS).get() as { items: number; transfers: number };
      const bytes = [file, `${file}-wal`].reduce((sum, path) => sum + sizeOf(path), 0);
      const more = { players: players.count(), custody: countCustody(db), bytes };
      return { ...rows, ...more, ...(await documents.countDocuments()) };
    },
    liveServers: async () => (isInUse(file) ? [serverName] : []),
    async serverRecords() {
      const lastRun = (await documents.notes()).get(RUN_NOTE);
      const state = { isRunning: isInUse(file), isStoppedCleanly: lastRun === undefined || lastRun === STOPPED };
      return (await loneServer(serverName).servers()).map((server) => ({ ...server, ...state }));
    },
    servers: async () =>
      db
        .prepare("SELECT DISTINCT server FROM scenes ORDER BY 1")
        .all()
        .map(({ server }) => server as string),
    worlds: async () =>
      db
        .prepare("SELECT DISTINCT world FROM scenes ORDER BY 1")
        .all()
        .map(({ world }) => world as string),

    idsByPrefix: async (prefix, limit) => items.byPrefix(prefix, limit),
    firstSighting: async (itemId) => items.firstSighting(itemId),
    playerByName: async (name) => players.byName(name),
    playerById: async (playerId) => players.byId(playerId),
    namedPlayers: async () => players.named(),
    custodyOf: async (itemIds) => custodyOfItems(db, itemIds),

    async itemsOfPlayer(playerId, { offset, limit }) {
      const newest = new Map<string, TransferRow>();
      for await (const page of reader.transfers({ playerId }, { by: "time" })) {
        for (const row of page) newest.set(row.itemId, row);
      }
      const rows = [...newest.values()].sort((a, b) => b.timestampMs - a.timestampMs).slice(offset, offset + limit);
      return rows.map(({ itemId, action, location, timestampMs, server }) => ({
        itemId,
        material: items.firstSighting(itemId)?.material ?? "",
        lastAction: action,
        lastLocation: location,
        lastTimestamp: timestampMs,
        lastServer: server,
      }));
    },

    countTransfers: async (filter) => countTransfers(db, filter),
    countPurgeable: async (scope) => countPurgeable(db, scope),
    transfers: (filter, order) => pagesOfTransfers(db, filter, order),
    sightings: () => pagesOf(eachRow(db.prepare(SIGHTINGS)), (row) => row as unknown as SightingRow),
    custodies: (server) => pagesOfCustody(db, server),
    clearedMonths: async () => readClearedMonths((await documents.notes()).get(CLEARED_NOTE)),
    integrity: () => checkSqlite(db),
    close: async () => db.close(),
  };
  return reader;
}

const COUNTS = `
  SELECT seen_items AS items, folded_transfers + (SELECT count(*) FROM recent WHERE is_transfer) AS transfers
  FROM progress`;
const SIGHTINGS = `
  SELECT id AS itemId, first_seen AS firstSeenMs, material, first_player_uuid AS playerId FROM tracker_items`;

/** Returns our error if SQLite could not take a record of the append area apart: the questions here have it read no other JSON. */
function changedRecord(cause: unknown, file: string): DoubletakeError | undefined {
  if (!isMalformedJson(cause)) return undefined;
  const advice = isInUse(file)
    ? "The server that is running has these rows in memory: ask in the game, or here again when it has sorted them in."
    : "Start the server once: it sets what was changed aside, says what is lost, and goes on with everything else.";
  return new DoubletakeError(
    "DT_STORE_DAMAGED",
    `The disk has changed some of the newest rows in the database ${file}. ${advice}`,
    { cause },
  );
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
