import assert from "node:assert/strict";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Store } from "../../src/core/index.ts";
import { SILENT_LOG } from "../../src/core/model/log.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { fakeStack } from "../../src/testing/fake-item.ts";
import type { FakePlayer } from "../../src/testing/fake-player.ts";
import { fakeId } from "../../src/testing/unpublished/fake-id.ts";
import { type FakeService, fakeService } from "../../src/testing/unpublished/fake-service.ts";
import { join as joinGame, play } from "../../src/testing/unpublished/story.ts";
import { temporaryFolder } from "../../src/testing/unpublished/temporary-folder.ts";
import { CuttingProxy } from "../support/cutting-proxy.ts";
import { itemParts } from "../support/item-parts.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";

let server: PostgresServer;
before(async () => {
  server = await sharedPostgres();
});
after(() => server.remove());

describe("a database that is away when a duplicate is proven", () => {
  it("SQLite is locked by another program: case and removal come when the lock is gone", async (context) => {
    const folder = temporaryFolder(context);
    const file = join(folder, "tracker.db");
    const store = openStore({
      config: { engine: "sqlite", file, serverName: "here" },
      retentionDays: 0,
      log: SILENT_LOG,
    });
    const game = await startGame(store, context);
    const players = await duplicate(game);
    const other = new DatabaseSync(file);
    // The store may be writing at this moment.
    other.exec("PRAGMA busy_timeout = 60000; BEGIN IMMEDIATE");
    await tickUntil(game, () => game.outside.sent.length > 0);
    // Not what the store says of its health: it complains of rows only, and all of them may have been written before the lock.
    await tickUntil(game, () => game.log.lines.some((line) => line.includes("could not be stored yet")));
    assert.equal(copiesAmong(players), 2, "nothing is taken that is not on record");
    other.exec("ROLLBACK");
    other.close();
    await assertOneIsHeld(game, players);
  });

  it("PostgreSQL cannot be reached: case and removal come when it can", async (context) => {
    const proxy = await CuttingProxy.before(await server.freshDatabase());
    const config = {
      engine: "postgres",
      partitions: itemParts,
      url: proxy.url,
      serverName: "here",
      journalFolder: join(temporaryFolder(context), "journal"),
      journalLimitMb: 64,
    } as const;
    const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
    const game = await startGame(store, context);
    context.after(() => proxy.close());
    const players = await duplicate(game);
    await proxy.cut();
    await tickUntil(game, () => game.outside.sent.length > 0 && !store.health().isReachable);
    assert.equal(copiesAmong(players), 2, "nothing is taken that is not on record");
    await proxy.mend();
    await assertOneIsHeld(game, players);
  });
});

const SWORD = fakeId(4711);

async function startGame(store: Store, context: TestContext): Promise<FakeService> {
  const game = fakeService({ store });
  context.after(async () => {
    await game.doubletake.stop();
    await store.close();
  });
  await store.counts();
  await tickUntil(game, () => game.doubletake.hasStore);
  return game;
}

/** Alex and Bo have the same sword, and it was seen once with both. */
async function duplicate(game: FakeService): Promise<readonly FakePlayer[]> {
  const sword = () => fakeStack("diamond_sword", { tag: SWORD });
  const alex = joinGame(game, "Alex", { slots: [sword()] });
  await tickUntil(game, async () => (await game.store.custodyOf([SWORD])).length > 0);
  const bo = joinGame(game, "Bo", { slots: [sword()] });
  await play(game, 2);
  return [alex, bo];
}

function copiesAmong(players: readonly FakePlayer[]): number {
  return players.flatMap(({ slots }) => [...slots]).filter((stack) => stack?.tag === SWORD).length;
}

async function assertOneIsHeld(game: FakeService, players: readonly FakePlayer[]): Promise<void> {
  await tickUntil(game, async () => copiesAmong(players) === 1 && (await heldOf(game)).length === 1);
  const cases = await game.store.cases({}, { offset: 0, limit: 10 });
  assert.deepEqual(
    cases.map(({ number, itemIds }) => [number, itemIds]),
    [[1, [SWORD]]],
  );
  assert.equal(game.outside.sent.filter(({ type }) => type === "DUPLICATE_ITEM").length, 1, "told once");
}

async function heldOf(game: FakeService) {
  try {
    return await game.store.quarantined({ state: "held" });
  } catch {
    // Not back yet.
    return [];
  }
}

/** The game goes on until then; the database has its own pace. */
async function tickUntil(game: FakeService, isReached: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isReached())) {
    await play(game);
    await pause(10);
  }
}
