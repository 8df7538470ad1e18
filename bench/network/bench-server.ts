import { join } from "node:path";
import type { Store } from "../../src/core/index.ts";
import { SILENT_LOG } from "../../src/core/model/log.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { type FakeService, fakeService } from "../../src/testing/unpublished/fake-service.ts";
import { HandClock } from "../../src/testing/unpublished/hand-clock.ts";
import { untilReachable } from "../../test/support/until-reachable.ts";

/** A whole service on a fake game, with a real store on its own thread. Its questions to the store are counted. */
export interface BenchServer {
  readonly name: string;
  readonly game: FakeService;
  readonly store: Store;
  /** Questions to the database so far, by name. Batches of rows do not count. */
  readonly asked: Map<string, number>;
  /** When each question was last asked, by the steady clock. */
  readonly askedAt: Map<string, number>;
}

interface BenchServerOptions {
  readonly url: string;
  readonly folder: string;
  readonly name: string;
  /** No two servers give out the same id. */
  readonly firstId: number;
  /** If false, the server is not notified of changes in the database, and has to ask. */
  readonly isNotified?: boolean;
}

const UNCOUNTED = new Set(["append", "health", "close", "onWake", "then"]);

export async function startBenchServer(options: BenchServerOptions): Promise<BenchServer> {
  const { url, folder, name, firstId, isNotified = true } = options;
  const journalFolder = join(folder, name);
  const config = {
    engine: "postgres",
    url,
    serverName: name,
    journalFolder,
    journalLimitMb: 64,
    instance: name,
  } as const;
  const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
  await untilReachable(store);
  const [asked, askedAt] = [new Map<string, number>(), new Map<string, number>()];
  const counted = new Proxy(store, {
    get(target, key) {
      const member = Reflect.get(target, key) as unknown;
      if (key === "onWake" && !isNotified) return undefined;
      if (typeof member !== "function") return member;
      const call = member.bind(target) as (...values: unknown[]) => unknown;
      if (UNCOUNTED.has(String(key))) return call;
      return (...values: unknown[]) => {
        asked.set(String(key), (asked.get(String(key)) ?? 0) + 1);
        askedAt.set(String(key), performance.now());
        return call(...values);
      };
    },
  });
  const game = fakeService({ store: counted, serverName: name, clock: new HandClock(), firstId });
  return { name, game, store, asked, askedAt };
}

/** Ticks all games in real time, 20 times a second, until `isOver`. Returns how late the latest tick was. */
export async function playAll(
  servers: readonly BenchServer[],
  eachTick: (tick: number) => void,
  isOver: (tick: number) => boolean,
): Promise<{ readonly seconds: number; readonly latestTickMs: number }> {
  const began = performance.now();
  let latestTickMs = 0;
  for (let tick = 0; !isOver(tick); tick++) {
    const waitMs = began + tick * TICK_MS - performance.now();
    latestTickMs = Math.max(latestTickMs, -waitMs);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, waitMs)));
    eachTick(tick);
    for (const { game } of servers) {
      game.clock.pass(TICK_MS);
      game.platform.tick();
    }
  }
  return { seconds: (performance.now() - began) / 1000, latestTickMs };
}

const TICK_MS = 50;
