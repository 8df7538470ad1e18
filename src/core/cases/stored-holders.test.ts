import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { accountId } from "../../testing/fake-player.ts";
import { batchOf, copyOf } from "../../testing/store-contract/rows.ts";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { GRACE_TICKS, join, play, quit } from "../../testing/unpublished/story.ts";
import { Holders } from "../judging/custody/holders.ts";
import { NIL_UUID } from "../model/nil-uuid.ts";
import { blockPlace, groundPlace } from "../model/place.ts";
import { StoredHolders } from "./stored-holders.ts";

const AT = { world: "world", x: 5, y: 64, z: 5 };
const CHEST = blockPlace(AT);
const ID = fakeId(77);
const UNTIL_REMOVED = GRACE_TICKS + 8;
const KEEP_OLDEST = "keep-oldest-on-dup-remove: true\n";
const [ALEX, BO] = ["Alex", "Bo"].map(accountId) as [string, string];
const sword = () => fakeStack("diamond_sword", { tag: ID });

describe("after a clean restart the store knows who held what", () => {
  it("the copy in the chest of who had it first stays, and the alert names both, also the one who is away", async () => {
    for (const isSeenTogether of [false, true]) {
      const game = await restarted(await alexStores(KEEP_OLDEST), KEEP_OLDEST);
      // Either the chest was looked at before the copy turns up, or both come to light in one tick.
      if (!isSeenTogether) await play(game, 30);
      const bo = join(game, "Bo", { slots: [sword()], at: AT });
      game.doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN", player: bo });
      await play(game, 30 + UNTIL_REMOVED);
      assert.equal(game.platform.chest(CHEST)[0]?.tag, ID, `seen together: ${isSeenTogether}`);
      assert.equal(bo.slots[0], undefined);
      const [alert] = game.outside.sent;
      assert.deepEqual(alert?.players.toSorted(), ["Alex", "Bo"]);
      assert.ok(alert.details.includes("Alex") && !alert.details.includes(ALEX), alert.details);
      const record = await game.store.caseByNumber(1);
      const inChest = record?.copies.find(({ place }) => place === CHEST);
      assert.deepEqual([inChest?.holderId, inChest?.holderName], [ALEX, "Alex"]);
    }
  });

  it("a claim on somebody's slots names who is away, and not the account's number", async () => {
    const before = await startedService();
    const alex = join(before, "Alex", { slots: [sword()], at: AT });
    await play(before, 5);
    quit(before, alex);
    await play(before);
    const game = await restarted(before, "");
    join(game, "Bo", { slots: [sword()], at: AT });
    await play(game, 5);
    const [alert] = game.outside.sent;
    assert.equal(alert?.type, "DUPLICATE_SUSPECTED");
    assert.deepEqual(alert.players, ["Bo", "Alex"]);
    assert.ok(!alert.details.includes(ALEX), alert.details);
    assert.deepEqual(
      (await game.store.caseByNumber(1))?.copies.map(({ holderName }) => holderName),
      ["Bo", "Alex"],
    );
  });

  it("what ends without a player's doing goes on record with the last holder", async () => {
    for (const isSeen of [false, true]) {
      const before = await startedService();
      const alex = join(before, "Alex", { slots: [sword()], at: AT });
      await play(before, 3);
      const stack = alex.slots[0]!;
      alex.slots[0] = undefined;
      before.platform.drop(stack, AT);
      report(before, "DROP", stack, groundPlace(AT));
      await play(before, 3);
      const game = await restarted(before, "");
      if (isSeen) await play(game, 30);
      game.doubletake.report({ kind: "item-ended", item: new FakeItem(stack), action: "DESPAWN", location: AT });
      await game.doubletake.stop();
      const [row] = await game.store.getItemTransferHistory(ID, 1);
      assert.deepEqual([row?.action, row?.playerUUID], ["DESPAWN", ALEX], `looked at before: ${isSeen}`);
    }
  });
});

it("the last transfer at the chest tells whose it is, although custody went on and somebody stood on the chest", async () => {
  const store = new MemoryStore();
  const put = { moved: ID, by: ALEX, action: "CONTAINER_TRANSFER", to: "world:5,64,5", at: 1 } as const;
  const stoodOn = { moved: ID, by: BO, action: "INVENTORY_CLICK", to: "world:5,64,5", at: 2 } as const;
  const kept = { kept: ID, by: BO, place: `player:${BO}`, where: "world:5,64,5", at: 3 } as const;
  await store.append(batchOf(put, stoodOn, kept, { named: ALEX, name: "Alex", at: 1 }));
  const holders = new Holders();
  const storedHolders = new StoredHolders(holders);
  const seen = { ...copyOf(ID), place: CHEST, holderId: NIL_UUID, holderName: "" };
  await storedHolders.learn([seen], store);
  assert.deepEqual(storedHolders.complete(seen), { ...seen, holderId: ALEX, holderName: "Alex" });
  assert.equal(holders.holderOf(ID, CHEST).name, "Alex");
  const nobodys = { ...seen, place: blockPlace({ ...AT, x: 6 }) };
  await storedHolders.learn([nobodys], store);
  assert.deepEqual(storedHolders.complete(nobodys), nobodys);
});

it("all that one trick copied is asked about at once: the case does not wait for one answer after the other", async () => {
  const ids = [1, 2, 3].map(fakeId);
  let open = 0;
  let mostOpen = 0;
  class CountedStore extends MemoryStore {
    override async lastTransferAt(...question: Parameters<MemoryStore["lastTransferAt"]>) {
      mostOpen = Math.max(mostOpen, ++open);
      const answer = await super.lastTransferAt(...question);
      open--;
      return answer;
    }
  }
  const store = new CountedStore();
  const puts = ids.map(
    (id) => ({ moved: id, by: ALEX, action: "CONTAINER_TRANSFER", to: "world:5,64,5", at: 1 }) as const,
  );
  await store.append(batchOf(...puts));
  const holders = new Holders();
  const copies = ids.map((id) => ({ ...copyOf(id), place: CHEST, holderId: NIL_UUID, holderName: "" }));
  await new StoredHolders(holders).learn(copies, store);
  assert.deepEqual(
    ids.map((id) => holders.holderOf(id, CHEST).id),
    [ALEX, ALEX, ALEX],
  );
  assert.equal(mostOpen, ids.length);
});

/** Alex puts the sword into the chest and leaves. */
async function alexStores(config: string): Promise<FakeService> {
  const game = await startedService({ config });
  const alex = join(game, "Alex", { slots: [sword()], at: AT });
  await play(game, 3);
  const stack = alex.slots[0]!;
  [game.platform.chest(CHEST)[0], alex.slots[0]] = [stack, undefined];
  report(game, "CONTAINER_TRANSFER", stack, CHEST);
  await play(game, 3);
  quit(game, alex);
  await play(game, 3);
  return game;
}

function report(
  game: FakeService,
  action: "DROP" | "CONTAINER_TRANSFER",
  stack: ReturnType<typeof sword>,
  place: string,
): void {
  const [player] = game.platform.players();
  const item = new FakeItem(stack);
  game.doubletake.report({ kind: "interaction", player: player!, item, action, location: AT, touched: [place] });
}

/** The same world and store, with a service that remembers nothing by itself. */
async function restarted({ doubletake, platform, store, clock }: FakeService, config: string): Promise<FakeService> {
  await doubletake.stop();
  return startedService({ platform, store, clock, config, firstId: 1000 });
}
