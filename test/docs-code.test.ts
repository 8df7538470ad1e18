import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";
import { describeComplaint, readConfig } from "../src/core/config/read-config.ts";
import { checkMessages } from "../src/core/messages/check-messages.ts";
import { SILENT_LOG } from "../src/core/model/log.ts";
import { readPermissions } from "../src/core/permissions/read-permissions.ts";
import { partsOf } from "../src/storage/archive/files/archive-columns.ts";
import { ArchiveWriter } from "../src/storage/archive/files/archive-writer.ts";
import { RowGroup } from "../src/storage/archive/files/row-group.ts";
import { openStore } from "../src/storage/open-store.ts";
import { itemId, NOON } from "../src/testing/store-contract/rows.ts";
import { temporaryFolder } from "../src/testing/unpublished/temporary-folder.ts";
import { type CodeBlock, codeBlocks } from "./support/code-blocks.ts";
import { numberedBatch } from "./support/numbered-transfers.ts";
import { type PostgresServer, sharedPostgres } from "./support/postgres-server.ts";

// TypeScript in the documentation is compiled and run in packed.test.ts, where the package is.

const titleOf = ({ page, line }: CodeBlock) => `${page}, line ${line}`;

describe("YAML in the documentation is read without a complaint", () => {
  for (const block of codeBlocks("yaml")) it(titleOf(block), () => assert.deepEqual(complaintsAbout(block.text), []));
});

describe("JSON in the documentation is valid", () => {
  for (const block of codeBlocks("json")) {
    it(titleOf(block), () => {
      // A part of a file is shown without what is around it.
      const text = block.text.trimStart().startsWith("{") ? block.text : `{${block.text}}`;
      assert.ok(Object.keys(JSON.parse(text)).length > 0);
    });
  }
});

describe("JavaScript that reads the archive", () => {
  const [block] = codeBlocks("js").filter(({ page }) => page === join("docs", "archive.md"));
  it("prints an item's transfers", async (context) => {
    const file = join(temporaryFolder(context), "2026-03.parquet");
    const writer = await ArchiveWriter.open(file);
    const action = "DROP";
    const row = { playerId: itemId(7), action, location: "world:1,2,-3", timestampMs: NOON, nth: 0, server: "s" };
    const rows = new RowGroup();
    for (const item of [1, 2, 3]) rows.add(partsOf({ ...row, itemId: itemId(item) }));
    writer.add(rows.take());
    writer.finish();
    const code = block?.text
      .replace("plugins/doubletake/archive/2026-03.parquet", file)
      .replace("123e4567-e89b-42d3-a456-426614174000", itemId(2));
    const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code ?? ""]);
    assert.equal(stdout, `${new Date(NOON).toISOString()} ${itemId(7)} DROP world 1 2 -3\n`);
  });
});

describe("SQL in the documentation runs", () => {
  const folder = mkdtempSync(join(tmpdir(), "doubletake-docs-"));
  let postgres: PostgresServer;
  let url: string;

  before(async () => {
    postgres = await sharedPostgres();
    url = await postgres.freshDatabase();
    for (const config of [
      { engine: "sqlite", file: join(folder, "tracker.db"), serverName: "docs" },
      { engine: "postgres", url, serverName: "docs", journalFolder: join(folder, "journal"), journalLimitMb: 8 },
    ] as const) {
      const store = openStore({ config, retentionDays: 0, log: SILENT_LOG });
      await store.append(numberedBatch(0, 10));
      assert.equal((await store.counts()).transfers, 10);
      assert.equal(await store.close(), 0);
    }
  });
  after(async () => {
    await postgres.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  for (const block of codeBlocks("sql")) {
    const statements = block.text.split(";").filter((statement) => statement.trim() !== "");
    if (block.page === join("docs", "storage.md")) {
      it(titleOf(block), () => {
        const database = new DatabaseSync(join(folder, "tracker.db"), { readOnly: true });
        for (const statement of statements) database.prepare(statement).all();
        database.close();
      });
      continue;
    }
    it(titleOf(block), async (context) => {
      // A role and a database belong to a whole server, which others share.
      const name = `docs_${randomBytes(4).toString("hex")}`;
      const isSetup = block.text.includes("CREATE ROLE");
      const own = statements
        .map((statement) => (isSetup ? statement.replaceAll("doubletake", name) : statement))
        .map((statement) => statement.replaceAll("'<uuid>'", "'00000000-0000-4000-8000-000000000001'"));
      if (isSetup) {
        context.after(() => postgres.query(url, `DROP DATABASE IF EXISTS ${name}`));
        context.after(() => postgres.query(url, `DROP ROLE IF EXISTS ${name}`));
        own.splice(1, 0, `GRANT ${name} TO CURRENT_USER`);
      }
      for (const statement of own) await postgres.query(url, statement);
    });
  }
});

/** As config.yml, messages.yml or permissions.yml, by the keys that it has. */
function complaintsAbout(yaml: string): string[] {
  if (/^times:/m.test(yaml)) return checkMessages(yaml).map((complaint) => JSON.stringify(complaint));
  if (/^watchers:/m.test(yaml)) return readPermissions(yaml).complaints.map((complaint) => JSON.stringify(complaint));
  return readConfig(yaml).complaints.map((complaint) => describeComplaint("config.yml", complaint));
}
