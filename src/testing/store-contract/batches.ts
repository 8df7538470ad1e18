import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { batchOf, itemId, NOON, playerId, type Row } from "./rows.ts";
import type { OpenStore } from "./store-under-test.ts";

const ALEX = playerId(1);

/** `append`, notes, counts, health and closing. */
export function batchContract(open: OpenStore): void {
  describe("batches", () => {
    it("answers for each asked sighting, in order, whether the id was new", async (context) => {
      const { store } = await open(context);
      await store.recordSeen(itemId(2));
      const batch = batchOf(
        { ...seen(itemId(1)), ask: true },
        { ...seen(itemId(2)), ask: true },
        { moved: itemId(1), by: ALEX, action: "PICKUP", to: "world:1,2,3", at: NOON },
        seen(itemId(3)),
        { ...seen(itemId(1)), ask: true },
        { ...seen(itemId(3)), ask: true },
        { ...seen(itemId(4)), ask: true },
      );
      assert.deepEqual((await store.append(batch)).newlySeen, [true, false, false, false, true]);
      assert.deepEqual((await store.append(batchOf(seen(itemId(5))))).newlySeen, []);
    });

    it("keeps batches apart that were handed over without waiting", async (context) => {
      const { store } = await open(context);
      const asked = Array.from({ length: 60 }, (_, n) => ({ ...seen(itemId(n % 20)), ask: true }) as const);
      const answers = await Promise.all(asked.map((row) => store.append(batchOf(row))));
      assert.deepEqual(
        answers.map(({ newlySeen }) => newlySeen),
        asked.map((_, n) => [n < 20]),
      );
    });

    it("takes times before its base, far from it and before 1970", async (context) => {
      const { store } = await open(context);
      const day = 86_400_000;
      const times = [NOON, NOON - day, NOON + day, NOON - 1, NOON - 60 * day, NOON + 60 * day, 0, -5];
      const moved = (at: number): Row => ({ moved: itemId(1), by: ALEX, action: "X", to: "world:1,2,3", at });
      await store.append(batchOf(...times.map(moved)));
      const history = await store.getItemTransferHistory(itemId(1), 10);
      assert.deepEqual(
        history.map(({ timestamp }) => timestamp),
        times.toSorted((a, b) => b - a),
      );
      assert.equal(await store.getEarliestTransferTs(itemId(1), ALEX), -5);
    });

    it("counts what it holds", async (context) => {
      const { store, reopen } = await open(context);
      const nothing = { items: 0, transfers: 0, players: 0, openCases: 0, cases: 0, openClaims: 0, quarantined: 0 };
      assert.deepEqual(await store.counts(), nothing);
      const rows = Array.from({ length: 300 }, (_, n): Row[] => [
        seen(itemId(n % 50)),
        { moved: itemId(n % 70), by: playerId(n % 7), action: "DROP", to: "world:1,2,3", at: NOON + n },
      ]);
      await store.append(batchOf(...rows.flat()));
      const expected = { ...nothing, items: 50, transfers: 300, players: 7 };
      assert.deepEqual(await store.counts(), expected);
      if (reopen) assert.deepEqual(await (await reopen()).counts(), expected);
    });

    it("reports good health and nothing pending once all is durable", async (context) => {
      const { store } = await open(context);
      await store.append(batchOf(seen(itemId(1))));
      const { isReachable, pendingRows, lostRows, lastError } = store.health();
      assert.deepEqual(
        { isReachable, pendingRows, lostRows, lastError },
        { isReachable: true, pendingRows: 0, lostRows: 0, lastError: "" },
      );
    });

    it("writes on close what nobody waited for", async (context) => {
      const { store, reopen } = await open(context);
      if (!reopen) return;
      for (let n = 0; n < 50; n++) void store.append(batchOf(seen(itemId(n))));
      assert.equal((await (await reopen()).counts()).items, 50);
    });

    it("closes once; nothing is journalled after a good close", async (context) => {
      const { store } = await open(context);
      await store.append(batchOf(seen(itemId(1))));
      assert.deepEqual(await Promise.all([store.close(), store.close()]), [0, 0]);
      assert.equal(await store.close(), 0);
    });

    it("keeps notes until they are taken back", async (context) => {
      const { store, reopen } = await open(context);
      assert.equal(await store.readNote("muted"), undefined);
      await store.writeNote("muted", '["Zoë"]');
      await store.writeNote("empty", "");
      await store.writeNote("gone", "1");
      await store.writeNote("muted", '["Zoë","O\'Neil"]');
      await store.writeNote("gone", undefined);
      const again = reopen ? await reopen() : store;
      assert.equal(await again.readNote("muted"), '["Zoë","O\'Neil"]');
      assert.equal(await again.readNote("empty"), "");
      assert.equal(await again.readNote("gone"), undefined);
    });
  });
}

function seen(id: string) {
  return { seen: id, by: ALEX, material: "BOW", at: NOON } as const;
}
