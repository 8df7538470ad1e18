import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { boot } from "../../src/index.ts";
import { stopService } from "../../src/stop-service.ts";
import { FakeItem, fakeStack } from "../../src/testing/fake-item.ts";
import { FakePlatform } from "../../src/testing/fake-platform.ts";
import { MemoryStore } from "../../src/testing/stores/memory-store.ts";
import { startedService } from "../../src/testing/unpublished/fake-service.ts";
import { RecordingLog } from "../../src/testing/unpublished/recording-log.ts";
import { handStore } from "../../src/testing/unpublished/stores/hand-store.ts";
import { untilJournalled } from "../support/until-reachable.ts";

/** The first attempt to reach PostgreSQL takes two seconds of it. */
const STOP_WITHIN_MS = 5000;
/** A stop that waits for ever fails by this. */
const FOR_EVER = { timeout: 120_000 };

describe("a stop while the database does not answer", () => {
  it("ends, and says how many rows are lost, when another program holds the SQLite file", FOR_EVER, async (context) => {
    const folder = pluginFolder(context);
    const log = new RecordingLog();
    const { running, play } = start(folder, log);
    await running.ready;
    const client = new DatabaseSync(join(folder, "tracker.db"));
    context.after(() => client.close());
    client.exec("BEGIN IMMEDIATE");
    play();
    await running.stop();
    assert.match(log.lines.join("\n"), /The database could not be written before the stop: \d+ rows are lost/);
    await assert.rejects(running.doubletake.store.counts(), { code: "DT_NOT_RUNNING" });
  });

  it(
    "ends, and says how many rows are journalled, when PostgreSQL takes the connection and is silent",
    FOR_EVER,
    async (context) => {
      const folder = pluginFolder(context);
      const url = `postgres://doubletake:secret@127.0.0.1:${await silentServer(context)}/doubletake`;
      writeFileSync(join(folder, "config.yml"), `storage:\n  engine: postgres\n  postgres-url: ${url}\n`, {
        mode: 0o600,
      });
      const log = new RecordingLog();
      const { running, play } = start(folder, log);
      play();
      // On a busy machine the store's thread may take longer to start than a stop waits.
      await untilJournalled(running.doubletake.store);
      await running.stop();
      const lines = log.lines.join("\n");
      assert.match(lines, /[1-9]\d* rows are journalled on disk/);
      assert.doesNotMatch(lines, /rows are lost|secret/);
    },
  );

  it("ends, and closes the store, when the store hangs in the middle of everything", FOR_EVER, async () => {
    const hand = handStore(new MemoryStore());
    const { doubletake, platform, log } = await startedService({ store: hand.store });
    hand.hang();
    const alex = platform.join("Alex");
    doubletake.report({ kind: "interaction", player: alex, item: sword(), action: "PICKUP" });
    platform.tick();
    await stopService(doubletake, hand.store, log, 200);
    assert.match(log.lines.join("\n"), /The database does not answer; Doubletake stops without waiting/);
  });
});

function start(folder: string, log: RecordingLog) {
  const platform = new FakePlatform();
  const running = boot({ platform, folder, log, stopWithinMs: STOP_WITHIN_MS });
  const alex = platform.join("Alex");
  const play = (): void => {
    running.doubletake.report({ kind: "interaction", player: alex, item: sword(), action: "PICKUP" });
    platform.tick();
  };
  return { running, play };
}

function sword(): FakeItem {
  return new FakeItem(fakeStack("diamond_sword"));
}

/** Takes connections, and never says a word. */
async function silentServer(context: TestContext): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on("error", () => undefined)));
  context.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return (server.address() as AddressInfo).port;
}

function pluginFolder(context: TestContext): string {
  const server = mkdtempSync(join(tmpdir(), "doubletake-stop-"));
  context.after(() => rmSync(server, { recursive: true, force: true }));
  const folder = join(server, "plugins", "doubletake");
  mkdirSync(folder, { recursive: true });
  return folder;
}
