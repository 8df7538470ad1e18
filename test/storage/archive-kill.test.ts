import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { SILENT_LOG } from "../../src/core/model/log.ts";
import { ArchiveFolder } from "../../src/storage/archive/files/archive-folder.ts";
import type { Engine } from "../../src/storage/engine.ts";
import { FailureLog } from "../../src/storage/failure-log.ts";
import { PostgresEngine } from "../../src/storage/postgres/engine.ts";
import { SqliteEngine } from "../../src/storage/sqlite/engine.ts";
import { APRIL, fiveMonths, histories } from "../../src/testing/unpublished/stores/five-months.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";

const PROGRAM = new URL("../support/archive-program.ts", import.meta.url).pathname;
const STEPS = ["claimed", "writing", "written", "verified", "named", "sealed", "told", "clearing", "marked", "cleared"];
/** More rows a month than are deleted at once. */
const MOMENTS = 2000;

let server: PostgresServer;
before(async () => {
  server = await sharedPostgres();
});
after(() => server.remove());

describe("an archiver killed at any step", () => {
  it("loses and doubles nothing with SQLite", async (context) => {
    const root = folderFor(context);
    const file = join(root, "tracker.db");
    await story("sqlite", file, root, () => {
      return new SqliteEngine({ engine: "sqlite", file, serverName: "archiver" }, new FailureLog(SILENT_LOG));
    });
  });

  it("loses and doubles nothing with SQLite while it deletes what it has just read", async (context) => {
    const root = folderFor(context);
    const file = join(root, "tracker.db");
    // Killed at an earlier step, it would go on row by row.
    const open = () => new SqliteEngine({ engine: "sqlite", file, serverName: "archiver" }, new FailureLog(SILENT_LOG));
    await story("sqlite", file, root, open, ["clearing"]);
  });

  it("loses and doubles nothing with PostgreSQL", async (context) => {
    const url = await server.freshDatabase();
    await story("postgres", url, folderFor(context), () => new PostgresEngine({ url, serverName: "archiver" }));
  });

  it("loses and doubles nothing with PostgreSQL while it deletes what it has just read", async (context) => {
    const url = await server.freshDatabase();
    const open = () => new PostgresEngine({ url, serverName: "archiver" });
    await story("postgres", url, folderFor(context), open, ["clearing"]);
  });

  it("loses and doubles nothing when another server that shares its folder goes on, or it has another name", async (context) => {
    const url = await server.freshDatabase();
    const open = () => new PostgresEngine({ url, serverName: "other" });
    await story("postgres", url, folderFor(context), open, ["clearing"], "other");
  });
});

/** One death after the other, each a step further; what is known is the same after each. `last` is the server that comes to the end. */
async function story(
  kind: string,
  where: string,
  root: string,
  open: () => Engine,
  steps: readonly string[] = STEPS,
  last = "archiver",
): Promise<void> {
  const folder = new ArchiveFolder(join(root, "archive"));
  const look = async <T>(work: (engine: Engine) => Promise<T>): Promise<T> => {
    const engine = open();
    await engine.open();
    try {
      return await work(engine);
    } finally {
      await engine.close();
    }
  };
  const before = await look(async (engine) => {
    await engine.write([fiveMonths(MOMENTS)], 1);
    return histories(engine);
  });
  for (const step of steps) {
    assert.equal(await archive([kind, where, folder.path, String(APRIL), "archiver", step]), "SIGKILL", step);
    assert.deepEqual(await look((engine) => histories(engine, folder)), before, step);
  }
  assert.equal(await archive([kind, where, folder.path, String(APRIL), last, ""]), null);
  assert.deepEqual(await look((engine) => histories(engine, folder)), before);
  assert.deepEqual(
    folder.manifests().map(({ month, isCleared }) => [month, isCleared]),
    [
      ["2026-01", true],
      ["2026-02", true],
      ["2026-03", true],
    ],
  );
  const rows = folder.manifests().reduce((sum, manifest) => sum + manifest.rows, 0);
  const { transfers } = await look((engine) => engine.ask("counts"));
  assert.equal(transfers + rows, [...before.values()].flat().length);
}

async function archive(words: readonly string[]): Promise<string | null> {
  const program = spawn(process.execPath, [PROGRAM, ...words], { stdio: "inherit" });
  const [code, signal] = (await once(program, "close")) as [number | null, string | null];
  if (signal === null) assert.equal(code, 0);
  return signal;
}

function folderFor(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "doubletake-archive-"));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
