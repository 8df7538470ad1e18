import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { batchOf, itemId, NOON, playerId } from "./rows.ts";
import { CONTRACT_SERVER, type OpenStore } from "./store-under-test.ts";

const SWORD = itemId(1);
const ALEX = playerId(1);
const BEA = playerId(2);

/** `logItemTransfer`, `getItemTransferHistory` and `getEarliestTransferTs`. */
export function transferContract(open: OpenStore): void {
  describe("transfers", () => {
    it("keeps a transfer with the fields of section 2.3", async (context) => {
      const { store } = await open(context);
      const before = Date.now();
      await store.logItemTransfer(SWORD, ALEX, "PICKUP", "world/nether:-12,64,3000000");
      const [record, ...others] = await store.getItemTransferHistory(SWORD, 100);
      assert.deepEqual(others, []);
      assert.ok(record);
      const { timestamp, ...rest } = record;
      const location = "world/nether:-12,64,3000000";
      assert.deepEqual(rest, { playerUUID: ALEX, action: "PICKUP", location, server: CONTRACT_SERVER });
      assert.ok(Number.isInteger(timestamp) && timestamp >= before && timestamp <= Date.now());
    });

    it("keeps a location of another format, a world with colons and any action as they are", async (context) => {
      const { store } = await open(context);
      const locations = [
        "somewhere",
        "",
        "a:b:1,2,3",
        "world:1.5,2,3",
        "wörld 'x' \"y\":2147483647,-2147483648,0",
        "w:01,2,3",
      ];
      for (const location of locations) await store.logItemTransfer(SWORD, ALEX, "Größe; DROP TABLE", location);
      const history = await store.getItemTransferHistory(SWORD, 100);
      assert.deepEqual(history.map((record) => record.location).sort(), [...locations].sort());
      assert.ok(history.every((record) => record.action === "Größe; DROP TABLE"));
    });

    it("ignores an item id that is no UUID, and answers as section 7 says", async (context) => {
      const { store } = await open(context);
      for (const bad of ["", "sword", "123e4567e89b12d3a456426614174000", `${SWORD} `, `{${SWORD}}`]) {
        await store.logItemTransfer(bad, ALEX, "PICKUP", "world:1,2,3");
        assert.deepEqual(await store.getItemTransferHistory(bad, 100), []);
        assert.equal(await store.getEarliestTransferTs(bad, ALEX), null);
      }
      assert.equal((await store.counts()).transfers, 0);
    });

    it("takes an upper-case id for the same item", async (context) => {
      const { store } = await open(context);
      await store.logItemTransfer(SWORD.toUpperCase(), ALEX.toUpperCase(), "DROP", "world:1,2,3");
      const history = await store.getItemTransferHistory(SWORD.toUpperCase(), 1);
      assert.equal(history[0]?.playerUUID, ALEX);
      assert.equal(await store.getEarliestTransferTs(SWORD.toUpperCase(), ALEX.toUpperCase()), history[0]?.timestamp);
    });

    it("lists newest first by time, not by insertion", async (context) => {
      const { store } = await open(context);
      const times = [5, 1, 9, 3, 7];
      for (const at of times) await store.append(batchOf(moved(NOON + at, "PICKUP")));
      const history = await store.getItemTransferHistory(SWORD, 100);
      assert.deepEqual(
        history.map(({ timestamp }) => timestamp - NOON),
        [9, 7, 5, 3, 1],
      );
    });

    it("lists rows of one millisecond in reverse order of insertion, within a batch and across batches", async (context) => {
      const { store, reopen } = await open(context);
      await store.append(batchOf(moved(NOON, "A"), moved(NOON, "B"), moved(NOON, "C")));
      await store.append(batchOf(moved(NOON, "D")));
      await store.append(batchOf(moved(NOON + 1, "LATER"), moved(NOON, "E")));
      const expected = ["LATER", "E", "D", "C", "B", "A"];
      const actions = (await store.getItemTransferHistory(SWORD, 100)).map(({ action }) => action);
      assert.deepEqual(actions, expected);
      if (!reopen) return;
      const again = await reopen();
      await again.append(batchOf(moved(NOON, "F")));
      const later = (await again.getItemTransferHistory(SWORD, 100)).map(({ action }) => action);
      assert.deepEqual(later, ["LATER", "F", ...expected.slice(1)]);
    });

    it("gives the newest rows up to the limit; below 1 nothing; above 10,000 is cut", async (context) => {
      const { store } = await open(context);
      const rows = Array.from({ length: 10_050 }, (_, n) => moved(NOON + n, `N${n}`));
      await store.append(batchOf(...rows));
      const three = await store.getItemTransferHistory(SWORD, 3);
      assert.deepEqual(
        three.map(({ action }) => action),
        ["N10049", "N10048", "N10047"],
      );
      for (const limit of [0, -1, Number.NEGATIVE_INFINITY, Number.NaN]) {
        assert.deepEqual(await store.getItemTransferHistory(SWORD, limit), []);
      }
      assert.equal((await store.getItemTransferHistory(SWORD, 2.9)).length, 2);
      for (const limit of [10_001, Number.POSITIVE_INFINITY]) {
        assert.equal((await store.getItemTransferHistory(SWORD, limit)).length, 10_000);
      }
    });

    it("knows each player's earliest transfer of an item", async (context) => {
      const { store } = await open(context);
      await store.append(batchOf(moved(NOON + 50, "X"), moved(NOON + 20, "X"), moved(NOON + 30, "X", BEA)));
      await store.append(batchOf(moved(NOON + 40, "X", BEA), moved(NOON + 10, "X", BEA, itemId(2))));
      assert.equal(await store.getEarliestTransferTs(SWORD, ALEX), NOON + 20);
      assert.equal(await store.getEarliestTransferTs(SWORD, BEA), NOON + 30);
      assert.equal(await store.getEarliestTransferTs(SWORD, playerId(3)), null);
      assert.equal(await store.getEarliestTransferTs(itemId(3), ALEX), null);
      assert.equal(await store.getEarliestTransferTs(SWORD, "nobody"), null);
    });

    it("knows an item's last transfer at a block, by certain actions", async (context) => {
      const { store, reopen } = await open(context);
      const at = (to: string, ts: number, action: string, by = ALEX, item = SWORD) =>
        ({ moved: item, by, action, to, at: NOON + ts }) as const;
      await store.append(
        batchOf(
          at("world:1,2,3", 1, "PUT"),
          at("world:1,2,3", 8, "PUT", BEA),
          at("world:1,2,3", 8, "PUT"),
          at("world:1,2,3", 9, "STAND", BEA),
          at("world:1,2,3", 10, "PUT", BEA, itemId(2)),
          at("world:1,2,4", 11, "PUT"),
          at("world/nether:1,2,3", 12, "PUT"),
          at("somewhere", 13, "PUT"),
          at("a:b:-1,-64,2000000", 14, "TAKE", BEA),
        ),
      );
      const check = async (asked: typeof store) => {
        const last = (location: string, ...actions: string[]) => asked.lastTransferAt(SWORD, location, actions);
        const server = CONTRACT_SERVER;
        const row = { playerUUID: ALEX, action: "PUT", location: "world:1,2,3", timestamp: NOON + 8, server };
        assert.deepEqual(await last("world:1,2,3", "TAKE", "PUT"), row);
        assert.equal((await last("world:1,2,3", "PUT", "STAND"))?.action, "STAND");
        assert.equal((await last("a:b:-1,-64,2000000", "TAKE", "PUT"))?.playerUUID, BEA);
        assert.equal(await last("world:1,2,3", "TAKE"), undefined);
        assert.equal(await last("world:1,2,3"), undefined);
        for (const none of ["world:1,2,5", "", "somewhere", "world:99999999999,0,0"]) {
          assert.equal(await last(none, "PUT"), undefined, none);
        }
        assert.equal(await asked.lastTransferAt(itemId(3), "world:1,2,3", ["PUT"]), undefined);
        assert.equal(await asked.lastTransferAt("no id", "world:1,2,3", ["PUT"]), undefined);
      };
      await check(store);
      if (reopen) await check(await reopen());
    });

    it("knows what was moved at a block, newest first, of this server", async (context) => {
      const { store, reopen } = await open(context);
      const at = (to: string, ts: number, action: string, by = ALEX, item = SWORD) =>
        ({ moved: item, by, action, to, at: NOON + ts }) as const;
      await store.append(
        batchOf(
          { seen: SWORD, by: ALEX, material: "DIAMOND_SWORD", at: NOON },
          at("world:1,2,3", 1, "PUT"),
          at("world:1,2,3", 9, "TAKE", BEA, itemId(2)),
          at("world:1,2,3", 8, "PUT", BEA),
          at("world:1,2,4", 11, "PUT"),
          at("world/nether:1,2,3", 12, "PUT"),
          at("somewhere", 13, "PUT"),
        ),
      );
      const check = async (asked: typeof store) => {
        const page = { offset: 0, limit: 10 };
        const shown = async (world: string | undefined, which = page) =>
          (await asked.transfersAt({ world, x: 1, y: 2, z: 3 }, which)).map(({ timestamp }) => timestamp - NOON);
        assert.deepEqual(await shown("world"), [9, 8, 1]);
        assert.deepEqual(await shown(undefined), [12, 9, 8, 1]);
        assert.deepEqual(await shown("world", { offset: 1, limit: 1 }), [8]);
        assert.deepEqual(await shown("world", { offset: 3, limit: 5 }), []);
        assert.deepEqual(await shown("world", { offset: 0, limit: 0 }), []);
        assert.deepEqual(await shown("elsewhere"), []);
        const [newest, second] = await asked.transfersAt({ world: "world", x: 1, y: 2, z: 3 }, page);
        const where = { location: "world:1,2,3" };
        assert.deepEqual(newest, {
          ...where,
          itemId: itemId(2),
          material: "",
          playerUUID: BEA,
          action: "TAKE",
          timestamp: NOON + 9,
          server: asked.serverName,
        });
        assert.equal(second?.material, "DIAMOND_SWORD");
      };
      await check(store);
      if (reopen) await check(await reopen());
    });

    it("answers a question with everything that was handed over before it, committed or not", async (context) => {
      const { store } = await open(context);
      const appends = [];
      for (let n = 0; n < 40; n++) {
        appends.push(store.append(batchOf(moved(NOON + n, `N${n}`))));
        const history = store.getItemTransferHistory(SWORD, 1).then((records) => records[0]?.action);
        const earliest = store.getEarliestTransferTs(SWORD, ALEX);
        appends.push(Promise.all([history, earliest]).then((answers) => assert.deepEqual(answers, [`N${n}`, NOON])));
      }
      await Promise.all(appends);
    });
  });
}

function moved(at: number, action: string, by = ALEX, item = SWORD) {
  return { moved: item, by, action, to: "world:1,2,3", at } as const;
}
