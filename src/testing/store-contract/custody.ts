import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { blockPlace, type Custody, NIL_UUID, playerPlace, type Store } from "../../core/index.ts";
import { batchOf, itemId, NOON, playerId } from "./rows.ts";
import { CONTRACT_SERVER, type OpenStore } from "./store-under-test.ts";

const ALEX = playerId(1);
const BEA = playerId(2);
const CHEST = blockPlace({ world: "a:b", x: -5, y: 64, z: 2_000_000 });

/** The last confirmed place of each id. */
export function custodyContract(open: OpenStore): void {
  describe("custody", () => {
    it("remembers the last confirmed place of an id, with all that belongs to it", async (context) => {
      const { store, reopen } = await open(context);
      await store.append(batchOf(kept(1, playerPlace(ALEX), ALEX, NOON), kept(2, CHEST, NIL_UUID, NOON + 1)));
      const check = async (asked: Store) => {
        assert.deepEqual(
          byItem(await asked.custodyOf([itemId(1), itemId(2), itemId(3)])),
          byItem([custody(1, playerPlace(ALEX), ALEX, NOON), custody(2, CHEST, NIL_UUID, NOON + 1)]),
        );
        assert.deepEqual(await asked.custodyOf([]), []);
        assert.equal((await asked.custodyOf([itemId(1), itemId(1)])).length, 1);
      };
      await check(store);
      if (reopen) await check(await reopen());
    });

    it("follows an item to its next place, and away from the one before", async (context) => {
      const { store, reopen } = await open(context);
      await store.append(batchOf(kept(1, CHEST, ALEX, NOON), kept(2, CHEST, ALEX, NOON)));
      await store.append(batchOf(kept(1, playerPlace(ALEX), ALEX, NOON + 1), kept(1, playerPlace(BEA), BEA, NOON + 2)));
      const check = async (asked: Store) => {
        assert.deepEqual(await asked.custodyOf([itemId(1)]), [custody(1, playerPlace(BEA), BEA, NOON + 2)]);
        assert.deepEqual(await asked.custodyAt(CHEST), [custody(2, CHEST, ALEX, NOON)]);
        assert.deepEqual(await asked.custodyAt(playerPlace(ALEX)), []);
        assert.deepEqual(await asked.custodyAt(playerPlace(BEA)), [custody(1, playerPlace(BEA), BEA, NOON + 2)]);
      };
      await check(store);
      if (!reopen) return;
      const again = await reopen();
      await check(again);
      await again.append(batchOf(kept(1, CHEST, BEA, NOON + 3)));
      assert.deepEqual(
        (await again.custodyAt(CHEST)).map((found) => found.itemId).sort(),
        [itemId(1), itemId(2)].sort(),
      );
      assert.deepEqual(await again.custodyAt(playerPlace(BEA)), []);
    });

    it("knows that what was confirmed may be a copy, until the next row says otherwise", async (context) => {
      const { store, reopen } = await open(context);
      const moved = { moved: itemId(1), by: ALEX, action: "JOIN", to: "world/end:-1,70,9", at: NOON } as const;
      await store.append(batchOf(moved, kept(1, CHEST, ALEX, -NOON), kept(2, CHEST, ALEX, NOON)));
      const check = async (asked: Store) => {
        const doubtful = { ...custody(1, CHEST, ALEX, NOON), mayBeCopy: true } as const;
        assert.deepEqual(await asked.custodyOf([itemId(1)]), [doubtful]);
        assert.deepEqual(byItem(await asked.custodyAt(CHEST)), byItem([doubtful, custody(2, CHEST, ALEX, NOON)]));
        assert.equal((await asked.getItemTransferHistory(itemId(1), 1))[0]?.timestamp, NOON);
      };
      await check(store);
      const again = reopen ? await reopen() : store;
      await check(again);
      await again.append(batchOf(kept(1, CHEST, ALEX, NOON + 1)));
      assert.deepEqual(await again.custodyOf([itemId(1)]), [custody(1, CHEST, ALEX, NOON + 1)]);
    });

    it("lists everything at a place and nothing of a similar one", async (context) => {
      const { store } = await open(context);
      const second = playerPlace(ALEX, 2);
      const rows = Array.from({ length: 200 }, (_, n) => kept(n, n % 2 ? playerPlace(ALEX) : second, ALEX, NOON + n));
      await store.append(batchOf(...rows));
      const found = await store.custodyAt(playerPlace(ALEX));
      assert.deepEqual(
        found.map((each) => each.itemId).sort(),
        rows
          .filter((_, n) => n % 2)
          .map((row) => row.kept)
          .sort(),
      );
      assert.deepEqual(await store.custodyAt(`${playerPlace(ALEX)}%`), []);
      assert.deepEqual(await store.custodyAt(""), []);
    });

    it("answers for many ids at once", async (context) => {
      const { store } = await open(context);
      const rows = Array.from({ length: 3000 }, (_, n) => kept(n, CHEST, ALEX, NOON + n));
      await store.append(batchOf(...rows));
      const found = await store.custodyOf(Array.from({ length: 4000 }, (_, n) => itemId(n)));
      assert.equal(found.length, 3000);
    });
  });
}

function kept(n: number, place: string, by: string, at: number) {
  return { kept: itemId(n), by, place, where: "world/end:-1,70,9", at } as const;
}

function custody(n: number, place: string, holderId: string, confirmedMs: number): Custody {
  return {
    itemId: itemId(n),
    place,
    holderId,
    location: "world/end:-1,70,9",
    confirmedMs,
    server: CONTRACT_SERVER,
    version: 1,
  };
}

function byItem(found: readonly Custody[]): Custody[] {
  return found.toSorted((a, b) => (a.itemId < b.itemId ? -1 : 1));
}
