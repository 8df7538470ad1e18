import {
  type CaseFilter,
  type CaseRecord,
  type Claim,
  type Custody,
  DoubletakeError,
  type FirstSighting,
  type HandledItem,
  type KnownPlayer,
  type Page,
  type QuarantinedItem,
  type QuarantineFilter,
} from "../../core/records.ts";
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
import { checkPostgres } from "./archive-integrity.ts";
import {
  countPurgeable,
  countTransfers,
  pagesOfCustody,
  pagesOfSightings,
  pagesOfTransfers,
} from "./archive-transfers.ts";
import { caseByNumber, findCases } from "./case-table.ts";
import { connectionOptions } from "./connection-options.ts";
import { countAll } from "./counts.ts";
import { custodyOfItems } from "./custody-questions.ts";
import { firstSightingOf, idsBeginningWith, itemsHandledBy } from "./item-questions.ts";
import { playerNamed, playerWithId } from "./player-questions.ts";
import { PostgresConnection } from "./postgres-connection.ts";
import { explainFailure } from "./postgres-errors.ts";
import { findQuarantined } from "./quarantine-table.ts";
import { lockKey } from "./server-name-lock.ts";

/** What the operator's sessions are called in `pg_stat_activity`. */
const APPLICATION_NAME = "doubletake command line";

export async function openPostgresArchive(url: string): Promise<Archive> {
  const options = connectionOptions(url, APPLICATION_NAME);
  try {
    const connection = await PostgresConnection.connect(options);
    const archive = new PostgresArchive(connection, options.hostName);
    await archive.requireTables();
    return archive;
  } catch (error) {
    throw explainFailure(error, options.hostName);
  }
}

class PostgresArchive implements Archive {
  readonly engine = "postgres";
  readonly where: string;
  readonly #connection: PostgresConnection;

  constructor(connection: PostgresConnection, hostName: string) {
    this.#connection = connection;
    this.where = hostName;
  }

  async requireTables(): Promise<void> {
    const [row] = await this.#connection.query("SELECT to_regclass('dt_migrations') IS NOT NULL AS is_there");
    if (row?.is_there) return;
    await this.#connection.close();
    throw new DoubletakeError(
      "DT_STORE_UNREACHABLE",
      `The database at ${this.where} holds nothing of Doubletake yet: start a game server with it once.`,
    );
  }

  counts(): Promise<ArchiveCounts> {
    return this.#ask(async (to) => {
      const counts = await countAll(to, 0);
      const [row] = await to.query(`SELECT (SELECT count(*) FROM dt_custody) AS custody,
        (SELECT count(*) FROM dt_claims) AS claims, pg_database_size(current_database()) AS bytes`);
      const [custody, openClaims, bytes] = [row?.custody, row?.claims, row?.bytes].map(Number) as [
        number,
        number,
        number,
      ];
      return { ...counts, openClaims, custody, bytes };
    });
  }

  liveServers(): Promise<readonly string[]> {
    return this.#ask(async (to) => {
      const held = await to.query(`SELECT ((classid::bigint << 32) | objid::bigint)::text AS key FROM pg_locks
        WHERE locktype = 'advisory' AND granted AND objsubid = 1
          AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
      const keys = new Set(held.map(({ key }) => key));
      return (await this.servers()).filter((name) => keys.has(lockKey(name)));
    });
  }

  servers(): Promise<readonly string[]> {
    return this.#ask(async (to) =>
      (await to.query("SELECT name FROM dt_servers ORDER BY name")).map(({ name }) => name as string),
    );
  }

  idsByPrefix(prefix: string, limit: number): Promise<string[]> {
    return this.#ask((to) => idsBeginningWith(to, prefix, limit));
  }

  firstSighting(itemId: string): Promise<FirstSighting | undefined> {
    return this.#ask((to) => firstSightingOf(to, itemId));
  }

  custodyOf(itemId: string): Promise<Custody | undefined> {
    return this.#ask(async (to) => (await custodyOfItems(to, [itemId]))[0]);
  }

  itemsOfPlayer(playerId: string, page: Page): Promise<HandledItem[]> {
    return this.#ask((to) => itemsHandledBy(to, playerId, page));
  }

  playerByName(name: string): Promise<KnownPlayer | undefined> {
    return this.#ask((to) => playerNamed(to, name));
  }

  playerById(playerId: string): Promise<KnownPlayer | undefined> {
    return this.#ask((to) => playerWithId(to, playerId));
  }

  namedPlayers(): Promise<KnownPlayer[]> {
    return this.#ask(async (to) => {
      const rows = await to.query(
        "SELECT uuid::text AS id, name FROM dt_players WHERE name IS NOT NULL ORDER BY named, ref",
      );
      return rows.map(({ id, name }) => ({ id: id as string, name: name as string }));
    });
  }

  caseByNumber(number: number): Promise<CaseRecord | undefined> {
    return this.#ask((to) => caseByNumber(to, number));
  }

  cases(filter: CaseFilter, page: Page): Promise<CaseRecord[]> {
    return this.#ask((to) => findCases(to, filter, page));
  }

  quarantined(filter: QuarantineFilter): Promise<QuarantinedItem[]> {
    return this.#ask((to) => findQuarantined(to, filter));
  }

  claims(server: string): Promise<Claim[]> {
    return this.#ask(async (to) => {
      const rows = await to.query(
        "SELECT body FROM dt_claims JOIN dt_servers ON ref = server WHERE name = $1 ORDER BY dt_claims.opened, saved",
        [server],
      );
      return rows.map(({ body }) => body as Claim);
    });
  }

  notes(server: string): Promise<ReadonlyMap<string, string>> {
    return this.#ask(async (to) => {
      const rows = await to.query("SELECT key, value FROM dt_notes JOIN dt_servers ON ref = server WHERE name = $1", [
        server,
      ]);
      return new Map(rows.map(({ key, value }) => [key as string, value as string]));
    });
  }

  countTransfers(filter: TransferFilter): Promise<number> {
    return this.#ask((to) => countTransfers(to, filter));
  }

  countPurgeable(scope: PurgeScope): Promise<PurgeCount> {
    return this.#ask((to) => countPurgeable(to, scope));
  }

  transfers(filter: TransferFilter, order: TransferOrder): AsyncIterable<readonly TransferRow[]> {
    return this.#stream((connection) => pagesOfTransfers(connection, filter, order));
  }

  sightings(): AsyncIterable<readonly SightingRow[]> {
    return this.#stream(pagesOfSightings);
  }

  custodies(server?: string): AsyncIterable<readonly Custody[]> {
    return this.#stream((connection) => pagesOfCustody(connection, server));
  }

  integrity(): AsyncIterable<IntegrityCheck> {
    return this.#stream(checkPostgres);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  async #ask<T>(question: (to: PostgresConnection) => Promise<T>): Promise<T> {
    try {
      return await question(this.#connection);
    } catch (error) {
      throw explainFailure(error, this.where);
    }
  }

  async *#stream<T>(work: (connection: PostgresConnection) => AsyncIterable<T>): AsyncGenerator<T> {
    try {
      yield* work(this.#connection);
    } catch (error) {
      throw explainFailure(error, this.where);
    }
  }
}
