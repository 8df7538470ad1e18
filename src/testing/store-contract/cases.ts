import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { CaseChange, CaseRecord, Claim } from "../../core/index.ts";
import { twoServers } from "./network.ts";
import { birthOf, copyOf, itemId, NOON, playerId } from "./rows.ts";
import type { OpenSharedStore, OpenStore } from "./store-under-test.ts";

const ALL = { offset: 0, limit: 100 };

/** Cases with their evidence, and open claims. */
export function caseContract(open: OpenStore): void {
  describe("cases", () => {
    it("numbers cases and gives them back as they were", async (context) => {
      const { store, reopen } = await open(context);
      assert.equal(await store.saveCase(caseOf(1)), 1);
      assert.equal(await store.saveCase(caseOf(2)), 2);
      const again = reopen ? await reopen() : store;
      assert.deepEqual(await again.caseByNumber(1), { ...caseOf(1), number: 1 });
      assert.deepEqual(await again.caseByNumber(2), { ...caseOf(2), number: 2 });
      assert.equal(await again.caseByNumber(3), undefined);
      assert.equal(await again.caseByNumber(0), undefined);
      assert.equal(await again.saveCase(caseOf(3)), 3);
    });

    it("replaces what is stored under a number", async (context) => {
      const { store } = await open(context);
      const number = await store.saveCase(caseOf(1));
      const changed: CaseRecord = { ...caseOf(1), number, status: "dismissed", itemIds: [itemId(9)], acts: [] };
      assert.equal(await store.saveCase(changed), number);
      assert.deepEqual(await store.cases({}, ALL), [changed]);
      assert.deepEqual(await store.cases({ itemId: itemId(1) }, ALL), []);
      assert.deepEqual(await store.cases({ itemId: itemId(9) }, ALL), [changed]);
      assert.equal(await store.saveCase({ ...caseOf(2), number: 7 }), 7);
      assert.equal(await store.saveCase(caseOf(3)), 8);
    });

    it("lists cases newest first, by status, item and time, in pages", async (context) => {
      const { store } = await open(context);
      for (let n = 1; n <= 12; n++) await store.saveCase({ ...caseOf(n), status: n % 3 ? "open" : "closed" });
      const numbers = async (...asked: Parameters<typeof store.cases>) =>
        (await store.cases(...asked)).map(({ number }) => number);
      assert.deepEqual(await numbers({}, { offset: 0, limit: 4 }), [12, 11, 10, 9]);
      assert.deepEqual(await numbers({}, { offset: 8, limit: 10 }), [4, 3, 2, 1]);
      assert.deepEqual(await numbers({ status: "closed" }, { offset: 1, limit: 2 }), [9, 6]);
      assert.deepEqual(await numbers({ itemId: itemId(5) }, ALL), [5, 4]);
      assert.deepEqual(await numbers({ sinceMs: NOON + 10 }, ALL), [12, 11, 10]);
      assert.deepEqual(await numbers({ status: "closed", sinceMs: NOON + 9, itemId: itemId(9) }, ALL), [9]);
      assert.deepEqual(await numbers({ status: "confirmed" }, ALL), []);
      assert.deepEqual(await numbers({}, { offset: 0, limit: 0 }), []);
      const { cases, openCases } = await store.counts();
      assert.deepEqual({ cases, openCases }, { cases: 12, openCases: 8 });
    });

    it("lists the items of all open cases, newest first", async (context) => {
      const { store } = await open(context);
      assert.deepEqual(await store.openCaseItems(), []);
      for (let n = 1; n <= 4; n++) await store.saveCase(caseOf(n));
      await store.changeCase(3, { atMs: NOON, status: { from: "open", to: "closed" } });
      await store.saveCase({ ...caseOf(5), itemIds: [] });
      const items = (await store.openCaseItems()).map(({ number, itemIds }) => [number, itemIds.toSorted()]);
      const ids = (n: number) => [itemId(n), itemId(n + 1)].toSorted();
      assert.deepEqual(items, [
        [5, []],
        [4, ids(4)],
        [2, ids(2)],
        [1, ids(1)],
      ]);
    });

    it("adds to a case and takes nothing away, however often it is told the same", async (context) => {
      const { store } = await open(context);
      const number = await store.saveCase({ ...caseOf(1), type: "DUPLICATE_SUSPECTED", severity: "HIGH" });
      const act = { act: "confirm", by: "Ann", atMs: NOON + 50, note: "" } as const;
      const { type, copies } = caseOf(3);
      const change: CaseChange = {
        atMs: NOON + 50,
        found: { type, itemIds: [itemId(3)], copies, transfers: [] },
        acts: [act],
        status: { from: "open", to: "confirmed" },
      };
      for (let time = 0; time < 2; time++) await store.changeCase(number, change);
      const changed: CaseRecord = {
        ...caseOf(1),
        number,
        status: "confirmed",
        itemIds: [itemId(1), itemId(2), itemId(3)],
        copies: [...copies, ...caseOf(1).copies],
        acts: [...caseOf(1).acts, act],
        updatedMs: NOON + 50,
      };
      assert.deepEqual(await store.caseByNumber(number), changed);
      // The case is no longer open: a change that relied on that has no effect.
      await store.changeCase(number, { atMs: NOON + 51, status: { from: "open", to: "closed" } });
      assert.equal((await store.caseByNumber(number))?.status, "confirmed");
      assert.deepEqual((await store.cases({ itemId: itemId(3) }, ALL)).length, 1);
      await store.changeCase(99, change);
      assert.equal(await store.caseByNumber(99), undefined);
    });

    it("keeps one claim an item and place until it is closed", async (context) => {
      const { store, reopen } = await open(context);
      const first = claimOf(1, "player:a", 5);
      const second = claimOf(1, "player:b", 1);
      await store.saveClaim(first);
      await store.saveClaim(second);
      await store.saveClaim(claimOf(2, "player:a", 3));
      await store.saveClaim({ ...first, kind: "pending", copies: [] });
      assert.equal((await store.counts()).openClaims, 3);
      await store.closeClaim(itemId(2), "player:a");
      await store.closeClaim(itemId(2), "player:b");
      await store.closeClaim(itemId(3), "player:a");
      const again = reopen ? await reopen() : store;
      assert.deepEqual(await again.openClaims(), [second, { ...first, kind: "pending", copies: [] }]);
      assert.equal((await again.counts()).openClaims, 2);
    });
  });
}

