import { FakeItem, fakeStack } from "../../src/testing/fake-item.ts";
import { act, join } from "../../src/testing/unpublished/story.ts";
import type { PostgresServer } from "../../test/support/postgres-server.ts";
import { percentiles, round } from "../store/percentiles.ts";
import { type BenchServer, playAll, startBenchServer } from "./bench-server.ts";

const WARM_UP_TICKS = 100;
const CARRIED = 20;

interface ManyServers {
  readonly servers: number;
  readonly seconds: number;
  readonly actsPerS: number;
  /** Rows of all servers that were not yet in the database, sampled every second. */
  readonly waitingRowsP50: number;
  readonly waitingRowsWorst: number;
  /** The same in the first and the last quarter of the run. Growth means falling behind. */
  readonly waitingRowsFirstQuarter: number;
  readonly waitingRowsLastQuarter: number;
  /** From the last act until every row is committed. */
  readonly drainMs: number;
  readonly isAllThere: boolean;
  readonly questionsPerS: number;
  readonly commitsPerS: number;
  readonly connections: number;
  readonly maxConnections: number;
  /** How late the latest tick began; all games share one thread here. */
  readonly latestTickMs: number;
}

/** Whole services, all in one process except for their stores' threads, in which players move items. */
export async function manyServers(
  postgres: PostgresServer,
  url: string,
  folder: string,
  { servers: count, actsPerS, seconds }: { servers: number; actsPerS: number; seconds: number },
): Promise<ManyServers> {
  const servers: BenchServer[] = [];
  for (let nth = 0; nth < count; nth++)
    servers.push(await startBenchServer({ url, folder, name: `server-${nth}`, firstId: 10_000 + nth * 1_000 }));
  try {
    const workers = servers.map((server, nth) => new Worker(server, nth));
    await playAll(
      servers,
      () => undefined,
      (tick) => tick === WARM_UP_TICKS,
    );
    const [before, asked, rows] = [
      await commits(postgres, url),
      questionsOf(servers),
      await transfersIn(postgres, url),
    ];
    const waiting: number[] = [];
    const actsPerTick = actsPerS / 20;
    let acts = 0;
    const run = await playAll(
      servers,
      (tick) => {
        while (acts < (tick + 1) * actsPerTick) workers[acts++ % count]!.act();
        if (tick % 20 === 19)
          waiting.push(sumOf(servers, ({ store }) => store.health().pendingRows + store.health().journalledRows));
      },
      (tick) => tick === seconds * 20,
    );
    const after = await commits(postgres, url);
    const connections = await connectionsTo(postgres, url);
    const ended = performance.now();
    for (const { game, store } of servers) {
      game.doubletake.recorder.flush();
      await store.counts();
    }
    const drainMs = performance.now() - ended;
    const quarter = Math.ceil(waiting.length / 4);
    const { p50, max } = percentiles(waiting);
    const [{ max_connections: most } = {}] = await postgres.query(url, "SHOW max_connections");
    return {
      servers: count,
      seconds: round(run.seconds),
      actsPerS: round(acts / run.seconds),
      waitingRowsP50: p50,
      waitingRowsWorst: max,
      waitingRowsFirstQuarter: percentiles(waiting.slice(0, quarter)).p50,
      waitingRowsLastQuarter: percentiles(waiting.slice(-quarter)).p50,
      drainMs: Math.round(drainMs),
      isAllThere: (await transfersIn(postgres, url)) - rows >= acts,
      questionsPerS: round((questionsOf(servers) - asked) / run.seconds),
      commitsPerS: round((after - before) / run.seconds),
      connections,
      maxConnections: Number(most),
      latestTickMs: Math.round(run.latestTickMs),
    };
  } finally {
    await Promise.all(servers.map(({ store }) => store.close()));
  }
}

/** A player who moves one sword after another between a bag and a chest. */
class Worker {
  readonly #game: BenchServer["game"];
  readonly #player: ReturnType<typeof join>;
  readonly #place: string;
  #acts = 0;

  constructor({ game }: BenchServer, nth: number) {
    this.#game = game;
    this.#place = `block:world:${nth},64,0`;
    const slots = Array.from({ length: CARRIED }, () => fakeStack("diamond_sword"));
    this.#player = join(game, `Worker${nth}`, { slots });
  }

  act(): void {
    const slot = this.#acts++ % CARRIED;
    const chest = this.#game.platform.chest(this.#place);
    const [from, to] =
      this.#player.slots[slot] === undefined ? [chest, this.#player.slots] : [this.#player.slots, chest];
    to[slot] = from[slot];
    from[slot] = undefined;
    act(this.#game, this.#player, new FakeItem(to[slot]!), [this.#place]);
  }
}

async function commits(postgres: PostgresServer, url: string): Promise<number> {
  const [row] = await postgres.query(
    url,
    "SELECT xact_commit::float8 AS n FROM pg_stat_database WHERE datname = current_database()",
  );
  return Number(row?.n);
}

async function connectionsTo(postgres: PostgresServer, url: string): Promise<number> {
  const [row] = await postgres.query(
    url,
    "SELECT count(*)::integer AS n FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  return Number(row?.n);
}

async function transfersIn(postgres: PostgresServer, url: string): Promise<number> {
  const [row] = await postgres.query(url, "SELECT count(*)::integer AS n FROM dt_transfers");
  return Number(row?.n);
}

function questionsOf(servers: readonly BenchServer[]): number {
  return sumOf(servers, ({ asked }) => [...asked.values()].reduce((sum, times) => sum + times, 0));
}

function sumOf(servers: readonly BenchServer[], of: (server: BenchServer) => number): number {
  return servers.reduce((sum, server) => sum + of(server), 0);
}
