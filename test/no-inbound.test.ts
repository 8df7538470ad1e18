import assert from "node:assert/strict";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { boot } from "../src/index.ts";
import { FakePlatform } from "../src/testing/fake-platform.ts";
import { RecordingLog } from "../src/testing/unpublished/recording-log.ts";

const root = join(import.meta.dirname, "..");

/** Where the game server itself is started, or stood in for by a test. */
const GAME_SERVERS = /^src\/(platforms\/[^/]+\/server\.ts|testing\/|.*\.test\.ts)/;

test("a running service listens on no port", async (context) => {
  const folder = mkdtempSync(join(tmpdir(), "doubletake-inbound-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const service = boot({ platform: new FakePlatform(), folder, log: new RecordingLog() });
  await service.ready;
  const listening = process.getActiveResourcesInfo().filter((resource) => /server/i.test(resource));
  await service.stop();
  assert.deepEqual(listening, []);
});

test("nothing but the game servers that we start ourselves could listen, in any thread", () => {
  const sources = globSync("src/**/*.ts", { cwd: root }).map((file) => file.replaceAll("\\", "/"));
  const listeners = sources.filter(
    (file) => !GAME_SERVERS.test(file) && /\bcreateServer\b|node:dgram/.test(readFileSync(join(root, file), "utf8")),
  );
  assert.ok(sources.length > 100);
  assert.deepEqual(listeners, []);
});
