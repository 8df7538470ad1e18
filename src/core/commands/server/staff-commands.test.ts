import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { handStore } from "../../../testing/unpublished/stores/hand-store.ts";
import { join, play } from "../../../testing/unpublished/story.ts";
import { duplicatedSword, type TestStaff, testStaff } from "../../../testing/unpublished/test-staff.ts";
import { type ChannelHealth, withoutColours } from "../../index.ts";

describe("/doubletake notices", () => {
  /** Alex touches something new: do staff hear of it? */
  async function isHeard({ game, staff }: TestStaff): Promise<boolean> {
    const before = staff.heard.length;
    const item = new FakeItem(fakeStack("bow"));
    game.doubletake.report({ kind: "interaction", player: game.platform.join("Alex"), item, action: "PICKUP" });
    await play(game, 21);
    return staff.heard.length > before;
  }

  it("switches the notices about first ids off and on, for oneself", async () => {
    const team = await testStaff();
    const other = team.game.platform.join("Other", { permissions: ["doubletake.alerts"] });
    assert.equal(await isHeard(team), true);
    assert.deepEqual(await team.say("/dt notices off"), [
      "You are no longer told when items get their first id. Alerts still reach you.",
    ]);
    assert.equal(await isHeard(team), false);
    assert.equal(other.heard.length, 2);
    assert.deepEqual(await team.say("/dt notices on"), ["You are told when items get their first id."]);
    assert.equal(await isHeard(team), true);
  });

  it("leaves alerts as they are", async () => {
    const { say, game, staff } = await testStaff();
    await say("/dt notices off");
    await duplicatedSword(game);
    assert.match(withoutColours(staff.heard.at(-1)!), /Duplicated item/);
  });

  it("outlives a restart", async () => {
    const store = new MemoryStore();
    const first = await testStaff({ store });
    const other = first.game.platform.join("Other", { permissions: ["doubletake.alerts"] });
    await first.say("/dt notices off");
    await first.say("/dt notices off", other);
    await first.game.doubletake.stop();
    assert.equal(await isHeard(await testStaff({ store })), false);
    const third = await testStaff({ store });
    await third.say("/dt notices on");
    await third.game.doubletake.stop();
    const last = await testStaff({ store });
    assert.equal(await isHeard(last), true);
    assert.equal(last.game.doubletake.commandContext.mutes.isMuted(other.id), true);
  });

  it("changes nothing when the choice cannot be kept", async () => {
    const failing = handStore(new MemoryStore());
    const team = await testStaff({ store: failing.store });
    failing.fail("the database is away");
    assert.deepEqual(await team.say("/dt notices off"), ["That did not work; the console says why."]);
    assert.equal(await isHeard(team), true);
  });

  it("works although the store could not be read at the start", async () => {
    const failing = handStore(new MemoryStore());
    failing.fail("the database is away");
    const team = await testStaff({ store: failing.store });
    assert.ok(team.game.log.lines.includes("warn: Who wants no notices cannot be read yet: the database is away"));
    failing.recover();
    await team.say("/dt notices off");
    assert.equal(await isHeard(team), false);
  });
});

