/**
 * PostgreSQL after two years: questions and a start at 1 and 4 million transfers (`--full`: 1 and 20), in a table a month; and
 * the time to convert the table of version 1.0, and to forget. `npm run bench -- years`, or with your own sizes in millions:
 * `years 1 100`.
 */
import { randomUUID } from "node:crypto";
import { PostgresConnection } from "../src/storage/postgres/connection.ts";
import { connectionOptions } from "../src/storage/postgres/connection-options.ts";
import { PostgresEngine } from "../src/storage/postgres/engine.ts";
import { migrate } from "../src/storage/postgres/migrate.ts";
import { firstSchema } from "../src/storage/postgres/migrations/0001-first-schema.ts";
import { type PostgresServer, startPostgres } from "../test/support/postgres-server.ts";
import type { BenchOptions } from "./run.ts";
import { type Percentiles, percentiles, round } from "./store/percentiles.ts";

const MILLION = 1_000_000;
const MONTHS = 24;
const MONTH_MS = 30.4 * 86_400_000;
const PLAYERS = 500;
const TRANSFERS_AN_ITEM = 20;
const OPEN_CASES = 10_000;
const ASKED = 4_000;
const SETTINGS = { shared_buffers: "1GB", max_wal_size: "4GB", fsync: "off" };

/** Questions of one kind to one store before the other store is asked, so that other work of the machine affects both alike. */
const TURN = 200;

/** A store that was converted to this version's layout, and what that took. */
interface Prepared {
  readonly millions: number;
  readonly engine: PostgresEngine;
  readonly items: readonly string[];
  readonly players: readonly string[];
  readonly figures: Record<string, unknown>;
}

type Question = (store: Prepared, at: number) => Promise<unknown>;

const history: Question = ({ engine, items }, at) => engine.ask("getItemTransferHistory", items[at]!, 100);
const earliest: Question = ({ engine, items, players }, at) =>
  engine.ask("getEarliestTransferTs", items[at]!, players[at % players.length]!);

export async function run({ full, only }: Pick<BenchOptions, "full" | "only">): Promise<Record<string, unknown>> {
  const server = await startPostgres(SETTINGS);
  try {
    const sizes = only.length > 0 ? only.map(Number) : full ? [1, 20] : [1, 4];
    const stores: Prepared[] = [];
    for (const millions of sizes) stores.push(await prepare(server, millions));
    const [histories, earliests] = [await askInTurns(stores, history), await askInTurns(stores, earliest)];
    const figures: Record<string, unknown>[] = [];
    for (const [at, store] of stores.entries())
      figures.push(await finish(store, { history: histories[at], earliest: earliests[at] }));
    const growth = (times: readonly Percentiles[]) => round(times.at(-1)!.p99 / times[0]!.p99);
    return { stores: figures, historyP99Growth: growth(histories), earliestP99Growth: growth(earliests) };
  } finally {
    await server.remove();
  }
}

async function prepare(server: PostgresServer, millions: number): Promise<Prepared> {
  const url = await server.freshDatabase();
  const filledMs = await timed(() => fill(server, url, millions));
  const engine = new PostgresEngine({ url, serverName: "bench" });
  const startMs = await timed(() => engine.open());
  const arrangedMs = await timed(() => engine.upkeep());
  // No row is that old, so nothing is forgotten: the months of version 1.0's table get their own tables, as with the first
  // forgetting.
  const splitMs = await timed(() => forget(engine, Date.now() - (MONTHS - 1) * MONTH_MS));
  await server.query(url, "VACUUM ANALYZE");
  const [parts] = await server.query(
    url,
    `SELECT count(*)::integer, pg_database_size(current_database())::float8 / 1e9 AS gigabytes
     FROM pg_inherits WHERE inhparent = 'dt_transfers'::regclass`,
  );
  const items = await server.query(
    url,
    `SELECT uuid::text AS id FROM dt_items TABLESAMPLE BERNOULLI (${20 / millions}) ORDER BY uuid LIMIT ${ASKED}`,
  );
  const players = await server.query(url, "SELECT uuid::text AS id FROM dt_players");
  const figures = { millions, ...parts, filledMs, startMs, arrangedMs, splitMs };
  console.log(`years: ${JSON.stringify(figures)}`);
  const idsOf = (rows: readonly Record<string, unknown>[]) => rows.map(({ id }) => id as string);
  return { millions, engine, items: idsOf(items), players: idsOf(players), figures };
}

