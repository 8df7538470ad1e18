import assert from "node:assert/strict";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, it, type TestContext } from "node:test";
import { type Batch, BatchWriter, idWords } from "../../core/storage-face.ts";
import { APRIL, fiveMonths, histories, ITEMS, JANUARY, PLAYERS } from "../../testing/unpublished/stores/five-months.ts";
import { openEngine } from "../../testing/unpublished/stores/open-engine.ts";
import { temporaryFolder } from "../../testing/unpublished/temporary-folder.ts";
import type { SqliteEngine } from "../sqlite/engine.ts";
import { sqliteArchiveSource } from "../sqlite/upkeep/archive-source.ts";
import { archiveRun } from "./archive-run.ts";
import type { ArchiveSource } from "./archive-source.ts";
import { ArchiveFolder } from "./files/archive-folder.ts";

const DAY = 86_400_000;
const NEXT_YEAR = Date.UTC(2027, 0, 1);

interface Stage {
  readonly engine: SqliteEngine;
  readonly file: string;
  readonly folder: ArchiveFolder;
  /** `hear` stands for whoever else has to know that a month is sealed or cleared. */
  run(
    beforeMs: number,
    onStep?: (step: string, month: string) => void,
    hear?: { readonly seal?: ArchiveSource["seal"]; readonly markCleared?: (month: string) => Promise<void> },
  ): Promise<number>;
  /** The same into another server's folder. */
  runIn(folder: ArchiveFolder, ...how: Parameters<Stage["run"]>): Promise<number>;
}

async function stage(context: TestContext, moments?: number): Promise<Stage> {
  const root = temporaryFolder(context);
  const file = join(root, "tracker.db");
  const engine = await openEngine(file);
  context.after(() => engine.close());
  await engine.write([fiveMonths(moments)]);
  const folder = new ArchiveFolder(join(root, "archive"));
  return {
    engine,
    file,
    folder,
    run: (...how) => runIn(folder, ...how),
    runIn,
  };

  async function runIn(to: ArchiveFolder, ...[beforeMs, onStep, hear = {}]: Parameters<Stage["run"]>): Promise<number> {
    while ((await engine.archiveReadyStep(beforeMs)) !== "ready");
    const { seal, markCleared = (month) => engine.markCleared(month) } = hear;
    const source = { ...sqliteArchiveSource(file), ...(seal && { seal }) };
    try {
      const clear = (rows: Parameters<SqliteEngine["clearArchived"]>[0]) => engine.clearArchived(rows);
      const clearSpans = (spans: Float64Array) => engine.clearArchivedSpans(spans);
      const options = { folder: to, source, server: "test", beforeMs, clear, clearSpans, markCleared };
      const done = await archiveRun(onStep ? { ...options, onStep } : options);
      return done.reduce((rows, manifest) => rows + manifest.rows, 0);
    } finally {
      await source.close();
    }
  }
}