describe("/doubletake status", () => {
  const channels: readonly ChannelHealth[] = [
    { channel: "embed_chat", state: "working", host: "a.example", waiting: 1, delivered: 9, lost: 0, overflowed: 0 },
    {
      channel: "bot_chat",
      state: "failing",
      host: "b.example",
      waiting: 4,
      delivered: 0,
      lost: 2,
      overflowed: 3,
      failure: { kind: "answered", status: 500 },
    },
    { channel: "hook_chat", state: "untried", host: "c.example", waiting: 0, delivered: 0, lost: 0, overflowed: 0 },
    { channel: "generic", state: "incomplete", host: "", waiting: 0, delivered: 0, lost: 0, overflowed: 0 },
  ];

  it("shows version, store, queue, cache, cost, cases, claims and every channel", async () => {
    const { say, game } = await testStaff();
    await duplicatedSword(game);
    game.outside.channelHealth = channels;
    const answer = (await say("/dt status")).map((line) => line.replaceAll(/\d+\.\d{3} ms/g, "N ms"));
    assert.deepEqual(answer, [
      "Doubletake 1.0.0 on fake 1.0",
      "Store: memory, works",
      "Rows waiting: 0, in the journal: 0, lost: 0",
      "Items in the cache: 1, in sight: 1",
      "Cost of a tick: scan N ms, sweep N ms, everything N ms",
      "Open claims: 0",
      "Removal: on",
      "embed_chat: works, 9 delivered, 1 waiting (a.example)",
      "bot_chat: fails: it answered with status 500, 4 waiting, 5 lost (b.example)",
      "hook_chat: ready, nothing sent yet (c.example)",
      "generic: enabled, but config.yml lacks something it needs",
      "Stored items: 1, transfers: 3, players: 2",
      "Open cases: 1, items in quarantine: 1",
    ]);
  });

  it("says what is known while the store is opening, away, or silent", async () => {
    const opening = await testStaff({ store: undefined });
    const answer = await opening.say("/dt status");
    assert.equal(answer[1], "Store: still opening");
    assert.equal(answer.at(-1), "generic: off");

    const first = new MemoryStore();
    const untried = { ...first.health(), isReachable: false, lastError: "" };
    first.health = () => untried;
    assert.equal((await (await testStaff({ store: first })).say("/dt status"))[1], "Store: still opening");

    const away = new MemoryStore();
    const health = { ...away.health(), isReachable: false, journalledRows: 12, lastError: "connection refused" };
    away.health = () => health;
    away.counts = () => Promise.reject(new Error("connection refused"));
    const team = await testStaff({ store: away });
    const lines = await team.say("/dt status");
    assert.equal(lines[1], "Store: memory, does not work: connection refused");
    assert.equal(lines[2], "Rows waiting: 0, in the journal: 12, lost: 0");
    assert.equal(lines.at(-1), "Stored items: the store does not answer");

    const slow = handStore(new MemoryStore());
    const silent = await testStaff({ store: slow.store });
    slow.hang();
    assert.equal((await silent.say("/dt status")).at(-1), "generic: off");
  });
});

describe("/doubletake scan", () => {
  it("looks at everybody when the tick ends, and says what they have", async () => {
    const { say, game, staff } = await testStaff();
    game.platform.join("Alex", { slots: [fakeStack("bow"), fakeStack("elytra"), fakeStack("dirt")] });
    assert.deepEqual(await say("/dt scan"), []);
    await play(game);
    assert.equal(withoutColours(staff.heard.at(-1)!), "Scanned Staff, Alex: 2 tracked items.");
  });

  it("looks at one player, who has to be online", async () => {
    const { say, game, staff } = await testStaff();
    const alex = join(game, "Alex");
    await play(game);
    alex.slots[0] = fakeStack("bow");
    await say("/dt scan alex");
    await play(game);
    assert.equal(withoutColours(staff.heard.at(-1)!), "Scanned Alex: 1 tracked item.");
    assert.notEqual(alex.slots[0].tag, undefined);
    game.platform.leave(alex);
    assert.deepEqual(await say("/dt scan Alex"), ["Alex is not online."]);
  });

  it("is a sighting like the periodic scan's: the rule runs, and names are kept", async () => {
    const { say, game } = await testStaff({ config: "scan-interval: 1000000\nalerts: { min-severity: LOW }" });
    const sword = fakeStack("diamond_sword", { tag: fakeId(77) });
    const alex = game.platform.join("Alex", { slots: [sword] });
    await say("/dt scan");
    await play(game);
    assert.equal(game.doubletake.knownItems.get(fakeId(77))?.playerUUID, alex.id);
    assert.deepEqual(await game.store.playerNames("al", 10), ["Alex"]);
    alex.at = { ...alex.at, x: 100 };
    await play(game, 20);
    assert.deepEqual(game.outside.sent, []);
    await say("/dt scan alex");
    await play(game);
    assert.deepEqual(
      game.outside.sent.map(({ type, itemId }) => [type, itemId]),
      [["ITEM_RELOCATED", fakeId(77)]],
    );
  });

  it("says so when nobody is online, and counts those it does not name", async () => {
    const { say, game, staff, console } = await testStaff();
    game.platform.leave(staff);
    assert.deepEqual(await say("/dt scan", console), ["Nobody is online."]);
    for (let n = 0; n < 300; n++) game.platform.join(`P${n}`, { slots: [fakeStack("bow")] });
    await say("/dt scan", console);
    await play(game, 3);
    assert.match(withoutColours(console.heard.at(-1)!), /^Scanned P0, .*P9, \+290: 300 tracked items\.$/);
  });
});

