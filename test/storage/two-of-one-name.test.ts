import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { NETWORK_PROTOCOL } from "../../src/core/storage-face.ts";
import { boot, type RunningDoubletake } from "../../src/index.ts";
import { FakeItem, fakeStack } from "../../src/testing/fake-item.ts";
import { FakePlatform } from "../../src/testing/fake-platform.ts";
import { RecordingLog } from "../../src/testing/unpublished/recording-log.ts";
import { temporaryFolder } from "../../src/testing/unpublished/temporary-folder.ts";
import { CuttingProxy } from "../support/cutting-proxy.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";

const REFUSAL = /Another running server uses the name "lobby" on this database: give each server its own server-name/;

describe("two whole services of one name on one PostgreSQL", () => {
  let server: PostgresServer;
  let url: string;
  before(async () => {
    server = await sharedPostgres();
    url = await server.freshDatabase();
  });
  after(() => server.remove());

  it("the second is refused at the start, and writes nothing; the first goes on; the name is free when that has stopped", async (context) => {
    const first = new Service(context, url);
    await first.until(() => first.isReachable);
    const second = new Service(context, url);
    second.pickUp();
    await first.until(() => second.log.lines.some((line) => line.includes("Doubletake does not run here")));
    assert.match(second.log.lines.join("\n"), REFUSAL);
    await second.running.stop();
    const late = second.pickUp();
    assert.equal(late.readTag(), undefined, "what happens in its game is nobody's business any more");
    first.pickUp();
    await first.running.stop();
    const rows = await server.query(url, "SELECT server FROM tracker_item_transfers");
    assert.deepEqual(
      rows.map((row) => row.server),
      ["lobby"],
      "what the first one reported",
    );
    const third = new Service(context, url);
    await third.until(() => third.isReachable);
    await third.running.stop();
  });

  it("one whose name a dead session still holds goes on in its journal, and arrives when that session ends", async (context) => {
    const proxy = await CuttingProxy.before(url);
    context.after(() => proxy.close());
    const dead = new Service(context, proxy.url);
    await dead.until(() => dead.isReachable);
    // From here on it does nothing any more, as if its machine had lost its power a while ago.
    const longAgo = "UPDATE dt_servers SET beat = now() - interval '1 minute' WHERE name = 'lobby'";
    await server.query(url, `SET doubletake.protocol = ${NETWORK_PROTOCOL}; ${longAgo}`);
    const second = new Service(context, url);
    second.pickUp();
    await second.until(() => second.log.lines.some((line) => line.includes("does not answer still holds the name")));
    assert.equal(second.isReachable, false);
    await proxy.cut();
    await second.until(() => second.isReachable);
    await second.running.stop();
    const [row] = await server.query(url, "SELECT count(*)::integer AS rows FROM tracker_item_transfers");
    assert.equal(row?.rows, 2);
    await dead.running.stop();
  });
});

/** A service in a folder of its own, called "lobby". */
class Service {
  readonly platform = new FakePlatform();
  readonly log = new RecordingLog();
  readonly running: RunningDoubletake;

  constructor(context: TestContext, url: string) {
    const folder = join(temporaryFolder(context), "plugins", "doubletake");
    mkdirSync(folder, { recursive: true });
    const config = ["server-name: lobby", "storage:", "  engine: postgres", `  postgres-url: ${url}`];
    writeFileSync(join(folder, "config.yml"), config.join("\n"), { mode: 0o600 });
    this.running = boot({ platform: this.platform, folder, log: this.log, stopWithinMs: 2_000 });
    context.after(() => this.running.stop());
  }

  get isReachable(): boolean {
    return this.running.doubletake.store.health().isReachable;
  }

  pickUp(): FakeItem {
    const player = this.platform.join("Alex");
    const item = new FakeItem(fakeStack("diamond_sword"));
    this.running.doubletake.report({ kind: "interaction", player, item, action: "PICKUP" });
    this.platform.tick();
    return item;
  }

  /** Its game goes on until then. */
  async until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      this.platform.tick();
      await pause(20);
    }
  }
}
