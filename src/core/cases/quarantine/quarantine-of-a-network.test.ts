import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../../testing/unpublished/fake-network.ts";
import { type FakeService, startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const UNTIL_REMOVED = GRACE_TICKS + 6;

const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });
const swordsOf = ({ slots }: { slots: readonly (FakeStack | undefined)[] }) => slots.filter(Boolean).length;

/** On A, Alex has the sword, and Bo's copy was taken from him. */
async function takenOn(network: FakeNetwork, server = "a"): Promise<{ a: FakeService; bo: ReturnType<typeof join> }> {
  const a = await network.start(server);
  join(a, "Alex", { slots: [sword()] });
  await play(a, 40);
  const bo = join(a, "Bo", { slots: [sword()] });
  await play(a, UNTIL_REMOVED);
  return { a, bo };
}

async function statesOf({ store }: FakeService): Promise<string[]> {
  return (await store.quarantined({})).map(({ state }) => state);
}

describe("an item in quarantine, on a network", () => {
  test("that was given back on one server is not given again on another that crashed meanwhile", async () => {
    const network = new FakeNetwork();
    await network.start("b");
    const { a, bo } = await takenOn(network);
    await a.doubletake.staffActs.restore(1, "Staff", undefined);
    await play(a, 5);
    assert.equal(swordsOf(bo), 1);
    const b = await network.start("b");
    // His inventory on B is another one: the servers share no player data.
    const elsewhere = join(b, "Bo");
    await play(b, 10);
    assert.equal(swordsOf(elsewhere), 0);
    assert.deepEqual(await statesOf(b), ["returned"]);
  });

  test("that lay on the ground and is back after a crash, under another number, is void: it is told again, and nobody gets it twice", async () => {
    const network = new FakeNetwork();
    const at = { world: "world", x: 5, y: 64, z: 5 };
    const b = await network.start("b");
    let a = await network.start("a");
    const both = (ticks: number) => playInTurns([a, b], ticks);
    b.platform.chest(CHEST)[0] = sword();
    await both(450);
    a.platform.drop(sword(), at);
    join(a, "Bo", { at });
    await both(600);
    assert.deepEqual(await statesOf(b), ["held"]);
    assert.equal(a.outside.sent.length, 1);
    a = await network.start("a");
    a.platform.drop(fakeStack("bow"), at);
    a.platform.drop(sword(), at);
    join(a, "Bo", { at });
    await both(600);
    assert.deepEqual(await statesOf(b), ["dropped", "held"]);
    assert.equal(a.outside.sent.length, 1, "told once more");
  });

  test("of which its own server must say whether it is back: a look at another server's place says nothing", async () => {
    const network = new FakeNetwork();
    const { a, bo } = await takenOn(network);
    const [entry] = await a.store.quarantined({});
    // A died before it could say that it had taken the item.
    await a.store.saveQuarantined({ ...entry!, state: "taking" });
    const b = await network.start("b");
    const elsewhere = join(b, "Bo", { slots: [fakeStack("bow")] });
    await play(b, 10);
    assert.deepEqual(await statesOf(b), ["taking"]);
    quit(b, elsewhere);
    const again = await network.start("a");
    const back = join(again, "Bo", { slots: [...bo.slots, fakeStack("bow")] });
    await play(again, 10);
    assert.deepEqual(await statesOf(again), ["held"]);
    assert.equal(swordsOf(back), 1);
  });

  test("that staff give back on one server reaches its owner who is on another at that moment", async () => {
    const network = new FakeNetwork();
    const { a, bo } = await takenOn(network);
    const b = await network.start("b");
    quit(a, bo);
    await play(a, 2);
    const there = join(b, "Bo");
    await play(b, 60);
    await a.doubletake.staffActs.restore(1, "Staff", undefined);
    await play(b, 110);
    assert.equal(swordsOf(there), 1);
    assert.deepEqual(await statesOf(a), ["returned"]);
  });

  test("that staff give back on one server is handed over on another, and once over all", async () => {
    const network = new FakeNetwork();
    const { a, bo } = await takenOn(network);
    quit(a, bo);
    await a.doubletake.staffActs.restore(1, "Staff", undefined);
    const b = await network.start("b");
    const there = join(b, "Bo");
    await play(b, 5);
    assert.equal(swordsOf(there), 1);
    // He leaves it in a chest, and goes back to A.
    b.platform.chest("block:world:1,64,1").push(there.slots[0]);
    there.slots[0] = undefined;
    quit(b, there);
    await play(b, 2);
    const back = join(a, "Bo");
    await play(a, 10);
    assert.equal(swordsOf(back), 0);
    assert.deepEqual(await statesOf(a), ["returned"]);
  });

  test("that was given back is not put into quarantine again by the server that took it, and had no answer to that", async () => {
    const network = new FakeNetwork();
    const [a, b] = [await network.start("a"), await network.start("b")];
    let lost = 0;
    const withoutAnswer = (name: "saveQuarantined" | "changeQuarantined") => {
      const write = a.store[name].bind(a.store) as (...args: unknown[]) => Promise<never>;
      a.store[name] = async (...args: unknown[]) => {
        const answer = await write(...args);
        const isFirst = (args[0] as { readonly state: string }).state === "held" && lost++ === 0;
        return isFirst ? Promise.reject(new Error("no answer")) : answer;
      };
    };
    withoutAnswer("saveQuarantined");
    withoutAnswer("changeQuarantined");
    join(a, "Alex", { slots: [sword()] });
    await play(a, 40);
    const bo = join(a, "Bo", { slots: [sword()] });
    for (let tick = 0; tick < 100 && (await statesOf(b))[0] !== "held"; tick++) await play(a, 1);
    quit(a, bo);
    const there = join(b, "Bo");
    await b.doubletake.staffActs.restore(1, "Staff", undefined);
    await play(b, 5);
    assert.equal(swordsOf(there), 1);
    await playInTurns([a, b], 60);
    assert.ok(lost > 1, "it was written again");
    assert.deepEqual(await statesOf(b), ["returned"]);
  });

  test("that two staff give back at the same moment on two servers goes back once, under one id", async () => {
    const network = new FakeNetwork();
    const { a, bo } = await takenOn(network);
    const b = await network.start("b");
    const there = join(b, "Bo");
    const outcomes = await Promise.all(
      [a, b].map(({ doubletake }) => doubletake.staffActs.restore(1, "Staff", undefined)),
    );
    assert.deepEqual(outcomes.map((outcome) => outcome?.returning.length).sort(), [0, 1]);
    for (let tick = 0; tick < 5; tick++) for (const game of [a, b]) await play(game, 1);
    assert.equal(swordsOf(bo) + swordsOf(there), 1);
    const [entry] = await a.store.quarantined({});
    const [given] = [...bo.slots, ...there.slots].filter(Boolean);
    assert.equal(given?.tag, entry?.freshId);
  });

  test("that was given back before a crash, and taken along to another server since, is not given again", async () => {
    const network = new FakeNetwork("shared");
    const { a, bo } = await takenOn(network);
    await a.doubletake.staffActs.restore(1, "Staff", undefined);
    await play(a, 5);
    const given = bo.slots.find(Boolean);
    assert.ok(given);
    const b = await network.start("b");
    const again = await network.start("a");
    const both = async (ticks: number) => {
      for (let tick = 0; tick < ticks; tick++) for (const game of [again, b]) await play(game, 1);
    };
    // A plugin keeps the inventories: what he had when A died, he has on B.
    const there = join(b, "Bo", { slots: [given] });
    b.doubletake.api.synced(there.id);
    await both(60);
    assert.equal((await b.store.custodyOf([given.tag!]))[0]?.server, "b");
    b.platform.chest(CHEST)[0] = given;
    there.slots[0] = undefined;
    act(b, there, new FakeItem(given), [CHEST]);
    await both(5);
    quit(b, there);
    const back = join(again, "Bo", { slots: [fakeStack("bow")] });
    again.doubletake.api.synced(back.id);
    await both(60);
    assert.equal(swordsOf(back), 1);
    assert.deepEqual(await statesOf(again), ["returned"]);
  });

  test("that a server claimed, and did not give before it died, is given when that server is back", async () => {
    const network = new FakeNetwork();
    const { a, bo } = await takenOn(network);
    quit(a, bo);
    await a.doubletake.staffActs.restore(1, "Staff", undefined);
    const b = await network.start("b");
    const there = join(b, "Bo");
    // It claims the item at one tick end, gives it at the next, and dies between the two.
    await play(b, 1);
    for (let tick = 0; tick < 5 && (await statesOf(a))[0] !== "returned"; tick++) await play(b, 1);
    assert.deepEqual([await statesOf(a), swordsOf(there)], [["returned"], 0]);
    const onA = join(a, "Bo");
    await play(a, 5);
    assert.equal(swordsOf(onA), 0);
    quit(a, onA);
    const again = await network.start("b");
    const back = join(again, "Bo", { slots: [fakeStack("bow")] });
    await play(again, 10);
    assert.equal(swordsOf(back), 2);
    assert.deepEqual(await statesOf(again), ["returned"]);
  });

  test("is given away by nobody while the server that took it is down after a crash: it may be back in that world", async () => {
    const network = new FakeNetwork();
    await takenOn(network);
    const b = await network.start("b");
    const there = join(b, "Bo");
    network.kill("a");
    const restore = async () => {
      const outcome = await b.doubletake.staffActs.restore(1, "Staff", undefined);
      return [outcome?.returning.length, outcome?.undecided];
    };
    assert.deepEqual(await restore(), [0, 1]);
    // It runs again, and nobody has looked at the place yet.
    const a = await network.start("a");
    await play(a, 2);
    assert.deepEqual(await restore(), [0, 1]);
    const onA = join(a, "Bo", { slots: [fakeStack("bow")] });
    await play(a, 2);
    quit(a, onA);
    assert.deepEqual(await restore(), [1, 0]);
    await play(b, 5);
    assert.equal(swordsOf(there), 1);
  });

  test("is void when it is back in the world that it was taken from, and nobody gets it", async () => {
    const network = new FakeNetwork();
    await takenOn(network);
    const a = await network.start("a");
    join(a, "Bo", { slots: [sword()] });
    await play(a, 3);
    assert.deepEqual(await statesOf(a), ["dropped"]);
    const b = await network.start("b");
    const outcome = await b.doubletake.staffActs.restore(1, "Staff", undefined);
    assert.deepEqual([outcome?.returning.length, outcome?.undecided], [0, 0]);
  });

  test("that was claimed when the store went away before the stop is given at the next start", async () => {
    const network = new FakeNetwork();
    const { a, bo } = await takenOn(network);
    quit(a, bo);
    const [entry] = await a.store.quarantined({});
    const game = await startedService({ clock: network.clock, store: a.store, firstId: 50_000 });
    join(game, "Bo", { slots: [fakeStack("bow")] });
    await play(game, 3);
    await game.doubletake.staffActs.restore(entry!.caseNumber, "Staff", undefined);
    await play(game, 1);
    assert.deepEqual(await statesOf(a), ["returned"]);
    // Notes wait in a journal; what a database must decide does not.
    const { changeQuarantined } = a.store;
    a.store.changeQuarantined = () => Promise.reject(new Error("the database is away"));
    await game.doubletake.stop();
    a.store.changeQuarantined = changeQuarantined;
    const again = await startedService({ clock: network.clock, store: a.store, firstId: 60_000 });
    const back = join(again, "Bo", { slots: [fakeStack("bow")] });
    await play(again, 10);
    assert.equal(swordsOf(back), 2);
    assert.deepEqual(await statesOf(a), ["returned"]);
  });

  test("that does not fit stays to be given, on whatever server there is room", async () => {
    const network = new FakeNetwork();
    const { a, bo } = await takenOn(network);
    for (let slot = 0; slot < 36; slot++) bo.slots[slot] ??= fakeStack("bow", { tag: fakeId(100 + slot) });
    await a.doubletake.staffActs.restore(1, "Staff", undefined);
    await play(a, 5);
    assert.deepEqual(await statesOf(a), ["returning"]);
    quit(a, bo);
    const b = await network.start("b");
    const there = join(b, "Bo");
    await play(b, 5);
    assert.equal(swordsOf(there), 1);
    assert.deepEqual(await statesOf(a), ["returned"]);
  });
});