describe("/doubletake reissue", () => {
  it("gives the held item a fresh id, with a row for each of the two", async () => {
    const { say, game, staff } = await testStaff();
    staff.slots[0] = fakeStack("bow");
    game.doubletake.report({ kind: "sighting", place: staff.place, action: "JOIN", player: staff });
    await play(game);
    assert.deepEqual(await say("/dt reissue"), [`Bow has the fresh id ${fakeId(2)}`]);
    assert.equal(staff.slots[0].tag, fakeId(2));
    await play(game, 3);
    const actions = async (id: string) => (await game.store.getItemTransferHistory(id, 9)).map(({ action }) => action);
    assert.deepEqual(await actions(fakeId(2)), ["REISSUED"]);
    assert.deepEqual(await actions(fakeId(1)), ["REISSUED", "JOIN"]);
    assert.equal((await game.store.custodyOf([fakeId(2)]))[0]?.place, staff.place);
    assert.ok(game.log.lines.includes(`info: Staff gave BOW ${fakeId(1)} the fresh id ${fakeId(2)}.`));
  });

  it("is part of the case while one is open, and ends the duplicate", async () => {
    const { say, game, staff } = await testStaff({ config: "auto-remove-duplicates: false" });
    const { bo, itemId } = await duplicatedSword(game);
    staff.slots[0] = bo.slots[0];
    bo.slots[0] = undefined;
    await play(game, 3);
    assert.deepEqual((await say("/dt reissue"))[1], "It is on record in case 1.");
    const record = await game.store.caseByNumber(1);
    assert.deepEqual(
      record?.acts.map(({ act, by, note }) => ({ act, by, note })),
      [{ act: "reissue", by: "Staff", note: `${itemId} → ${staff.slots[0]?.tag}` }],
    );
    await play(game, 260);
    assert.equal((await game.store.cases({}, { offset: 0, limit: 9 })).length, 1);
  });

  it("says why not: an empty hand, a stackable item, one without an id", async () => {
    const { say, staff } = await testStaff();
    assert.deepEqual(await say("/dt reissue"), ["You hold nothing."]);
    staff.slots[0] = fakeStack("dirt");
    assert.deepEqual(await say("/dt reissue"), ["Dirt can be stacked, so it has no id."]);
    staff.slots[0] = fakeStack("bow");
    assert.deepEqual(await say("/dt reissue"), ["Bow has no id yet. It gets one the next time it is touched."]);
  });
});

describe("/doubletake notify test", () => {
  it("sends one message to the channel, and says what came of it", async () => {
    const { say, game } = await testStaff();
    assert.deepEqual(await say("/dt notify test embed_chat"), ["embed_chat is not enabled in config.yml."]);
    game.outside.channelHealth = game.outside.channelHealth.map((health) =>
      health.channel === "generic" ? { ...health, state: "untried", host: "chat.example" } : health,
    );
    assert.deepEqual(await say("/dt notify test GENERIC"), ["generic works: chat.example has taken the test message."]);
  });
});
