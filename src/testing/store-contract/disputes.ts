import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ENDED, type NewDispute, NOWHERE, type Store } from "../../core/index.ts";
import { twoServers, until, wakes } from "./network.ts";
import { batchOf, copyOf, itemId, NOON, playerId } from "./rows.ts";
import { CONTRACT_SERVER, type OpenSharedStore } from "./store-under-test.ts";

const OTHER = "other-server";
const CHEST = "block:world:1,64,-7";

/** What two servers say about one item that both have. */
export function disputeContract(open: OpenSharedStore): void {
  describe("disputes", () => {
    it("is opened by whoever finds what is another's, and is one row however often", async (context) => {
      const { here, there } = await twoServers(open, context);
      await keep(here, 1);
      const told = wakes(here);
      const dispute = await there.openDispute(found(1));
      assert.deepEqual(dispute, {
        number: 1,
        version: 1,
        itemId: itemId(1),
        material: "DIAMOND_SWORD",
        step: "opened",
        finder: { server: OTHER, epoch: 1, token: "there", seen: copyOf(itemId(1), 5) },
        holder: { server: CONTRACT_SERVER, epoch: 1, token: "", seen: undefined },
        custodyVersion: 1,
        keeper: "",
        caseNumber: 0,
        ageMs: dispute?.ageMs,
      });
      await until(async () => told.some(({ kind }) => kind === "disputes"));
      const again = await there.openDispute({ ...found(1), token: "later" });
      assert.deepEqual({ ...again, ageMs: 0 }, { ...dispute, ageMs: 0 });
      for (const store of [here, there]) {
        const listed = await store.openDisputes();
        assert.deepEqual(
          listed.map(({ number }) => number),
          [1],
        );
      }
    });

    it("is not opened about what is not, or no longer, the other's", async (context) => {
      const { here, there } = await twoServers(open, context);
      await keep(here, 1);
      assert.equal(await there.openDispute({ ...found(1), custodyVersion: 2 }), undefined);
      assert.equal(await there.openDispute(found(2)), undefined);
      assert.equal(await there.openDispute({ ...found(1), holder: "nobody" }), undefined);
      assert.equal(await here.openDispute(found(1)), undefined);
      assert.deepEqual(await there.openDisputes(), []);
    });

    it("goes on by compare-and-set: of two that change one version, one does", async (context) => {
      const { here, there } = await twoServers(open, context);
      await keep(here, 1);
      const { number } = (await there.openDispute(found(1)))!;
      const steps = await Promise.all([
        here.changeDispute(number, 1, { step: "held", token: "here", seen: copyOf(itemId(1), 1) }),
        there.changeDispute(number, 1, { step: "withdrawn" }),
      ]);
      assert.equal(steps.filter(Boolean).length, 1);
      const before = steps.find(Boolean)!;
      assert.equal(before.version, 2);
      assert.equal(await here.changeDispute(number, 1, { step: "gone" }), undefined);
    });

    it("keeps what each side saw, who keeps and the case, and ends", async (context) => {
      const { here, there, beside } = await twoServers(open, context);
      const third = await beside("third-server");
      await keep(here, 1);
      const { number } = (await there.openDispute(found(1)))!;
      const seen = copyOf(itemId(1), 1);
      await here.changeDispute(number, 1, { step: "held", token: "here", seen });
      await there.changeDispute(number, 2, { step: "seen-again" });
      assert.equal(await third.changeDispute(number, 3, { step: "withdrawn" }), undefined);
      await here.changeDispute(number, 3, { step: "held-again" });
      const proven = await there.changeDispute(number, 4, { step: "proven", keeper: "holder", caseNumber: 9 });
      const { finder, holder, ...rest } = proven!;
      assert.deepEqual([finder.token, holder.token, holder.seen], ["there", "here", seen]);
      assert.deepEqual([rest.step, rest.version, rest.keeper, rest.caseNumber], ["proven", 5, "holder", 9]);
      const removed = await there.changeDispute(number, 5, { step: "removed" });
      assert.deepEqual([removed?.step, removed?.keeper, removed?.caseNumber], ["removed", "holder", 9]);
      assert.equal(await there.changeDispute(number, 6, { step: "opened" }), undefined);
      assert.deepEqual(await here.openDisputes(), []);
      // A later finding opens another dispute.
      assert.equal((await there.openDispute(found(1)))?.number, number + 1);
    });

    it("moves custody to the finder with the step that says so", async (context) => {
      const { here, there } = await twoServers(open, context);
      await keep(here, 1);
      const { number } = (await there.openDispute(found(1)))!;
      await here.changeDispute(number, 1, { step: "gone", moveCustody: true });
      const { place, holderId, location, seenMs } = copyOf(itemId(1), 5);
      const moved = { itemId: itemId(1), place, holderId, location, confirmedMs: seenMs, server: OTHER, version: 2 };
      assert.deepEqual(await here.custodyOf([itemId(1)]), [moved]);
      // From here on only the finder can move it.
      await there.append(
        batchOf({ kept: itemId(1), by: holderId, place: "block:world:9,9,9", where: "world:9,9,9", at: NOON }),
      );
      await there.counts();
      await keep(here, 1);
      assert.equal((await here.custodyOf([itemId(1)]))[0]?.place, "block:world:9,9,9");
    });

    it("moves what may be a copy as what it is", async (context) => {
      const { here, there } = await twoServers(open, context);
      await keep(here, 1, CHEST, -NOON);
      const { number } = (await there.openDispute(found(1)))!;
      await here.changeDispute(number, 1, { step: "gone", moveCustody: true });
      const [{ confirmedMs, mayBeCopy, server } = {}] = await there.custodyOf([itemId(1)]);
      assert.deepEqual([confirmedMs, mayBeCopy, server], [copyOf(itemId(1), 5).seenMs, true, OTHER]);
    });

    it("moves no custody that has left the place from which it is to be moved", async (context) => {
      const { here, there } = await twoServers(open, context);
      const [alex, bo] = [`player:${playerId(1)}`, `player:${playerId(2)}`];
      await keep(here, 1, alex);
      const { number } = (await there.openDispute(found(1)))!;
      await here.changeDispute(number, 1, { step: "dark", token: "" });
      await keep(here, 1, bo);
      const brought = { step: "gone", moveCustody: true } as const;
      assert.equal(await there.changeDispute(number, 2, { ...brought, custodyAt: alex }), undefined);
      const [custody] = await here.custodyOf([itemId(1)]);
      assert.deepEqual([custody?.place, custody?.version], [bo, 1]);
      assert.equal((await there.changeDispute(number, 2, { ...brought, custodyAt: bo }))?.step, "gone");
      assert.equal((await here.custodyOf([itemId(1)]))[0]?.server, OTHER);
    });

    it("proves nothing, and takes nothing away, once custody is not the holder's any more", async (context) => {
      const { here, there } = await twoServers(open, context);
      for (const n of [1, 2]) await keep(here, n, `player:${playerId(n)}`);
      const [first, second] = [
        (await there.openDispute(found(1)))!.number,
        (await there.openDispute(found(2)))!.number,
      ];
      for (const number of [first, second]) {
        await here.changeDispute(number, 1, { step: "held", token: "here", seen: copyOf(itemId(1), 1) });
        await there.changeDispute(number, 2, { step: "seen-again" });
        await here.changeDispute(number, 3, { step: "held-again" });
      }
      assert.equal((await there.changeDispute(second, 4, { step: "proven", keeper: "holder" }))?.step, "proven");
      // Custody of the players' own things goes along with them.
      for (const n of [1, 2]) await there.playerJoined(playerId(n), true);
      assert.equal(await there.changeDispute(first, 4, { step: "proven", keeper: "holder" }), undefined);
      assert.equal(await there.changeDispute(second, 5, { step: "removed" }), undefined);
      assert.equal((await there.changeDispute(second, 5, { step: "settled" }))?.step, "settled");
    });

    it("takes nothing away while the copy that is to stay is on record nowhere", async (context) => {
      const { here, there } = await twoServers(open, context);
      const number = await prove(here, there);
      await keep(here, 1, NOWHERE);
      assert.equal(await there.changeDispute(number, 5, { step: "removed" }), undefined);
      await keep(here, 1, ENDED);
      assert.equal(await there.changeDispute(number, 5, { step: "removed" }), undefined);
      await keep(here, 1);
      assert.equal((await there.changeDispute(number, 5, { step: "removed" }))?.step, "removed");
    });

    it("takes nothing away while the side that keeps its copy does not run", async (context) => {
      const { here, there } = await twoServers(open, context);
      const number = await prove(here, there);
      await here.close();
      assert.equal(await there.changeDispute(number, 5, { step: "removed" }), undefined);
    });

    it("does not rest on what a side saw before it was started anew", async (context) => {
      const { here, there, beside } = await twoServers(open, context);
      await keep(here, 1);
      const { number } = (await there.openDispute(found(1)))!;
      await here.changeDispute(number, 1, { step: "held", token: "here", seen: copyOf(itemId(1), 1) });
      await there.close();
      const again = await beside(OTHER);
      assert.equal(await again.changeDispute(number, 2, { step: "seen-again" }), undefined);
      assert.equal(await here.changeDispute(number, 2, { step: "held-again" }), undefined);
      const anew = await again.changeDispute(number, 2, { step: "opened", token: "anew" });
      assert.deepEqual([anew?.finder.token, anew?.finder.epoch], ["anew", 2]);
      assert.deepEqual([anew?.holder.token, anew?.holder.seen], ["", undefined]);
      assert.equal((await here.changeDispute(number, 3, { step: "held", token: "here" }))?.step, "held");
    });
  });
}

/** Gives this server custody, and lets every other one know: journalled rows are in the database before a question is answered. */
async function keep(store: Store, n: number, place = CHEST, at = NOON): Promise<void> {
  await store.append(batchOf({ kept: itemId(n), by: playerId(n), place, where: "world:1,64,-7", at }));
  await store.counts();
}

/** Both servers have the first item, and that is proven; the holder's copy stays. Resolves with the dispute's number. Its version is 5. */
async function prove(holder: Store, finder: Store): Promise<number> {
  await keep(holder, 1);
  const { number } = (await finder.openDispute(found(1)))!;
  await holder.changeDispute(number, 1, { step: "held", token: "here", seen: copyOf(itemId(1), 1) });
  await finder.changeDispute(number, 2, { step: "seen-again" });
  await holder.changeDispute(number, 3, { step: "held-again" });
  await finder.changeDispute(number, 4, { step: "proven", keeper: "holder" });
  return number;
}

function found(n: number): NewDispute {
  const seen = copyOf(itemId(n), 5);
  return {
    itemId: itemId(n),
    material: "DIAMOND_SWORD",
    custodyVersion: 1,
    seen,
    token: "there",
    holder: CONTRACT_SERVER,
  };
}
