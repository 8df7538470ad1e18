import { statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type {
  CaseFilter,
  CaseRecord,
  Claim,
  Custody,
  FirstSighting,
  HandledItem,
  KnownPlayer,
  Page,
  QuarantinedItem,
  QuarantineFilter,
} from "../../core/records.ts";
import { NIL_UUID } from "../../core/records.ts";
import type {
  Archive,
  ArchiveCounts,
  PurgeCount,
  SightingRow,
  TransferFilter,
  TransferOrder,
  TransferRow,
} from "../archive/archive.ts";
import type { IntegrityCheck } from "../archive/integrity-check.ts";
import type { PurgeScope } from "../maintenance/purge.ts";
import { countCustody, custodyOfItem, pagesOfCustody } from "./archive-custody.ts";
import { isInUse, openReadOnly } from "./archive-file.ts";
import { checkSqlite } from "./archive-integrity.ts";
import { countPurgeable, countTransfers, pagesOf, pagesOfTransfers } from "./archive-transfers.ts";
import { CaseTables } from "./case-tables.ts";
import { QuarantineTable } from "./quarantine-table.ts";
import { sqliteFailure } from "./sqlite-failure.ts";

export function openSqliteArchive(file: string, serverName: string): Archive {
  try {
    return new SqliteArchive(file, serverName);
  } catch (cause) {
    throw sqliteFailure(cause, file);
  }
}

class SqliteArchive implements Archive {
  readonly engine = "sqlite";
  readonly where: string;
  readonly #serverName: string;
  readonly #db: DatabaseSync;
  readonly #cases: CaseTables;
  readonly #quarantine: QuarantineTable;

  constructor(file: string, serverName: string) {
    this.where = file;
    this.#serverName = serverName;
    this.#db = openReadOnly(file);
    this.#cases = new CaseTables(this.#db);
    this.#quarantine = new QuarantineTable(this.#db);
  }

  counts(): Promise<ArchiveCounts> {
    return this.#read((db) => {
      const row = db.prepare(COUNTS).get(NIL_UUID) as { items: number; transfers: number; players: number };
      const bytes = [this.where, `${this.where}-wal`].reduce((sum, path) => sum + sizeOf(path), 0);
      return {
        ...row,
        ...this.#cases.counts(),
        quarantined: this.#quarantine.count(),
        custody: countCustody(db),
        bytes,
      };
    });
  }

  liveServers(): Promise<readonly string[]> {
    return this.#read(() => (isInUse(this.where) ? [this.#serverName] : []));
  }

  servers(): Promise<readonly string[]> {
    return this.#read((db) => column(db.prepare("SELECT DISTINCT server AS value FROM scenes ORDER BY 1").all()));
  }

  idsByPrefix(prefix: string, limit: number): Promise<string[]> {
    return this.#read((db) =>
      column(
        db
          .prepare("SELECT uuid AS value FROM items WHERE uuid >= ? AND uuid < ? ORDER BY uuid LIMIT ?")
          .all(prefix, `${prefix}g`, limit),
      ),
    );
  }

  firstSighting(itemId: string): Promise<FirstSighting | undefined> {
    return this.#read((db) => db.prepare(`${SIGHTINGS} WHERE id = ?`).all(itemId).map(sightingFrom)[0]);
  }

  custodyOf(itemId: string): Promise<Custody | undefined> {
    return this.#read((db) => custodyOfItem(db, itemId));
  }

  async itemsOfPlayer(playerId: string, { offset, limit }: Page): Promise<HandledItem[]> {
    const newest = new Map<string, TransferRow>();
    for await (const page of this.transfers({ playerId }, { by: "time" })) {
      for (const row of page) newest.set(row.itemId, row);
    }
    const rows = [...newest.values()].sort((a, b) => b.timestampMs - a.timestampMs).slice(offset, offset + limit);
    return this.#read((db) => {
      const material = db.prepare("SELECT material FROM tracker_items WHERE id = ?");
      return rows.map(({ itemId, action, location, timestampMs }) => ({
        itemId,
        material: (material.get(itemId)?.material as string | undefined) ?? "",
        lastAction: action,
        lastLocation: location,
        lastTimestamp: timestampMs,
      }));
    });
  }

  playerByName(name: string): Promise<KnownPlayer | undefined> {
    const key = name.toLowerCase();
    return this.#read(
      (db) => db.prepare(`${PLAYERS} WHERE name_key = ? ORDER BY named DESC LIMIT 1`).all(key).map(player)[0],
    );
  }

  playerById(playerId: string): Promise<KnownPlayer | undefined> {
    return this.#read(
      (db) => db.prepare(`${PLAYERS} WHERE uuid = ? AND name IS NOT NULL`).all(playerId).map(player)[0],
    );
  }

  namedPlayers(): Promise<KnownPlayer[]> {
    return this.#read((db) => db.prepare(`${PLAYERS} WHERE name IS NOT NULL ORDER BY named, ref`).all().map(player));
  }

  caseByNumber(number: number): Promise<CaseRecord | undefined> {
    return this.#read(() => this.#cases.byNumber(number));
  }

  cases(filter: CaseFilter, page: Page): Promise<CaseRecord[]> {
    return this.#read(() => this.#cases.list(filter, page));
  }

  quarantined(filter: QuarantineFilter): Promise<QuarantinedItem[]> {
    return this.#read(() => this.#quarantine.list(filter));
  }

  claims(_server: string): Promise<Claim[]> {
    return this.#read(() => this.#cases.openClaims());
  }

  notes(_server: string): Promise<ReadonlyMap<string, string>> {
    return this.#read((db) => {
      const rows = db.prepare("SELECT key, value FROM notes ORDER BY key").all();
      return new Map(rows.map(({ key, value }) => [key as string, value as string]));
    });
  }

  countTransfers(filter: TransferFilter): Promise<number> {
    return this.#read((db) => countTransfers(db, filter));
  }

  countPurgeable(scope: PurgeScope): Promise<PurgeCount> {
    return this.#read((db) => countPurgeable(db, scope));
  }

  transfers(filter: TransferFilter, order: TransferOrder): AsyncIterable<readonly TransferRow[]> {
    return this.#stream((db) => pagesOfTransfers(db, filter, order));
  }

  sightings(): AsyncIterable<readonly SightingRow[]> {
    return this.#stream((db) => pagesOf(db.prepare(SIGHTINGS).iterate(), sightingFrom));
  }

  custodies(server?: string): AsyncIterable<readonly Custody[]> {
    return this.#stream((db) => pagesOfCustody(db, server));
  }

  integrity(): AsyncIterable<IntegrityCheck> {
    return this.#stream(checkSqlite);
  }

  async close(): Promise<void> {
    this.#db.close();
  }

  async #read<T>(work: (db: DatabaseSync) => T): Promise<T> {
    try {
      return work(this.#db);
    } catch (cause) {
      throw sqliteFailure(cause, this.where);
    }
  }

  async *#stream<T>(work: (db: DatabaseSync) => Iterable<T>): AsyncGenerator<T> {
    try {
      yield* work(this.#db);
    } catch (cause) {
      throw sqliteFailure(cause, this.where);
    }
  }
}

const COUNTS = `
  SELECT seen_items AS items, (SELECT count(*) FROM players WHERE uuid <> ?) AS players,
    folded_transfers + (SELECT count(*) FROM recent WHERE deed > 0
      AND NOT (seq <= fold_through AND item <= folded_item)) AS transfers
  FROM progress`;
const SIGHTINGS = "SELECT id, first_seen, material, first_player_uuid FROM tracker_items";
const PLAYERS = "SELECT uuid, name FROM players";

type Row = Record<string, unknown>;

function column(rows: readonly Row[]): string[] {
  return rows.map(({ value }) => value as string);
}

function player({ uuid, name }: Row): KnownPlayer {
  return { id: uuid as string, name: name as string };
}

function sightingFrom(row: Row): SightingRow {
  return {
    itemId: row.id as string,
    firstSeenMs: row.first_seen as number,
    material: row.material as string,
    playerId: row.first_player_uuid as string,
  };
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