/** Cases about which several servers write. */
export function sharedCaseContract(open: OpenSharedStore): void {
  describe("cases of several servers", () => {
    it("tells what other servers wrote about cases since it was last asked", async (context) => {
      const { here, there } = await twoServers(open, context);
      await here.saveCase(caseOf(1));
      const { revision, cases } = await there.changedCases(undefined);
      assert.deepEqual(cases, []);
      const number = await here.saveCase(caseOf(2));
      const news = await there.changedCases(revision);
      assert.deepEqual(news.cases, [{ ...caseOf(2), number }]);
      await here.changeCase(1, { atMs: NOON, status: { from: "open", to: "dismissed" } });
      await here.counts();
      const later = await there.changedCases(news.revision);
      assert.deepEqual(later.cases, [{ ...caseOf(1), number: 1, status: "dismissed" }]);
      assert.deepEqual(await there.changedCases(later.revision), { revision: later.revision, cases: [] });
    });

    it("has the acts of all when several servers act at once", async (context) => {
      const { here, there } = await twoServers(open, context);
      const number = await here.saveCase({ ...caseOf(1), acts: [] });
      const act = (by: string) => ({ act: "restore", by, atMs: NOON, note: "" }) as const;
      await Promise.all(
        Array.from({ length: 10 }, (_, n) => [
          here.changeCase(number, { atMs: NOON, acts: [act(`here ${n}`)] }),
          there.changeCase(number, { atMs: NOON, acts: [act(`there ${n}`)] }),
        ]).flat(),
      );
      await there.counts();
      assert.equal((await here.caseByNumber(number))?.acts.length, 20);
    });
  });
}

function caseOf(n: number): CaseRecord {
  const timestamp = NOON + n;
  return {
    number: 0,
    type: "DUPLICATE_ITEM",
    severity: "CRITICAL",
    status: "open",
    itemIds: [itemId(n), itemId(n + 1)],
    material: "DIAMOND_SWORD",
    playerId: playerId(n),
    playerName: "Zoë 'x' \"y\" \\ 🗡",
    openedMs: timestamp,
    updatedMs: timestamp + 1,
    cause: n % 2 ? "crash" : "",
    copies: [copyOf(itemId(n), n), copyOf(itemId(n + 1), n + 1)],
    transfers: [{ itemId: itemId(n), playerUUID: playerId(n), action: "PICKUP", location: "world:1,2,3", timestamp }],
    acts: [{ act: "settle", by: "Doubletake", atMs: timestamp, note: "still there\nsecond line" }],
    births: [birthOf(timestamp)],
  };
}

function claimOf(n: number, place: string, openedSince: number): Claim {
  const copies = [copyOf(itemId(n), n)];
  const [openedMs, birth] = [NOON + openedSince, birthOf(NOON + n)];
  return { itemId: itemId(n), place, kind: "dark", openedMs, copies, birth };
}