async function finish({ engine, figures }: Prepared, answers: Record<string, unknown>) {
  await engine.close();
  const secondStartMs = await timed(() => engine.open());
  // The questions that a start asks about cases.
  const casesMs = await timed(async () => {
    await engine.ask("cases", { status: "open" }, { offset: 0, limit: 200 });
    await engine.ask("openCaseItems");
  });
  const forgetMs = await timed(() => forget(engine, Date.now() - (MONTHS - 2) * MONTH_MS));
  await engine.close();
  return { ...figures, ...answers, secondStartMs, casesMs, forgetMs };
}

/** Asks about each sampled item once, after a tenth of them to warm the caches. */
async function askInTurns(stores: readonly Prepared[], question: Question): Promise<Percentiles[]> {
  const times = stores.map((): number[] => []);
  for (const store of stores) for (let at = 0; at < store.items.length / 10; at++) await question(store, at);
  for (let from = 0; from < ASKED; from += TURN) {
    for (const [which, store] of stores.entries()) {
      const to = Math.min(from + TURN, store.items.length);
      for (let at = from; at < to; at++) times[which]!.push(await timed(() => question(store, at)));
    }
  }
  return times.map(percentiles);
}

/** Fills a store of version 1.0: each item lives for two months, somewhere in the last two years. */
async function fill(server: PostgresServer, url: string, millions: number): Promise<void> {
  const connection = await PostgresConnection.connect(connectionOptions(url, "bench"));
  await migrate(connection, "here", [firstSchema]);
  await connection.close();
  const items = (millions * MILLION) / TRANSFERS_AN_ITEM;
  const body = JSON.stringify({
    itemIds: [randomUUID()],
    status: "open",
    copies: Array(4).fill({ itemId: randomUUID(), place: "block:world:1,2,3" }),
    transfers: Array(20).fill({ playerUUID: randomUUID(), action: "DROP", location: "world:1,2,3", timestamp: 1 }),
  });
  await server.query(
    url,
    `INSERT INTO dt_servers (name, transfers) VALUES ('bench', ${millions * MILLION});
     INSERT INTO dt_worlds (server, is_unusual, name) VALUES (1, false, 'world');
     INSERT INTO dt_actions (name) VALUES ('DROP');
     INSERT INTO dt_players (uuid) SELECT gen_random_uuid() FROM generate_series(1, ${PLAYERS});
     INSERT INTO dt_items (uuid, first_seen) SELECT gen_random_uuid(), now() FROM generate_series(1, ${items});
     INSERT INTO dt_cases (number, status, opened, items, body)
       SELECT n, 'open', now(), '{}', '${body}' FROM generate_series(1, ${OPEN_CASES}) AS n;
     DROP INDEX dt_transfers_by_item, dt_transfers_by_player;
     INSERT INTO dt_transfers (ts, item, player, x, z, y, world, action, tie)
       SELECT now() - interval '1 month' * ${MONTHS} * (1 - n / ${millions * MILLION}.0) + interval '60 days' * (random() - 1),
         1 + (n / ${TRANSFERS_AN_ITEM * 1000}) * 1000 % ${items} + n % 1000, 1 + (n * 7919 % ${PLAYERS}), n % 1000, 0, 64, 1, 1, n % 30000
       FROM generate_series(0::bigint, ${millions * MILLION - 1}) AS n;
     CREATE INDEX dt_transfers_by_item ON dt_transfers (item, dt_hour(ts));
     CREATE INDEX dt_transfers_by_player ON dt_transfers (player)`,
  );
}

async function forget(engine: PostgresEngine, beforeMs: number): Promise<void> {
  while ((await engine.purgeStep(beforeMs)).hasMore);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return round(performance.now() - began);
}
