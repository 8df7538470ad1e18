import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NIL_UUID } from "../../core/index.ts";
import { batchOf, itemId, NOON, playerId } from "./rows.ts";
import type { OpenStore } from "./store-under-test.ts";

const ALEX = playerId(1);
const BEA = playerId(2);
const CY = playerId(3);

/** Last known names. */
export function playerContract(open: OpenStore): void {
  describe("players", () => {
    it("knows a player by id and by the last name, in any case", async (context) => {
      const { store, reopen } = await open(context);
      await store.append(batchOf(named(ALEX, "Alex"), named(BEA, "Zoë O'Neil 2")));
      await store.append(batchOf(named(ALEX, "AlexTheGreat")));
      const alex = { id: ALEX, name: "AlexTheGreat" };
      assert.deepEqual(await store.playerById(ALEX), alex);
      assert.deepEqual(await store.playerByName("alexthegreat"), alex);
      assert.deepEqual(await store.playerByName("ZOË o'neil 2"), { id: BEA, name: "Zoë O'Neil 2" });
      assert.equal(await store.playerByName("Alex"), undefined);
      assert.equal(await store.playerById(CY), undefined);
      assert.equal(await store.playerById("nobody"), undefined);
      if (!reopen) return;
      const again = await reopen();
      assert.deepEqual(await again.playerByName("ALEXTHEGREAT"), alex);
    });

    it("gives a name that two players had to the one who had it last", async (context) => {
      const { store } = await open(context);
      await store.append(batchOf(named(ALEX, "Steve"), named(BEA, "steve")));
      assert.equal((await store.playerByName("Steve"))?.id, BEA);
      await store.append(batchOf(named(ALEX, "Steve", NOON + 1)));
      assert.equal((await store.playerByName("steve"))?.id, ALEX);
    });

    it("completes names: sorted, without repeats, as they are spelled", async (context) => {
      const { store } = await open(context);
      const names = ["bob", "Alex", "alan", "AL_X", "al%x", "Ömer"];
      await store.append(batchOf(...names.map((name, n) => named(playerId(10 + n), name)), named(CY, "Alex")));
      assert.deepEqual(await store.playerNames("al", 10), ["al%x", "AL_X", "alan", "Alex"]);
      assert.deepEqual(await store.playerNames("AL", 2), ["al%x", "AL_X"]);
      assert.deepEqual(await store.playerNames("al%", 10), ["al%x"]);
      assert.deepEqual(await store.playerNames("al_", 10), ["AL_X"]);
      assert.deepEqual(await store.playerNames("ö", 10), ["Ömer"]);
      assert.deepEqual(await store.playerNames("", 10), ["al%x", "AL_X", "alan", "Alex", "bob", "Ömer"]);
      assert.deepEqual(await store.playerNames("zz", 10), []);
      assert.deepEqual(await store.playerNames("al", 0), []);
    });

    it("does not know the name of a player who only acted, and counts each player once", async (context) => {
      const { store } = await open(context);
      await store.append(
        batchOf(
          { moved: itemId(1), by: ALEX, action: "DROP", to: "world:1,2,3", at: NOON },
          { moved: itemId(1), by: NIL_UUID, action: "DESPAWN", to: "world:1,2,3", at: NOON },
          { seen: itemId(1), by: BEA, material: "BOW", at: NOON },
          { kept: itemId(1), by: CY, place: `player:${CY}`, where: "world:1,2,3", at: NOON },
          named(BEA, "Bea"),
        ),
      );
      assert.equal(await store.playerById(ALEX), undefined);
      assert.equal((await store.counts()).players, 3);
    });
  });
}

function named(id: string, name: string, at = NOON) {
  return { named: id, name, at } as const;
}
