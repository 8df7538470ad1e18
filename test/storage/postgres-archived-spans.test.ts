import assert from "node:assert/strict";
import { after, before, describe, it, type TestContext } from "node:test";
import { type Batch, BatchWriter, idWords } from "../../src/core/storage-face.ts";
import { archiveRun } from "../../src/storage/archive/archive-run.ts";
import { ArchiveFolder } from "../../src/storage/archive/files/archive-folder.ts";
import { RowFacts } from "../../src/storage/archive/files/row-facts.ts";
import { PostgresEngine } from "../../src/storage/postgres/engine.ts";
import { postgresArchiveSource } from "../../src/storage/postgres/upkeep/archive-source.ts";
import { APRIL, fiveMonths, histories, ITEMS, JANUARY } from "../../src/testing/unpublished/stores/five-months.ts";
import { temporaryFolder } from "../../src/testing/unpublished/temporary-folder.ts";
import { type PostgresServer, sharedPostgres } from "../support/postgres-server.ts";

const PLAYER = "00000000-0000-4000-8000-000000000001";
const FEBRUARY = Date.UTC(2026, 1, 1);
const ITEM = ITEMS[1] as string;

let server: PostgresServer;
before(async () => {
  server = await sharedPostgres();
});
after(() => server.remove());

describe("deleting spans of archived rows from PostgreSQL", () => {
  it("deletes spans that are as they were read, and counts them", async (context) => {
    const { engine, read, count } = await stage(context);
    const { spans, rows } = await read();
    assert.equal(rows, 7);
    for (const some of spans.inStoreOrder(1000)) assert.equal(await engine.clearArchivedSpans(some), true);
    assert.equal(await count(), 3);
    assert.equal((await engine.ask("counts")).transfers, 3);
  });

  it("leaves a row that came late, and deletes the others", async (context) => {
    const { engine, url, read, count } = await stage(context);
    const { spans } = await read();
    await server.query(
      url,
      "INSERT INTO dt_transfers SELECT ts, item, player, 40, z, y, world, action, tie FROM dt_transfers WHERE x = 4",
    );
    for (const some of spans.inStoreOrder(1000)) assert.equal(await engine.clearArchivedSpans(some), true);
    assert.equal(await count(), 4);
    const [row] = await server.query(url, "SELECT FROM dt_transfers WHERE x = 40");
    assert.ok(row);
  });

  it("deletes none if a row went or changed, or its place is another row's", async (context) => {
    for (const changes of [
      ["DELETE FROM dt_transfers WHERE x = 4"],
      [
        "DELETE FROM dt_transfers WHERE x = 4",
        "VACUUM dt_transfers",
        "INSERT INTO dt_transfers SELECT ts, item, player, 40, z, y, world, action, tie FROM dt_transfers WHERE x = 5",
      ],
      ["UPDATE dt_transfers SET player = player + 1 WHERE x = 4"],
      ["UPDATE dt_transfers SET x = 40 WHERE x = 4"],
      ["CREATE INDEX by_x ON dt_transfers_old (x DESC)", "CLUSTER dt_transfers_old USING by_x"],
      ["DROP TABLE dt_transfers_old"],
    ]) {
      const { engine, url, read, count } = await stage(context);
      const { spans } = await read();
      for (const change of changes) await server.query(url, change);
      const before = await count();
      for (const some of spans.inStoreOrder(1000)) {
        assert.equal(await engine.clearArchivedSpans(some), false, changes.join());
      }
      assert.equal(await count(), before, changes.join());
    }
  });

  it("deletes none if the item has no later row any more", async (context) => {
    const { engine, url, read, count } = await stage(context);
    const { spans } = await read();
    await server.query(url, "DELETE FROM dt_transfers WHERE x >= 8");
    for (const some of spans.inStoreOrder(1000)) assert.equal(await engine.clearArchivedSpans(some), false);
    assert.equal(await count(), 8);
  });

  it("doubles no row when some have the same number in one millisecond, as after a clock was set back", async (context) => {
    for (const change of [
      "SET (ts, tie) = (SELECT ts, tie FROM dt_transfers WHERE x = 0) WHERE x = 1",
      "SET (ts, tie) = (SELECT ts, tie FROM dt_transfers WHERE x = 3) WHERE x IN (4, 5)",
      "SET (ts, tie) = (SELECT ts, tie FROM dt_transfers WHERE x = 7) WHERE x >= 8",
    ]) {
      const { engine, url } = await stage(context);
      await server.query(url, `SET doubletake.protocol = '2'; UPDATE dt_transfers ${change}`);
      await server.query(url, `UPDATE dt_items SET first_seen = (SELECT min(ts) FROM dt_transfers)`);
      const places = async (folder?: ArchiveFolder) => {
        const rows = (await histories(engine, folder)).get(ITEM) ?? [];
        return rows.map(({ location }) => location).sort();
      };
      const before = await places();
      const folder = new ArchiveFolder(temporaryFolder(context));
      for (const beforeMs of [FEBRUARY, APRIL]) {
        let stepsByRow = 0;
        const source = await postgresArchiveSource(url, "archiver");
        await archiveRun({
          folder,
          source,
          server: "archiver",
          beforeMs,
          clear: (rows) => engine.clearArchived(rows).then(() => void stepsByRow++),
          clearSpans: (spans) => engine.clearArchivedSpans(spans),
          markCleared: (month) => engine.markCleared(month),
        });
        await source.close();
        assert.deepEqual(await places(folder), before, change);
        assert.equal(stepsByRow, 0, change);
      }
      assert.ok(folder.manifests().reduce((sum, { rows }) => sum + rows, 0) >= 4);
    }
  });

  it("reads more rows than it fetches at once, and numbers those of one millisecond", async (context) => {
    const { url, read, engine } = await stage(context, 20_001);
    const { spans, rows, nths } = await read();
    assert.equal(rows, 20_000 - 1);
    // Three rows a millisecond; the very first one stays.
    assert.deepEqual(
      nths,
      Array.from({ length: 20_000 - 1 }, (_, at) => (at + 1) % 3),
    );
    for (const some of spans.inStoreOrder(4096)) assert.equal(await engine.clearArchivedSpans(some), true);
    const [row] = await server.query(url, "SELECT count(*)::integer AS count FROM dt_transfers");
    assert.equal(row?.count, 2);
  });
});

