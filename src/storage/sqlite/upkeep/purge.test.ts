import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import fc from "fast-check";
import { batchOf, itemId, NOON, playerId } from "../../../testing/store-contract/rows.ts";
import { openEngine } from "../../../testing/unpublished/stores/open-engine.ts";
import { retentionForgetsDocuments } from "../../../testing/unpublished/stores/retention-of-documents.ts";
import { temporaryFolder } from "../../../testing/unpublished/temporary-folder.ts";
import type { SqliteEngine } from "../engine.ts";

const ITEMS = 4;

interface Transfer {
  readonly item: number;
  readonly player: number;
  readonly since: number;
}

describe("retention", () => {
  it("reaches cases that were dismissed and items that were given back", async (context) => {
    const engine = await openEngine(join(temporaryFolder(context), "tracker.db"));
    context.after(() => engine.close());
    await retentionForgetsDocuments(engine, async (ms) => void (await purgeAll(engine, ms)));
  });

  it("keeps the newest row per item and the earliest per item and player, and every row that is young enough", async (context) => {
    const folder = temporaryFolder(context);
    let runs = 0;
    const transfer = fc.record({ item: fc.nat(ITEMS - 1), player: fc.nat(2), since: fc.integer({ min: -6, max: 6 }) });
    const property = fc.asyncProperty(fc.array(transfer, { minLength: 1, maxLength: 60 }), async (transfers) => {
      const engine = await openEngine(join(folder, `${runs++}.db`), { compactAtRows: 16 });
      for (const [n, { item, player, since }] of transfers.entries()) {
        await engine.write([
          batchOf({ moved: itemId(item), by: playerId(player), action: `N${n}`, to: "world:1,2,3", at: NOON + since }),
        ]);
        if (n % 7 === 0) await engine.upkeepStep(false);
      }
      await purgeAll(engine, NOON);
      const left = await actionsIn(engine);
      assert.deepEqual(left, kept(transfers));
      assert.equal((await engine.ask("counts")).transfers, left.length);
      await engine.close();
    });
    await fc.assert(property, { numRuns: 40 });
  });

  it("does not keep an old row as the newest when a newer one has only just been written", async (context) => {
    const engine = await openEngine(join(temporaryFolder(context), "tracker.db"));
    const moved = (at: number) =>
      batchOf({ moved: itemId(1), by: playerId(1), action: "CLICK", to: "world:1,2,3", at });
    await engine.write([moved(NOON - 3), moved(NOON - 2), moved(NOON - 1)]);
    await purgeAll(engine, NOON);
    await engine.write([moved(NOON)]);
    await purgeAll(engine, NOON);
    const history = await engine.ask("getItemTransferHistory", itemId(1), 10);
    assert.deepEqual(
      history.map(({ timestamp }) => timestamp - NOON),
      [0, -3],
    );
    await engine.close();
  });

  it("passes an item with many thousands of rows in many steps", async (context) => {
    const engine = await openEngine(join(temporaryFolder(context), "tracker.db"), { compactAtRows: 4000 });
    for (let n = 0; n < 5; n++) {
      const rows = Array.from({ length: 2001 }, (_, k) => ({
        moved: itemId(1),
        by: playerId(k % 2),
        action: "CLICK",
        to: "world:1,2,3",
        at: NOON + n * 2001 + k,
      }));
      await engine.write([batchOf(...rows)]);
    }
    const { steps, deletedRows } = await purgeAll(engine, NOON + 20_000);
    assert.equal(deletedRows, 10_005 - 3);
    assert.ok(steps > 5);
    const history = await engine.ask("getItemTransferHistory", itemId(1), 10);
    assert.deepEqual(
      history.map(({ timestamp }) => timestamp - NOON),
      [10_004, 1, 0],
    );
    await engine.close();
  });
});

async function purgeAll(engine: SqliteEngine, olderThanMs: number): Promise<{ steps: number; deletedRows: number }> {
  let deletedRows = 0;
  for (let steps = 1; ; steps++) {
    const step = await engine.purgeStep(olderThanMs);
    deletedRows += step.deletedRows;
    if (!step.hasMore) return { steps, deletedRows };
  }
}

async function actionsIn(engine: SqliteEngine): Promise<string[]> {
  const histories = Array.from({ length: ITEMS }, (_, n) => engine.ask("getItemTransferHistory", itemId(n), 1000));
  return (await Promise.all(histories))
    .flat()
    .map(({ action }) => action)
    .sort();
}

/** The rule, written down once more in the plainest way. */
function kept(transfers: readonly Transfer[]): string[] {
  const numbered = transfers.map((transfer, n) => ({ ...transfer, n }));
  const order = numbered.toSorted((a, b) => a.since - b.since || a.n - b.n);
  return order
    .filter(
      (row) =>
        row.since >= 0 ||
        order.findLast(({ item }) => item === row.item) === row ||
        order.find(({ item, player }) => item === row.item && player === row.player) === row,
    )
    .map(({ n }) => `N${n}`)
    .sort();
}
