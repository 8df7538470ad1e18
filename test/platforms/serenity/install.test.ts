import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, test } from "node:test";
import { Pipeline } from "@serenityjs/plugins";
import { runningDoubletake } from "../../../src/index.ts";
import { BedrockClient } from "./support/bedrock-client.ts";
import { idOf } from "./support/guarded-server.ts";
import { ServerHarness } from "./support/server-harness.ts";
import { until } from "./support/wait.ts";

const root = join(import.meta.dirname, "../../..");
let dir: string;
let dist: string;

before(() => {
  dir = mkdtempSync(join(tmpdir(), "doubletake-install-"));
  dist = join(dir, "dist");
  const { status, stdout, stderr } = run(join(root, "scripts", "build.ts"), dist);
  assert.equal(status, 0, stdout + stderr);
});

after(() => rmSync(dir, { recursive: true, force: true }));

test("the plugin folder has what runs and the licences, and nobody's tests, sources or types", () => {
  const files = readdirSync(join(dist, "serenity-plugin"), { recursive: true, encoding: "utf8" });
  assert.ok(files.includes(join("node_modules", "pg", "LICENSE")));
  const odd = files.filter((file) =>
    /(\.test\.|(^|[./\\])(test|bench)\.|[/\\]tests?[/\\]|\.ts$|\.map$|\.md$)/.test(file),
  );
  assert.deepEqual(odd, []);
});

test("the built plugin folder, dropped into an unmodified server, guards it", async (context) => {
  const project = join(dir, "project");
  cpSync(join(dist, "serenity-plugin"), join(project, "plugins", "doubletake"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(project, "node_modules"));
  const server = await ServerHarness.start({
    dir: project,
    prepare: (serenity) => void new Pipeline(serenity, { path: join(project, "plugins") }),
  });
  context.after(() => server.stop());
  assert.equal(runningDoubletake()?.platform, "serenity");
  const ada = await BedrockClient.join({ port: server.port, name: "Ada" });
  await until("Ada in the world", () => server.world.player("Ada").isAlive);
  server.world.player("Ada").addPermission("doubletake.test");
  await ada.chat.run("/dttest give");
  const id = await until("a tagged sword", () => idOf(ada.items.held));
  await server.stop();

  assert.equal(runningDoubletake(), undefined);
  const folder = join(project, "plugins", "doubletake");
  assert.match(readFileSync(join(folder, "config.yml"), "utf8"), /auto-remove-duplicates/);
  const database = new DatabaseSync(join(folder, "tracker.db"), { readOnly: true });
  const rows = database.prepare("SELECT item_uuid, action FROM tracker_item_transfers").all();
  database.close();
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    [{ item_uuid: id, action: "GIVE" }],
  );
  assert.deepEqual(
    server.log.filter((line) => /^(warn|error)/.test(line)),
    [],
  );
});

test("the package does not need a game server until one is to be served; then it says which", () => {
  // As npm installs it for production: compiled, with its own dependencies, and no game server far and wide.
  cpSync(join(dist, "serenity-plugin", "node_modules"), join(dist, "node_modules"), { recursive: true });
  const { status, stdout, stderr } = run(join(dist, "cli", "main.js"), "serve", "--dir", join(dir, "nowhere"));
  assert.deepEqual([status, stdout], [1, ""]);
  assert.match(stderr, /^The game server is not installed; run: npm install @serenityjs\/core\n$/);
  assert.ok(!existsSync(join(dir, "nowhere")));
});

function run(script: string, ...words: string[]) {
  const PATH = `${join(root, "node_modules", ".bin")}:${process.env.PATH}`;
  return spawnSync(process.execPath, [script, ...words], { encoding: "utf8", env: { ...process.env, PATH } });
}