describe("the archive", () => {
  it("takes what is old, month by month, and every history stays the same", async (context) => {
    const { engine, folder, run } = await stage(context);
    const before = await histories(engine);
    const { transfers } = await engine.ask("counts");
    const archived = await run(APRIL + DAY);
    assert.deepEqual(
      folder.manifests().map(({ month, isCleared }) => [month, isCleared]),
      [
        ["2026-01", true],
        ["2026-02", true],
        ["2026-03", true],
      ],
    );
    assert.ok(archived > 1000);
    assert.equal((await engine.ask("counts")).transfers, transfers - archived);
    assert.deepEqual(await histories(engine, folder), before);
    assert.equal(await run(APRIL + DAY), 0, "what is sealed is not sealed again");
  });

  it("leaves the newest row of an item and the earliest of item and player in the store", async (context) => {
    const { engine, run } = await stage(context);
    const asked = ITEMS.flatMap((item) => PLAYERS.map((player) => [item, player] as const));
    const earliest = () =>
      Promise.all(asked.map(([item, player]) => engine.ask("getEarliestTransferTs", item, player)));
    const [earliestBefore, newestBefore] = [await earliest(), await newestRows(engine)];
    await run(NEXT_YEAR);
    assert.deepEqual([await earliest(), await newestRows(engine)], [earliestBefore, newestBefore]);
  });

  it("shows each row once at every step", async (context) => {
    const { engine, folder, run } = await stage(context, 400);
    const before = await histories(engine);
    const pictures: Promise<[string, unknown]>[] = [];
    await run(APRIL, (step, month) => {
      pictures.push(histories(engine, folder).then((all) => [`${step} ${month}`, all]));
    });
    for (const [step, all] of await Promise.all(pictures)) assert.deepEqual(all, before, step);
    assert.equal(pictures.length, 10 * 3);
  });

  it("tells again that a month is cleared when nobody heard it", async (context) => {
    const { engine, folder, run } = await stage(context);
    const before = await histories(engine);
    const lost = run(APRIL, undefined, { markCleared: () => Promise.reject(new Error("the database went away")) });
    await assert.rejects(lost, /went away/);
    const told: string[] = [];
    await run(APRIL, undefined, { markCleared: async (month) => void told.push(month) });
    assert.deepEqual(told, ["2026-01", "2026-02", "2026-03"]);
    assert.deepEqual(await histories(engine, folder), before);
  });

  it("tells of a month that has nothing to archive, also after an end in mid-work", async (context) => {
    const { folder, run } = await stage(context);
    const end = (step: string, month: string) => {
      if (step === "sealed" && month === "2026-12") throw new Error("ended");
    };
    await assert.rejects(run(NEXT_YEAR, end), /ended/);
    assert.equal(folder.manifests().at(-1)?.rows, 0);
    const told: string[] = [];
    await run(NEXT_YEAR, undefined, { markCleared: async (month) => void told.push(month) });
    assert.deepEqual(told, ["2026-12"]);
    assert.ok(folder.manifests().every(({ isCleared }) => isCleared));
  });

  it("deletes nothing when the file does not hold what was written", async (context) => {
    const { engine, folder, run } = await stage(context);
    const { transfers } = await engine.ask("counts");
    const damaged = run(APRIL, (step, month) => {
      if (step !== "written") return;
      const bytes = readFileSync(folder.draftOf(month));
      bytes[200] = (bytes[200] as number) ^ 0xff;
      writeFileSync(folder.draftOf(month), bytes);
    });
    await assert.rejects(damaged);
    assert.equal((await engine.ask("counts")).transfers, transfers);
    assert.deepEqual(folder.manifests(), []);
  });

  it("deletes nothing when the file is gone, or another one, before its rows are", async (context) => {
    const { engine, folder, run } = await stage(context);
    const { transfers } = await engine.ask("counts");
    for (const harm of [(file: string) => rmSync(file), (file: string) => writeFileSync(file, "another file")]) {
      const harmed = run(APRIL, (step, month) => step === "sealed" && harm(folder.fileOf(month)));
      await assert.rejects(harmed);
      assert.equal((await engine.ask("counts")).transfers, transfers);
      rmSync(folder.path, { recursive: true });
    }
  });

  it("is one server's at a time: two that have the same folder by mistake lose nothing", async (context) => {
    const [here, there] = [await stage(context, 400), await stage(context, 500)];
    const before = [await histories(here.engine), await histories(there.engine)];
    let refused = 0;
    await here.run(APRIL, undefined, {
      async seal() {
        await there.runIn(here.folder, APRIL).catch(() => refused++);
        return true;
      },
    });
    await there.runIn(here.folder, NEXT_YEAR);
    await here.run(NEXT_YEAR);
    const after = await Promise.all([here, there].map(({ engine }) => histories(engine, here.folder)));
    for (const [at, all] of before.entries())
      for (const [item, rows] of all) {
        const found = new Set(after[at]!.get(item)!.map((row) => JSON.stringify(row)));
        const lost = rows.filter((row) => !found.has(JSON.stringify(row)));
        assert.deepEqual(lost, []);
      }
    assert.equal(refused, 3);
  });

  it("takes what ceased to be the newest along with a later month", async (context) => {
    const { engine, folder, run } = await stage(context);
    await run(APRIL);
    const item = ITEMS[0] as string;
    const writer = new BatchWriter();
    for (const day of [200, 201, 202]) {
      writer.addTransfer(idWords(item), 0, PLAYERS[0] as string, "PICKUP", "world", 1, 2, 3, JANUARY + day * DAY);
    }
    await engine.write([writer.finishBatch() as Batch]);
    const before = await histories(engine, folder);
    await run(NEXT_YEAR);
    assert.deepEqual(await histories(engine, folder), before);
    const left = await engine.ask("getItemTransferHistory", item, 10_000);
    assert.ok(left.length <= PLAYERS.length + 1, `${left.length} rows of the item are left`);
  });

  it("keeps a row that came with an old time while its month was sealed", async (context) => {
    const { engine, folder, run } = await stage(context);
    const item = ITEMS[0] as string;
    const { transfers } = await engine.ask("counts");
    const arrivals: Promise<unknown>[] = [];
    const archived = await run(APRIL, (step, month) => {
      if (step !== "told" || month !== "2026-02") return;
      const writer = new BatchWriter();
      writer.addTransfer(idWords(item), 0, PLAYERS[0] as string, "PICKUP", "world", 1, 2, 3, JANUARY + 45 * DAY + 1);
      arrivals.push(engine.write([writer.finishBatch() as Batch]));
      // Each call takes a step at once; the rows are in the clustered table after a few.
      for (let n = 0; n < 10; n++) arrivals.push(engine.archiveReadyStep(NEXT_YEAR));
    });
    await Promise.all(arrivals);
    assert.equal((await engine.ask("counts")).transfers, transfers + 1 - archived);
    const all = (await histories(engine, folder)).get(item);
    assert.equal(all?.filter(({ action }) => action === "PICKUP").length, 1);
    assert.equal([...(await histories(engine, folder)).values()].flat().length, transfers + 1);
  });

  it("shows each row once in a backup from before a month was archived", async (context) => {
    const { engine, file, folder, run } = await stage(context, 400);
    const before = await histories(engine);
    while ((await engine.archiveReadyStep(NEXT_YEAR)) !== "ready");
    const db = new DatabaseSync(file);
    db.prepare("VACUUM INTO ?").run(`${file}.backup`);
    db.close();
    await run(APRIL);
    await engine.close();
    for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
    renameSync(`${file}.backup`, file);
    await engine.open();
    assert.deepEqual(await histories(engine, folder), before);
    const { transfers } = await engine.ask("counts");
    assert.equal(await run(APRIL), 0, "no month is sealed again");
    assert.ok((await engine.ask("counts")).transfers < transfers, "but its rows leave the store again");
    assert.deepEqual(await histories(engine, folder), before);
  });

  it("takes nothing that must stay out of an older database that was put in place meanwhile", async (context) => {
    const { engine, file, run } = await stage(context, 400);
    while ((await engine.archiveReadyStep(NEXT_YEAR)) !== "ready");
    const db = new DatabaseSync(file);
    db.prepare("VACUUM INTO ?").run(`${file}.older`);
    db.close();
    const [item, player] = [ITEMS[0] as string, PLAYERS[4] as string];
    const earliest = await engine.ask("getEarliestTransferTs", item, player);
    // In the newer database the player has an earlier row, so the one that was the earliest goes into the archive.
    const writer = new BatchWriter();
    writer.addTransfer(idWords(item), 0, player, "PICKUP", "world", 1, 2, 3, JANUARY);
    await engine.write([writer.finishBatch() as Batch]);
    await run(APRIL, undefined, {
      async seal({ month }) {
        if (month !== "2026-01") return true;
        for (const suffix of ["-wal", "-shm"]) rmSync(file + suffix, { force: true });
        renameSync(`${file}.older`, file);
        await engine.check();
        return true;
      },
    });
    assert.equal(await engine.ask("getEarliestTransferTs", item, player), earliest);
  });

  it("takes nothing that must stay out of an older database than its own", async (context) => {
    const { folder, run } = await stage(context);
    await run(NEXT_YEAR);
    const older = await stage(context, 1200);
    while ((await older.engine.archiveReadyStep(NEXT_YEAR)) !== "ready");
    const before = await newestRows(older.engine);
    for (const { month } of folder.manifests()) {
      const file = await folder.open(month);
      for await (const rows of file.allGroups()) await older.engine.clearArchived(rows);
      await file.close();
    }
    assert.deepEqual(await newestRows(older.engine), before);
  });
});

async function newestRows(engine: SqliteEngine): Promise<unknown[]> {
  return Promise.all(ITEMS.map(async (item) => (await engine.ask("getItemTransferHistory", item, 1))[0]));
}
