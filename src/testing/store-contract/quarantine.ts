import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { QUARANTINE_STATES, type QuarantinedItem, type Store } from "../../core/index.ts";
import { copyOf, itemId, NOON, playerId } from "./rows.ts";
import { CONTRACT_SERVER, type OpenSharedStore, type OpenStore } from "./store-under-test.ts";

const EVERY_BYTE = Uint8Array.from({ length: 1024 }, (_, n) => n & 0xff);

/** Items taken out of the world, whole. */
export function quarantineContract(open: OpenStore): void {
  describe("quarantine", () => {
    it("gives an item back byte for byte", async (context) => {
      const { store, reopen } = await open(context);
      assert.equal(await store.saveQuarantined(item(1)), 1);
      assert.equal(await store.saveQuarantined({ ...item(2), data: new Uint8Array() }), 2);
      // A view into a larger buffer: only its own bytes are the item.
      assert.equal(await store.saveQuarantined({ ...item(3), data: EVERY_BYTE.subarray(5, 9) }), 3);
      const again = reopen ? await reopen() : store;
      const found = await again.quarantined({});
      assert.deepEqual(found, [
        { ...item(1), number: 1 },
        { ...item(2), number: 2, data: new Uint8Array() },
        { ...item(3), number: 3, data: Uint8Array.of(5, 6, 7, 8) },
      ]);
      assert.ok(found.every(({ data }) => Object.getPrototypeOf(data) === Uint8Array.prototype));
    });

    it("keeps an item of a megabyte", async (context) => {
      const { store } = await open(context);
      const data = Uint8Array.from({ length: 1 << 20 }, (_, n) => (n * 31) >> 3);
      const number = await store.saveQuarantined({ ...item(1), data });
      const [found] = await store.quarantined({ number });
      assert.deepEqual(found?.data, data);
    });

    it("replaces what is stored under a number, and leaves the caller's bytes alone", async (context) => {
      const { store } = await open(context);
      const data = EVERY_BYTE.slice();
      const number = await store.saveQuarantined({ ...item(1), data });
      assert.deepEqual(data, EVERY_BYTE);
      const returned = {
        ...item(1),
        number,
        state: "returned",
        returnToId: playerId(5),
        freshId: itemId(50),
        returnedBy: CONTRACT_SERVER,
      } as const;
      assert.equal(await store.saveQuarantined(returned), number);
      assert.deepEqual(await store.quarantined({}), [returned]);
    });

    it("changes an entry for one of those who try, and says who that was, also when asked again", async (context) => {
      const { store } = await open(context);
      await assertOneChanges(store, store);
    });

    it("finds items by case, number, state and who gets them back", async (context) => {
      const { store } = await open(context);
      for (const [n, state] of QUARANTINE_STATES.entries()) {
        await store.saveQuarantined({
          ...item(n),
          state,
          caseNumber: 1 + (n % 2),
          returnToId: n < 3 ? playerId(1) : "",
        });
      }
      const numbers = async (filter: Parameters<typeof store.quarantined>[0]) =>
        (await store.quarantined(filter)).map(({ number }) => number);
      assert.deepEqual(await numbers({}), [1, 2, 3, 4, 5]);
      assert.deepEqual(await numbers({ caseNumber: 1 }), [1, 3, 5]);
      assert.deepEqual(await numbers({ number: 4 }), [4]);
      assert.deepEqual(await numbers({ state: "held" }), [2]);
      assert.deepEqual(await numbers({ returnToId: playerId(1) }), [1, 2, 3]);
      assert.deepEqual(await numbers({ returnToId: playerId(1), state: "returning", caseNumber: 1 }), [3]);
      assert.deepEqual(await numbers({ state: "held", caseNumber: 1 }), []);
      assert.equal((await store.counts()).quarantined, 3);
    });
  });
}

/** Items that one server took and another may give back. */
export function sharedQuarantineContract(open: OpenSharedStore): void {
  describe("quarantine of several servers", () => {
    it("changes an entry for one of those who try, and says who that was, also when asked again", async (context) => {
      const { store, beside } = await open(context);
      await assertOneChanges(store, await beside("other-server"));
    });

    it("finds items by the server that took or gave them", async (context) => {
      const { store } = await open(context);
      await store.saveQuarantined(item(1));
      await store.saveQuarantined({ ...item(2), takenBy: "other", returnedBy: CONTRACT_SERVER });
      const numbers = async (filter: Parameters<typeof store.quarantined>[0]) =>
        (await store.quarantined(filter)).map(({ number }) => number);
      assert.deepEqual(await numbers({ takenBy: CONTRACT_SERVER }), [1]);
      assert.deepEqual(await numbers({ takenBy: "other" }), [2]);
      assert.deepEqual(await numbers({ returnedBy: CONTRACT_SERVER }), [2]);
    });
  });
}

async function assertOneChanges(store: Store, other: Store): Promise<void> {
  const number = await store.saveQuarantined({ ...item(1), state: "returning" });
  const claims = ["a", "b"].map((claim) => ({ ...item(1), number, state: "returned", claim }) as const);
  const done = await Promise.all([
    store.changeQuarantined(claims[0]!, "returning"),
    other.changeQuarantined(claims[1]!, "returning"),
  ]);
  assert.deepEqual(done.toSorted(), [false, true]);
  const winner = claims[done.indexOf(true)]!;
  assert.equal((await store.quarantined({ number }))[0]?.claim, winner.claim);
  assert.equal(await store.changeQuarantined(winner, "returning"), true);
  assert.equal(await store.changeQuarantined({ ...item(1), number: 9 }, "held"), false);
  assert.equal((await store.quarantined({})).length, 1);
}

function item(n: number): QuarantinedItem {
  return {
    number: 0,
    caseNumber: 1,
    itemId: itemId(n),
    material: "SHULKER_BOX",
    data: EVERY_BYTE,
    state: "held",
    takenFrom: copyOf(itemId(n), n + 1),
    takenMs: NOON + n,
    returnToId: "",
    freshId: "",
    takenBy: CONTRACT_SERVER,
    returnedBy: "",
    claim: "",
  };
}
