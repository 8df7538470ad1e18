import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { accountId } from "../../../testing/fake-player.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import { blockPlace, groundPlace } from "../../model/place.ts";
import { Holders } from "./holders.ts";

const WATCH_ONLY = "auto-remove-duplicates: false\n";
const AT = { world: "world", x: 5, y: 64, z: 5 };
const CHEST = blockPlace(AT);
const GROUND = groundPlace(AT);
const ID = fakeId(77);
const UNTIL_JUDGED = GRACE_TICKS + 3;
const sword = () => fakeStack("diamond_sword", { tag: ID });

describe("who holds an item is who acted on that item", () => {
  it("a creative neighbour who breaks blocks does not make a thrown copy a meant one", async () => {
    const game = await startedService({ config: WATCH_ONLY });
    const builder = join(game, "Builder", { at: AT });
    builder.isInCreative = true;
    const cheat = join(game, "Cheat", { slots: [sword()], at: AT });
    await play(game);
    const copy = sword();
    game.platform.drop(copy, AT);
    act(game, cheat, new FakeItem(copy), [GROUND], "DROP");
    for (let tick = 0; tick < UNTIL_JUDGED; tick++) {
      game.doubletake.report({ kind: "sighting", place: GROUND, action: "BLOCK_BREAK", player: builder });
      await play(game);
    }
    assert.deepEqual(typesOf(game), ["DUPLICATE_ITEM"]);
    assert.equal(copy.tag, ID);
  });

  it("nor does one who once took the item out of the chest in which a copy turns up", async () => {
    const game = await startedService({ config: WATCH_ONLY });
    const builder = join(game, "Builder", { at: AT });
    builder.isInCreative = true;
    const cheat = join(game, "Cheat", { at: AT });
    const chest = game.platform.chest(CHEST);
    chest[0] = sword();
    await play(game, 25);
    [cheat.slots[0], chest[0]] = [chest[0], undefined];
    act(game, builder, new FakeItem(cheat.slots[0]!), [CHEST]);
    await play(game, 5);
    act(game, cheat, new FakeItem(cheat.slots[0]!));
    await play(game, 25);
    chest[0] = sword();
    await play(game, 25 + UNTIL_JUDGED);
    assert.deepEqual(typesOf(game), ["DUPLICATE_ITEM"]);
  });

  it("what a creative player puts down is meant, as before", async () => {
    const game = await startedService({ config: WATCH_ONLY });
    const builder = join(game, "Builder", { slots: [sword()], at: AT });
    builder.isInCreative = true;
    await play(game);
    const chest = game.platform.chest(CHEST);
    chest[0] = sword();
    act(game, builder, new FakeItem(chest[0]), [CHEST]);
    await play(game, UNTIL_JUDGED);
    assert.deepEqual(typesOf(game), []);
    assert.notEqual(chest[0].tag, ID);
  });

  it("an item that moves without a word goes on record with its last holder, who then holds it there", async () => {
    const game = await startedService();
    const alex = join(game, "Alex", { slots: [sword()], at: AT });
    const bo = join(game, "Bo", { at: AT });
    await play(game, 3);
    const chest = game.platform.chest(CHEST);
    // Bo has opened the chest; Alex's own transfer was never reported.
    game.doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN", player: bo });
    await play(game, 3);
    [chest[0], alex.slots[0]] = [alex.slots[0], undefined];
    await play(game, 30);
    const [row] = await game.store.getItemTransferHistory(ID, 1);
    assert.deepEqual([row?.playerUUID, row?.location], [alex.id, "world:5,64,5"]);
    assert.equal(game.doubletake.liveItems.holderOf(ID, CHEST).name, "Alex");
    const [custody] = await game.store.custodyOf([ID]);
    assert.deepEqual([custody?.place, custody?.holderId], [CHEST, alex.id]);
  });

  it("a copy that turns up and that nobody brought has no holder", async () => {
    const game = await startedService({ config: WATCH_ONLY });
    const bo = join(game, "Bo", { at: AT });
    join(game, "Alex", { slots: [sword()], at: AT });
    game.doubletake.report({ kind: "sighting", place: CHEST, action: "CONTAINER_OPEN", player: bo });
    await play(game, 3);
    game.platform.chest(CHEST)[0] = sword();
    await play(game, 30 + UNTIL_JUDGED);
    const [alert] = game.outside.sent;
    assert.deepEqual(
      alert?.copies.map(({ holderName }) => holderName),
      ["Alex", ""],
    );
    assert.deepEqual(alert?.players, ["Alex"]);
  });
});

describe("who is named", () => {
  it("nobody, when the sweep alone found the copies: not the last user of the chest, not the first owner", async () => {
    const game = await startedService({ config: WATCH_ONLY });
    const alex = join(game, "Alex", { slots: [sword()], at: AT });
    const [one, two] = [CHEST, blockPlace({ ...AT, x: 9 })].map((place) => game.platform.chest(place));
    await play(game, 3);
    [one![0], alex.slots[0]] = [alex.slots[0], undefined];
    act(game, alex, new FakeItem(one![0]!), [CHEST]);
    await play(game, 3);
    quit(game, alex);
    await play(game, 3);
    two![0] = sword();
    await play(game, 30 + UNTIL_JUDGED);
    const [alert] = game.outside.sent;
    assert.equal(alert?.type, "DUPLICATE_ITEM");
    assert.deepEqual([alert?.player, alert?.playerUuid], ["", NIL_UUID]);
    assert.deepEqual(alert?.players, ["Alex"], "he holds one of them all the same");
    const record = await game.store.caseByNumber(1);
    assert.deepEqual([record?.playerName, record?.playerId], ["", NIL_UUID]);
  });

  it("the player of the sighting that opened the case", async () => {
    const game = await startedService({ config: WATCH_ONLY });
    join(game, "Alex", { slots: [sword()], at: AT });
    await play(game, 3);
    join(game, "Bo", { slots: [sword()], at: AT });
    await play(game, UNTIL_JUDGED);
    assert.deepEqual([game.outside.sent[0]?.player, game.outside.sent[0]?.playerUuid], ["Bo", accountId("Bo")]);
  });

  it("whoever acted on the item, although its copy went straight into somebody else's inventory", async () => {
    const game = await startedService({ config: WATCH_ONLY });
    const cheat = join(game, "Cheat", { slots: [sword()], at: AT });
    const victim = join(game, "Victim", { at: AT });
    await play(game, 3);
    victim.slots[4] = sword();
    act(game, cheat, new FakeItem(victim.slots[4]!), [victim.place]);
    await play(game, UNTIL_JUDGED);
    assert.equal(game.outside.sent[0]?.player, "Cheat");
  });
});

describe("what is remembered of players", () => {
  it("has an end, however many accounts come, and whoever comes back is known anew", () => {
    const holders = new Holders();
    let most = 0;
    for (let account = 0; account < 300_000; account++) {
      if (!holders.rememberName(`account ${account}`, "Guest")) assert.fail("nobody of that name was here");
      holders.noteAct(fakeId(account), CHEST, `account ${account}`);
      most = Math.max(most, holders.size);
    }
    assert.ok(most <= 2 * (65_536 + 4096), `${most} entries`);
    assert.equal(holders.rememberName("account 299999", "Guest"), false);
    assert.equal(holders.nameOf("account 1"), "account 1", "the store has the name");
    assert.equal(holders.rememberName("account 1", "Guest"), true);
    assert.equal(holders.nameOf("account 1"), "Guest");
  });
});

function typesOf({ outside }: FakeService): string[] {
  return outside.sent.map(({ type }) => type);
}
