import assert from "node:assert/strict";
import { join as joinPath } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { SILENT_LOG } from "../../src/core/model/log.ts";
import { NETWORK_PROTOCOL } from "../../src/core/storage-face.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { FakeItem, fakeStack } from "../../src/testing/fake-item.ts";
import { fakeId } from "../../src/testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../src/testing/unpublished/fake-service.ts";
import { HandClock } from "../../src/testing/unpublished/hand-clock.ts";
import { act, join, play, quit } from "../../src/testing/unpublished/story.ts";
import { temporaryFolder } from "../../src/testing/unpublished/temporary-folder.ts";
import { CuttingProxy } from "../support/cutting-proxy.ts";
import { itemParts } from "../support/item-parts.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";
import { untilReachable } from "../support/until-reachable.ts";

const SWORD = fakeId(77);
const sword = () => fakeStack("diamond_sword", { tag: SWORD });
const [CHEST, OTHER_CHEST] = ["block:world:5,64,5", "block:world:9,64,9"] as const;

describe("two services on one PostgreSQL, each behind its journal and its thread", () => {
  let server: PostgresServer;
  before(async () => {
    server = await sharedPostgres();
  });
  after(() => server.remove());

  it("prove a copy, take one of the two, and file one case", async (context) => {
    const { lobby, survival, custody } = await network(context);
    lobby.platform.chest(CHEST)[0] = sword();
    await until([lobby, survival], async () => (await custody())?.server === "lobby");
    survival.platform.chest(OTHER_CHEST)[0] = sword();
    await until([lobby, survival], async () => survival.platform.chest(OTHER_CHEST)[0] === undefined);
    await until([lobby, survival], async () => (await lobby.store.quarantined({ state: "held" })).length === 1);
    assert.equal(lobby.platform.chest(CHEST)[0]?.tag, SWORD);
    const [taken] = await lobby.store.quarantined({});
    assert.deepEqual([taken?.itemId, taken?.takenBy], [SWORD, "survival"]);
    assert.equal((await lobby.store.cases({}, { offset: 0, limit: 9 })).length, 1);
    assert.equal(lobby.outside.sent.length + survival.outside.sent.length, 1);
    assert.equal((await custody())?.server, "lobby");
  });

  it("believe those who join one server alone before its store is open: a copy is proven", async (context) => {
    const url = await server.freshDatabase();
    const journalFolder = joinPath(temporaryFolder(context), "alone");
    const config = {
      engine: "postgres",
      partitions: itemParts,
      url,
      serverName: "alone",
      journalFolder,
      journalLimitMb: 16,
      instance: "i",
    } as const;
    const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
    context.after(() => store.close());
    const alone = await startedService({ store, serverName: "alone", clock: new HandClock() });
    join(alone, "Alex", { slots: [sword()] });
    await until([alone], async () => store.health().isReachable && (await store.custodyOf([SWORD])).length === 1);
    const bo = join(alone, "Bo", { slots: [sword()] });
    await until([alone], async () => bo.slots[0] === undefined);
    assert.equal((await store.cases({}, { offset: 0, limit: 9 })).length, 1);
  });

  it("let an honest player take an item along and put it down there, and accuse nobody", async (context) => {
    const { lobby, survival, custody } = await network(context);
    const alex = join(lobby, "Alex", { slots: [sword()] });
    await until([lobby, survival], async () => (await custody())?.server === "lobby");
    quit(lobby, alex);
    const there = join(survival, "Alex", { slots: [sword()] });
    await until([lobby, survival], async () => (await custody())?.server === "survival");
    survival.platform.chest(OTHER_CHEST)[0] = there.slots[0];
    there.slots[0] = undefined;
    act(survival, there, new FakeItem(sword()), [OTHER_CHEST]);
    await until([lobby, survival], async () => (await custody())?.place === OTHER_CHEST);
    quit(survival, there);
    join(lobby, "Alex");
    for (let tick = 0; tick < 100; tick++) await step([lobby, survival]);
    assert.deepEqual([...lobby.outside.sent, ...survival.outside.sent], []);
    assert.deepEqual(await survival.store.quarantined({}), []);
    assert.equal((await custody())?.version, 2);
  });

  it("accuse nobody who leaves a server that is cut off, and what that one replays overwrites nothing", async (context) => {
    const { lobby, survival, proxy } = await network(context);
    const custody = async () => (await survival.store.custodyOf([SWORD]))[0];
    const alex = join(lobby, "Alex", { slots: [sword()] });
    await until([lobby, survival], async () => (await custody())?.server === "lobby");
    await proxy.cut();
    // In the meantime it lay in a chest there; only the journal knows.
    lobby.platform.chest(CHEST)[0] = alex.slots[0];
    alex.slots[0] = undefined;
    act(lobby, alex, new FakeItem(sword()), [CHEST]);
    for (let tick = 0; tick < 5; tick++) await step([lobby, survival]);
    alex.slots[0] = lobby.platform.chest(CHEST)[0];
    lobby.platform.chest(CHEST)[0] = undefined;
    act(lobby, alex, new FakeItem(sword()), [CHEST]);
    for (let tick = 0; tick < 5; tick++) await step([lobby, survival]);
    quit(lobby, alex);
    const there = join(survival, "Alex", { slots: [sword()] });
    // Longer than anybody waits for a leaving record.
    for (let tick = 0; tick < 500; tick++) await step([lobby, survival]);
    assert.deepEqual([...lobby.outside.sent, ...survival.outside.sent], []);
    survival.platform.chest(OTHER_CHEST)[0] = there.slots[0];
    there.slots[0] = undefined;
    act(survival, there, new FakeItem(sword()), [OTHER_CHEST]);
    for (let tick = 0; tick < 20; tick++) await step([lobby, survival]);
    await proxy.mend();
    await until([lobby, survival], async () => (await custody())?.place === OTHER_CHEST);
    for (let tick = 0; tick < 100; tick++) await step([lobby, survival]);
    assert.equal((await custody())?.server, "survival");
    assert.deepEqual([...lobby.outside.sent, ...survival.outside.sent], []);
    assert.equal(survival.platform.chest(OTHER_CHEST)[0]?.tag, SWORD);
  });

  it("file one case about a copied world, and give the copy fresh ids when staff say so", async (context) => {
    const { lobby, survival } = await network(context, "the same");
    const tags = Array.from({ length: 200 }, (_, at) => fakeId(100 + at));
    const chests = ["block:world:5,64,5", "block:world:9,64,9", "block:world:12,64,9", "block:world:15,64,9"] as const;
    const fill = ({ platform }: FakeService) => {
      for (const [at, tag] of tags.entries())
        platform.chest(chests[at % 4]!)[Math.floor(at / 4)] = fakeStack("diamond_sword", { tag });
    };
    const held = ({ platform }: FakeService) => chests.flatMap((chest) => platform.chest(chest).map((one) => one?.tag));
    fill(lobby);
    await until([lobby, survival], async () => (await lobby.store.custodyOf(tags)).length === tags.length);
    fill(survival);
    const cases = () => lobby.store.cases({}, { offset: 0, limit: 9 });
    await until([lobby, survival], async () => (await cases()).length > 0);
    for (let tick = 0; tick < 60; tick++) await step([lobby, survival]);
    assert.deepEqual(
      (await cases()).map(({ severity, cause, playerName }) => [severity, cause, playerName]),
      [["MEDIUM", "copied-world", ""]],
    );
    assert.deepEqual(held(survival).toSorted(), tags.toSorted(), "no id is replaced by itself");
    const { copiedWorlds } = survival.doubletake.commandContext;
    assert.equal(await copiedWorlds?.count("lobby"), tags.length);
    let reissued = 0;
    copiedWorlds?.reissue("lobby").then((count) => {
      reissued = count;
    });
    await until([lobby, survival], async () => reissued > 0);
    assert.equal(reissued, tags.length);
    assert.ok(held(survival).every((tag) => tag !== undefined && !tags.includes(tag)));
    assert.deepEqual(held(lobby).toSorted(), tags.toSorted());
    const fresh = held(survival) as string[];
    await until([lobby, survival], async () => (await lobby.store.custodyOf(fresh)).length === tags.length);
    assert.ok((await lobby.store.custodyOf(tags)).every(({ server: holder }) => holder === "lobby"));
    assert.deepEqual(await lobby.store.quarantined({}), []);
    assert.equal((await cases()).length, 1);
  });

  it("go on beside a newer version whose tables only have more than theirs, and a restart finds its way as well", async (context) => {
    const { lobby, survival, custody, url, start } = await network(context);
    // What the next version does when the first server is updated: its tables have more, and this protocol may live.
    await server.query(url, "ALTER TABLE dt_disputes ADD COLUMN weight integer NOT NULL DEFAULT 1");
    await server.query(url, "ALTER TABLE dt_custody ADD COLUMN weight integer");
    await server.query(url, "INSERT INTO dt_migrations (number, name, oldest_protocol) VALUES (99, 'only adds', 1)");
    await speaks(url, "lobby", NETWORK_PROTOCOL + 1);
    lobby.platform.chest(CHEST)[0] = sword();
    await until([lobby, survival], async () => (await custody())?.server === "lobby");
    await survival.doubletake.stop();
    await survival.store.close();
    const again = await start("survival", url, 3000);
    again.platform.chest(OTHER_CHEST)[0] = sword();
    await until([lobby, again], async () => again.platform.chest(OTHER_CHEST)[0] === undefined);
    assert.equal(lobby.platform.chest(CHEST)[0]?.tag, SWORD);
    assert.equal((await lobby.store.cases({}, { offset: 0, limit: 9 })).length, 1);
  });

  it("accuse nobody because of a server that speaks an older protocol; updated, it answers", async (context) => {
    const { lobby, survival, custody, url, start } = await network(context);
    lobby.platform.chest(CHEST)[0] = sword();
    await until([lobby, survival], async () => (await custody())?.server === "lobby");
    // From here on the lobby is an older one: it writes what it always did, and answers nothing.
    await speaks(url, "lobby", NETWORK_PROTOCOL - 1);
    survival.platform.chest(OTHER_CHEST)[0] = sword();
    const beats = () =>
      Promise.all([survival.store.servers(), lobby.store.heartbeat({ lagRows: 0, isStopping: false })]);
    for (let tick = 0; tick < 400; tick++) {
      await step([survival]);
      if (tick % 50 === 0) await beats();
    }
    assert.deepEqual(survival.outside.sent, []);
    assert.equal((await survival.store.openDisputes()).length, 1);
    assert.equal(survival.platform.chest(OTHER_CHEST)[0]?.tag, SWORD);
    await lobby.store.close();
    const updated = await start("lobby", url, 3000);
    updated.platform.chest(CHEST)[0] = sword();
    await until([updated, survival], async () => survival.platform.chest(OTHER_CHEST)[0] === undefined);
    assert.equal(updated.platform.chest(CHEST)[0]?.tag, SWORD);
  });

  /** The server is another version's from here on. Whoever writes says which protocol it speaks, or is fenced off. */
  async function speaks(url: string, name: string, protocol: number): Promise<void> {
    const change = `UPDATE dt_servers SET protocol = ${protocol} WHERE name = '${name}'`;
    await server.query(url, `SET doubletake.protocol = '${NETWORK_PROTOCOL}'; ${change}`);
  }

  async function network(context: TestContext, instance?: string) {
    const url = await server.freshDatabase();
    const proxy = await CuttingProxy.before(url);
    context.after(() => proxy.close());
    const folder = temporaryFolder(context);
    const clock = new HandClock();
    const start = async (serverName: string, url: string, firstId: number): Promise<FakeService> => {
      const journalFolder = joinPath(folder, serverName);
      const config = {
        engine: "postgres",
        partitions: itemParts,
        url,
        serverName,
        journalFolder,
        journalLimitMb: 16,
        instance: instance ?? serverName,
      } as const;
      const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
      context.after(() => store.close());
      await untilReachable(store);
      const service = await startedService({ store, serverName, clock, firstId });
      service.outside.hearsFrom = "HIGH";
      return service;
    };
    const [lobby, survival] = [await start("lobby", proxy.url, 1000), await start("survival", url, 2000)];
    return { url, start, proxy, lobby, survival, custody: async () => (await lobby.store.custodyOf([SWORD]))[0] };
  }
});

/** A tick of each game, and a moment for the database. */
async function step(games: readonly FakeService[]): Promise<void> {
  for (const game of games) await play(game, 1, 25);
  await pause(5);
}

async function until(games: readonly FakeService[], isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await step(games);
}
