import assert from "node:assert/strict";
import { copyFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { Store } from "../../core/storage-face.ts";
import { RecordingLog } from "../../testing/unpublished/recording-log.ts";
import { APRIL, fiveMonths, ITEMS, PLAYERS } from "../../testing/unpublished/stores/five-months.ts";
import { temporaryFolder } from "../../testing/unpublished/temporary-folder.ts";
import type { SqliteConfig } from "../engine.ts";
import { openStore } from "../open-store.ts";
import { openReaderWithArchive } from "../reader/open-reader.ts";
import type { TransferFilter, TransferOrder, TransferRow } from "../reader/store-reader.ts";
import { ArchiveFolder } from "./files/archive-folder.ts";

const DAYS_SINCE_APRIL = Math.floor((Date.now() - APRIL) / 86_400_000) - 3;

interface Stage {
  readonly config: SqliteConfig;
  readonly folder: ArchiveFolder;
  readonly lines: readonly string[];
  /** The store before anything is archived, and the one that archives, when it has. */
  filled(): Promise<Store>;
  archived(): Promise<Store>;
}

function stage(context: TestContext): Stage {
  const root = temporaryFolder(context);
  const folder = new ArchiveFolder(join(root, "archive"));
  const config = {
    engine: "sqlite",
    file: join(root, "tracker.db"),
    serverName: "test",
    archiveFolder: folder.path,
  } as const;
  const log = new RecordingLog();
  const open = (archiveAfterDays: number): Store => {
    const store = openStore({ config, retentionDays: 0, archiveAfterDays, retentionPauseMs: 10, log });
    context.after(() => store.close());
    return store;
  };
  return {
    config,
    folder,
    lines: log.lines,
    async filled() {
      const store = open(0);
      await store.append(fiveMonths());
      return store;
    },
    async archived() {
      const store = open(DAYS_SINCE_APRIL);
      while (!log.lines.some((line) => line.includes("into the archive"))) await pause(20);
      return store;
    },
  };
}

describe("a store with an archive", () => {
  it("archives by itself, and answers as before", async (context) => {
    const { folder, filled, archived } = stage(context);
    const ask = async (store: Store) => ({
      histories: await Promise.all(ITEMS.map((item) => store.getItemTransferHistory(item, 10_000))),
      short: await Promise.all(ITEMS.map((item) => store.getItemTransferHistory(item, 7))),
      items: await Promise.all(PLAYERS.map((player) => store.itemsOfPlayer(player, { offset: 0, limit: 100 }))),
      at: await store.transfersAt({ world: undefined, x: 11, y: 64, z: -81 }, { offset: 0, limit: 20 }),
      page: await Promise.all(PLAYERS.map((player) => store.itemsOfPlayer(player, { offset: 10, limit: 5 }))),
    });
    const plain = await filled();
    const before = await ask(plain);
    await plain.close();
    const store = await archived();
    assert.ok(folder.manifests().length >= 3);
    assert.deepEqual(await ask(store), before);
  });

  it("is read whole by operators, in every order", async (context) => {
    const { config, filled, archived } = stage(context);
    const plain = await filled();
    const before = await readings(config);
    await plain.close();
    const store = await archived();
    await store.close();
    assert.deepEqual(await readings(config), before);
  });

  it("is read whole by operators after a backup from before the archive was put back", async (context) => {
    const { config, filled, archived } = stage(context);
    await (await filled()).close();
    const before = await readings(config);
    copyFileSync(config.file, `${config.file}.backup`);
    await (await archived()).close();
    renameSync(`${config.file}.backup`, config.file);
    assert.deepEqual(await readings(config), before);
  });

  it("forgets what retention does not keep, in the archive as in the store", async (context) => {
    const { config, folder, filled, archived } = stage(context);
    await (await filled()).close();
    await (await archived()).close();
    const before = folder.manifests().reduce((rows, manifest) => rows + manifest.rows, 0);
    // A month is forgotten when all of it is too old: January and February, when the middle of March is kept.
    const retentionDays = Math.floor((Date.now() - (APRIL - 15 * 86_400_000)) / 86_400_000);
    const log = new RecordingLog();
    const said = log.lines;
    // Its files may bear an older name of the server.
    const renamed = { ...config, serverName: "renamed" };
    const store = openStore({ config: renamed, retentionDays, retentionPauseMs: 10, log });
    context.after(() => store.close());
    while (!said.some((line) => line.includes("from the archive"))) await pause(20);
    const after = folder.manifests();
    assert.deepEqual(
      after.slice(0, 2).map(({ rows }) => rows),
      [0, 0],
    );
    const left = after.reduce((rows, manifest) => rows + manifest.rows, 0);
    assert.ok(said.some((line) => line.includes(`Deleted ${before - left} transfers`)));
    const oldest = (await readAll(config)).filter(({ timestampMs }) => timestampMs < APRIL - 31 * 86_400_000);
    // An item's newest and each player's earliest stay in the store.
    assert.ok(oldest.length <= ITEMS.length * (PLAYERS.length + 1), `${oldest.length} are left`);
  });

  it("says which file is missing, and shows what the store has", async (context) => {
    const { folder, lines, filled, archived } = stage(context);
    await (await filled()).close();
    const store = await archived();
    rmSync(folder.fileOf("2026-02"));
    const history = await store.getItemTransferHistory(ITEMS[0] as string, 10_000);
    assert.ok(history.length > 0);
    assert.ok(lines.some((line) => line.includes("2026-02.parquet")));
    // Before its folder is removed.
    await store.close();
  });
});

async function readAll(config: SqliteConfig): Promise<TransferRow[]> {
  const reader = await openReaderWithArchive(config);
  const rows: TransferRow[] = [];
  for await (const page of reader.transfers({}, { by: "any" })) rows.push(...page);
  await reader.close();
  return rows;
}

async function readings(config: SqliteConfig): Promise<unknown> {
  const reader = await openReaderWithArchive(config);
  try {
    const read = async (filter: TransferFilter, order: TransferOrder): Promise<TransferRow[]> => {
      const rows: TransferRow[] = [];
      for await (const page of reader.transfers(filter, order)) rows.push(...page.map((row) => ({ ...row })));
      return rows;
    };
    const itemIds = ITEMS.slice(0, 3);
    return {
      any: (await read({}, { by: "any" })).map((row) => JSON.stringify(row)).sort(),
      ofItems: await Promise.all(itemIds.map((item) => read({ itemIds: [item] }, { by: "time" }))),
      newest: await Promise.all(itemIds.map((item) => read({ itemIds: [item] }, { by: "newest", skip: 5, limit: 40 }))),
      times: (await read({}, { by: "time" })).map(({ timestampMs }) => timestampMs),
      ofPlayer: await reader.countTransfers({ playerId: PLAYERS[1] as string, sinceMs: APRIL - 40 * 86_400_000 }),
      count: await reader.countTransfers({ beforeMs: APRIL }),
      items: await reader.itemsOfPlayer(PLAYERS[2] as string, { offset: 3, limit: 10 }),
    };
  } finally {
    await reader.close();
  }
}
