import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { test } from "node:test";
import { boot, getItemTransferHistory, runningDoubletake } from "../src/index.ts";
import { defaultConfig, engineConfig } from "../src/operators.ts";
import { FakeItem, fakeStack } from "../src/testing/fake-item.ts";
import { FakePlatform } from "../src/testing/fake-platform.ts";
import { RecordingLog } from "../src/testing/unpublished/recording-log.ts";

test("a whole service boots on embedded storage, keeps a story over a restart, and stops cleanly", async (context) => {
  const server = mkdtempSync(join(tmpdir(), "doubletake-boot-"));
  context.after(() => rmSync(server, { recursive: true, force: true }));
  const folder = join(server, "plugins", "doubletake");
  const log = new RecordingLog();
  const platform = new FakePlatform();

  const first = boot({ platform, folder, log });
  const alex = platform.join("Alex", { permissions: ["doubletake.alerts"] });
  const sword = new FakeItem(fakeStack("diamond_sword"));
  first.doubletake.report({ kind: "interaction", player: alex, item: sword, action: "PICKUP" });
  const id = sword.readTag()!;
  platform.tick();
  await first.stop();

  assert.equal(statSync(join(folder, "config.yml")).mode & 0o777, 0o600);
  assert.ok(readFileSync(join(folder, "messages.yml"), "utf8").includes("broadcast:"));
  assert.match(alex.heard.join("\n"), /Diamond Sword of Alex got an id/);
  const database = new DatabaseSync(join(folder, "tracker.db"), { readOnly: true });
  const rows = database.prepare("SELECT item_uuid, player_uuid, action, location FROM tracker_item_transfers").all();
  database.close();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [{ item_uuid: id, player_uuid: alex.id, action: "PICKUP", location: "world:0,64,0" }],
  );

  const second = boot({ platform: new FakePlatform(), folder, log });
  assert.equal(runningDoubletake(), second.doubletake.api);
  const history = await getItemTransferHistory(second.doubletake.api, id);
  assert.deepEqual(
    history.map(({ action }) => action),
    ["PICKUP"],
  );
  await second.stop();
  assert.equal(runningDoubletake(), undefined);
  assert.deepEqual(
    log.lines.filter((line) => !line.startsWith("info")),
    [],
    "a first start complains of nothing",
  );
  assert.ok(existsSync(join(folder, "tracker.db")));
});

test("a server is called by its server-name, and by the name of its folder when it has none", () => {
  const folder = join(tmpdir(), "survival", "plugins", "doubletake");
  const config = defaultConfig();
  assert.equal(engineConfig(config, folder).serverName, "survival");
  assert.equal(engineConfig({ ...config, serverName: "lobby" }, folder).serverName, "lobby");
  const network = { ...config, storage: { ...config.storage, engine: "postgres" as const } };
  assert.equal(engineConfig({ ...network, serverName: "lobby" }, folder).serverName, "lobby");
});
