import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NIL_UUID } from "../../core/index.ts";
import { batchOf, itemId, NOON, playerId } from "./rows.ts";
import { CONTRACT_SERVER, type OpenStore } from "./store-under-test.ts";

const ALEX = playerId(1);
const BEA = playerId(2);

/** Seen items: `recordSeen`, first sightings, lookup by prefix, the items of a player. */
export function itemContract(open: OpenStore): void {
  describe("items", () => {
    it("records an id as seen once: true for a new id, false for a known or an invalid one", async (context) => {
      const { store, reopen } = await open(context);
      assert.equal(await store.recordSeen(itemId(1)), true);
      assert.equal(await store.recordSeen(itemId(1)), false);
      assert.equal(await store.recordSeen(itemId(1).toUpperCase()), false);
      assert.equal(await store.recordSeen("no-uuid"), false);
      assert.equal(await store.recordSeen(itemId(2)), true);
      assert.equal((await store.counts()).items, 2);
      if (reopen) assert.equal(await (await reopen()).recordSeen(itemId(2)), false);
    });

    it("does not take a transfer or a custody for a sighting", async (context) => {
      const { store } = await open(context);
      await store.logItemTransfer(itemId(1), ALEX, "PICKUP", "world:1,2,3");
      await store.append(batchOf({ kept: itemId(2), by: ALEX, place: "ender:x", where: "world:1,2,3", at: NOON }));
      assert.equal(await store.firstSighting(itemId(1)), undefined);
      assert.equal((await store.counts()).items, 0);
      assert.equal(await store.recordSeen(itemId(1)), true);
      assert.equal(await store.recordSeen(itemId(2)), true);
    });

    it("keeps the first sighting as it was", async (context) => {
      const { store, reopen } = await open(context);
      await store.append(batchOf(seen(itemId(1), ALEX, "DIAMOND_SWORD", NOON)));
      await store.append(batchOf(seen(itemId(1), BEA, "STICK", NOON - 5000)));
      await store.recordSeen(itemId(2));
      const first = { firstSeenMs: NOON, material: "DIAMOND_SWORD", playerId: ALEX };
      assert.deepEqual(await store.firstSighting(itemId(1)), first);
      const second = await store.firstSighting(itemId(2));
      assert.deepEqual([second?.material, second?.playerId], ["", NIL_UUID]);
      assert.equal(await store.firstSighting(itemId(3)), undefined);
      assert.equal(await store.firstSighting("no-uuid"), undefined);
      if (reopen) assert.deepEqual(await (await reopen()).firstSighting(itemId(1)), first);
    });

    it("finds ids by any prefix, in order, up to the limit", async (context) => {
      const { store } = await open(context);
      const ids = [
        "00000000-0000-0000-0000-000000000001",
        "abcdef12-3456-789a-bcde-f0123456789a",
        "abcdef12-3456-789a-bcde-f0123456789b",
        "abcdef12-3456-f89a-bcde-f01234567890",
        "abcdef13-0000-0000-0000-000000000000",
        "ffffffff-ffff-ffff-ffff-ffffffffffff",
      ];
      const rows = ids.map((id, n) => (n % 2 ? seen(id, ALEX, "BOW", NOON) : moved(id, ALEX, NOON)));
      await store.append(batchOf(...rows.toReversed()));
      assert.deepEqual(await store.idsByPrefix("abcdef12", 10), ids.slice(1, 4));
      assert.deepEqual(await store.idsByPrefix("abcdef12", 2), ids.slice(1, 3));
      assert.deepEqual(await store.idsByPrefix("abcdef12-3456-7", 10), ids.slice(1, 3));
      assert.deepEqual(await store.idsByPrefix("abcdef12-", 10), ids.slice(1, 4));
      assert.deepEqual(await store.idsByPrefix("abcdef1", 10), ids.slice(1, 5));
      assert.deepEqual(await store.idsByPrefix("f", 10), ids.slice(5));
      assert.deepEqual(await store.idsByPrefix(ids[2] as string, 10), [ids[2]]);
      assert.deepEqual(await store.idsByPrefix("", 10), ids);
      for (const nothing of ["abcdef123456", "abc-", "abcdef14", "%", "_", `${ids[2]}0`]) {
        assert.deepEqual(await store.idsByPrefix(nothing, 10), [], nothing);
      }
      assert.deepEqual(await store.idsByPrefix("abcdef12", 0), []);
    });

    it("lists what a player has handled, most recent first, in pages", async (context) => {
      const { store, reopen } = await open(context);
      const rows = Array.from({ length: 25 }, (_, n) => moved(itemId(n), ALEX, NOON + n * 10));
      await store.append(batchOf(seen(itemId(3), BEA, "BOW", NOON), ...rows));
      await store.append(batchOf(moved(itemId(3), ALEX, NOON + 5000, "DROP", "world:7,8,9")));
      await store.append(batchOf(moved(itemId(4), BEA, NOON + 6000)));
      const order = [3, ...Array.from({ length: 25 }, (_, n) => 24 - n).filter((n) => n !== 3)].map(itemId);
      const check = async (asked: typeof store) => {
        const first = await asked.itemsOfPlayer(ALEX, { offset: 0, limit: 10 });
        assert.deepEqual(first[0], {
          itemId: itemId(3),
          material: "BOW",
          lastAction: "DROP",
          lastLocation: "world:7,8,9",
          lastTimestamp: NOON + 5000,
          lastServer: CONTRACT_SERVER,
        });
        const second = await asked.itemsOfPlayer(ALEX, { offset: 10, limit: 10 });
        const third = await asked.itemsOfPlayer(ALEX, { offset: 20, limit: 10 });
        assert.deepEqual(
          [...first, ...second, ...third].map((item) => item.itemId),
          order,
        );
        assert.equal(second.find((item) => item.itemId === itemId(4))?.lastTimestamp, undefined);
        assert.equal(third.find((item) => item.itemId === itemId(4))?.lastTimestamp, NOON + 40);
        assert.deepEqual(await asked.itemsOfPlayer(ALEX, { offset: 25, limit: 10 }), []);
        assert.deepEqual(await asked.itemsOfPlayer(ALEX, { offset: 0, limit: 0 }), []);
        assert.deepEqual(await asked.itemsOfPlayer(playerId(9), { offset: 0, limit: 10 }), []);
      };
      await check(store);
      if (reopen) await check(await reopen());
    });
  });
}

function seen(id: string, by: string, material: string, at: number) {
  return { seen: id, by, material, at } as const;
}

function moved(id: string, by: string, at: number, action = "PICKUP", to = "world:1,2,3") {
  return { moved: id, by, action, to, at } as const;
}