describe("rows that leave PostgreSQL", () => {
  it("come the same, in the same order, however many items come at once", async (context) => {
    const url = await server.freshDatabase();
    const engine = new PostgresEngine({ url, serverName: "archiver" });
    await engine.open();
    context.after(() => engine.close());
    await engine.write([fiveMonths()], 1);
    const read = async (itemsAPage?: number) => {
      const source = await postgresArchiveSource(url, "archiver", itemsAPage);
      const facts = new RowFacts();
      for await (const group of source.rowsBefore(APRIL).groups) facts.add(group);
      await source.close();
      return facts.finish();
    };
    const all = await read();
    assert.ok(all.rows > 1000);
    for (const itemsAPage of [1, 7, ITEMS.length, ITEMS.length + 1]) assert.deepEqual(await read(itemsAPage), all);
  });
});

/** An item with ten rows, of which seven may leave: the first, the last, and one that is too young stay. Or with so many, three a millisecond. */
async function stage(context: TestContext, many = 0) {
  const url = await server.freshDatabase();
  const engine = new PostgresEngine({ url, serverName: "archiver" });
  await engine.open();
  context.after(() => engine.close());
  const writer = new BatchWriter();
  const add = (x: number, ts: number) => writer.addTransfer(idWords(ITEM), 0, PLAYER, "DROP", "world", x, 64, -x, ts);
  for (let n = 0; n < many; n++) add(n % 1000, JANUARY + Math.floor(n / 3));
  if (many === 0) for (let n = 0; n < 10; n++) add(n, n < 8 ? JANUARY + 1000 * n : FEBRUARY + n);
  await engine.write([writer.finishBatch() as Batch], 1);
  return {
    engine,
    url,
    async read() {
      const source = await postgresArchiveSource(url, "archiver");
      const { groups, spans } = source.rowsBefore(FEBRUARY);
      const nths: number[] = [];
      for await (const group of groups) nths.push(...group.nth);
      await source.close();
      return { spans, nths, rows: nths.length };
    },
    async count() {
      const [row] = await server.query(url, "SELECT count(*)::integer AS count FROM dt_transfers");
      return row?.count;
    },
  };
}
