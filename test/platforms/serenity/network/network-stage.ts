import { type PostgresServer, sharedPostgres } from "../../../support/postgres-server.ts";
import { NetworkServer, type NetworkServerOptions } from "./network-server.ts";

/** Something disputed, claimed or on its way, and what is on record about its item. */
interface Unsettled {
  readonly item: string;
  readonly way: readonly string[];
}

/** Several servers on one PostgreSQL, with an inventory-sync plugin on each. Each story has its own players, items and chests. */
export class NetworkStage {
  readonly servers: NetworkServer[] = [];
  /** Items that staff are rightly told of. */
  readonly guilty = new Set<string>();
  readonly #postgres: PostgresServer;
  /** The address of the network's database. */
  readonly url: string;
  #sites = 0;

  private constructor(postgres: PostgresServer, url: string) {
    this.#postgres = postgres;
    this.url = url;
  }

  static async open(servers: readonly Pick<NetworkServerOptions, "name" | "announces">[]): Promise<NetworkStage> {
    const postgres = await sharedPostgres();
    const stage = new NetworkStage(postgres, await postgres.freshDatabase());
    try {
      // The first one makes the tables.
      for (const server of servers) await stage.add(server);
    } catch (error) {
      await stage.discard();
      throw error;
    }
    return stage;
  }

  async add(options: Omit<NetworkServerOptions, "url">): Promise<NetworkServer> {
    const server = await NetworkServer.start({ ...options, url: this.url });
    this.servers.push(server);
    return server;
  }

  get(name: string): NetworkServer {
    return this.servers.find((server) => server.name === name)!;
  }

  /** A number that no other story has. */
  nextSite(): number {
    return this.#sites++;
  }

  get running(): NetworkServer[] {
    return this.servers.filter(({ process }) => process.isRunning);
  }

  /** A server that runs and is never cut off from the database. */
  get witness(): NetworkServer {
    return this.running.at(-1)!;
  }

  /** Where items with the mark are, on all servers that run. */
  async copies(mark: string): Promise<string[]> {
    const found = this.running.map(async (server) =>
      (await server.call("copies", mark)).map((line) => `${server.name}: ${line}`),
    );
    return (await Promise.all(found)).flat();
  }

  /** What watchers on the whole network were shown about the proof of a case. */
  proofsTold(caseNumber: number): string[] {
    const isIt = (line: string) => line.includes("Duplicated item") && line.includes(`case ${caseNumber}`);
    return this.servers.flatMap((server) => server.watched.filter(isIt).map((line) => `${server.name}: ${line}`));
  }

  /** Everything at HIGH or above that staff were told without a reason, on all servers that run. */
  async accusations(): Promise<string[]> {
    const told = this.running.map(async (server) =>
      (await server.ask("alerts"))
        .filter(({ severity, itemId }) => /HIGH|CRITICAL/.test(severity) && !this.guilty.has(itemId))
        .map(({ type, itemId }) => `${server.name}: ${type} ${itemId}`),
    );
    return (await Promise.all(told)).flat();
  }

  /** Everything that is still disputed, claimed or on its way, with all that is on record about its item. */
  async unsettled(): Promise<Unsettled[]> {
    const disputes = "SELECT item, 'dispute' AS what, to_json(dispute) AS it FROM dt_disputes AS dispute WHERE is_open";
    const claims = "SELECT item, 'claim', body FROM dt_claims";
    const ways =
      "SELECT (body ->> 'itemId')::uuid, state, body FROM dt_quarantine WHERE state IN ('taking', 'returning')";
    const open = await this.query(`${disputes} UNION ALL ${claims} UNION ALL ${ways}`);
    return Promise.all(
      open.map(async (one) => ({ ...one, item: one.item as string, way: await this.way(one.item as string) })),
    );
  }

  /** The players with whom these items are on record. What is asked about an item waits until such a player is back. */
  async holdersOf(open: readonly Unsettled[]): Promise<string[]> {
    const names = new Set<string>();
    for (const { item } of open) {
      const [, id] = / player:([0-9a-f-]{36})/.exec((await this.witness.ask("recordOf", item)) ?? "") ?? [];
      const rows = id === undefined ? [] : await this.query(`SELECT name FROM dt_players WHERE uuid = '${id}'`);
      for (const { name } of rows) names.add(name as string);
    }
    return [...names];
  }

  /** Everything that is on record about an item, for the message of a test that fails. */
  async way(item: string): Promise<string[]> {
    const rows = await this.query(
      `SELECT t.ts, t.server, t.action, t.location, p.name FROM tracker_item_transfers AS t
       JOIN dt_players AS p ON p.uuid = t.player_uuid WHERE t.item_uuid = '${item}' ORDER BY t.ts`,
    );
    return rows.map((row) => JSON.stringify(row));
  }

  query(sql: string): Promise<Record<string, unknown>[]> {
    return this.#postgres.query(this.url, sql);
  }

  async discard(): Promise<void> {
    for (const server of this.servers) await server.discard();
    if (this.#postgres.isOurs) await this.#postgres.remove();
  }
}
