import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { blockPlace } from "../../src/core/index.ts";
import { openStore } from "../../src/storage/open-store.ts";
import { fakeStack } from "../../src/testing/fake-item.ts";
import { fakeId } from "../../src/testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../src/testing/unpublished/fake-service.ts";
import { RecordingLog } from "../../src/testing/unpublished/recording-log.ts";
import { play } from "../../src/testing/unpublished/story.ts";
import { temporaryFolder } from "../../src/testing/unpublished/temporary-folder.ts";
import { itemParts } from "../support/item-parts.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";
import { untilReachable } from "../support/until-reachable.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const SWORD = fakeId(77);
const sword = () => fakeStack("diamond_sword", { tag: SWORD });

describe("two services on one PostgreSQL", () => {
  let server: PostgresServer;
  before(async () => {
    server = await sharedPostgres();
  });
  after(() => server.remove());

  it("a copy in a chest at the same coordinates is proven, told once, and taken once", async (context) => {
    const url = await server.freshDatabase();
    const start = async (serverName: string, firstId: number): Promise<FakeService> => {
      const journalFolder = temporaryFolder(context);
      const config = {
        engine: "postgres",
        partitions: itemParts,
        url,
        serverName,
        instance: serverName,
        journalFolder,
        journalLimitMb: 1,
      } as const;
      const store = openStore({ config, retentionDays: 0, log: new RecordingLog() });
      context.after(() => store.close());
      await untilReachable(store);
      return startedService({ store, serverName, firstId });
    };
    const [lobby, survival] = [await start("lobby", 1000), await start("survival", 2000)];
    lobby.platform.chest(CHEST)[0] = sword();
    await until(async () => (await lobby.store.custodyOf([SWORD]))[0]?.server === "lobby");
    survival.platform.chest(CHEST)[0] = sword();
    await until(async () => survival.platform.chest(CHEST)[0] === undefined);
    await until(async () => (await survival.store.quarantined({ state: "held" })).length === 1);
    assert.equal(lobby.platform.chest(CHEST)[0]?.tag, SWORD);
    assert.deepEqual(
      survival.outside.sent.map(({ type }) => type),
      ["DUPLICATE_ITEM"],
    );
    assert.deepEqual(lobby.outside.sent, []);
    assert.deepEqual(await lobby.store.openDisputes(), []);
    for (const { doubletake } of [lobby, survival]) await doubletake.stop();

    async function until(isSo: () => Promise<boolean>): Promise<void> {
      while (!(await isSo())) {
        for (const game of [lobby, survival]) await play(game, 1);
        await pause(2);
      }
    }
  });
});
