import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { FakePlayer } from "../../testing/fake-player.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { type FakeService, startedService } from "../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../testing/unpublished/story.ts";
import { blockPlace } from "../model/place.ts";
import type { StackVisitor } from "../platform.ts";
import { MAX_ITEMS } from "../tagging/contents.ts";
import { SupersededSessions } from "./superseded-sessions.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const sword = () => fakeStack("diamond_sword", { tag: fakeId(1) });
const cases = async (game: FakeService) =>
  (await game.store.cases({}, { offset: 0, limit: 9 })).map(({ type, playerName }) => `${type} ${playerName}`);

/** The game goes on, and the player's client sends at every tick that he is there. */
async function standAbout(game: FakeService, player: FakePlayer, ticks: number): Promise<void> {
  for (let tick = 0; tick < ticks; tick++) {
    player.inputs++;
    await play(game, 1);
  }
}

describe("a session whose player is back in a newer one", () => {
  const back = new FakePlayer("Alex", { session: 2 });
  const inBack = () => ["a", "b"];

  function joinedAgain() {
    const old = new FakePlayer("Alex");
    const clock = { steadyMs: 1000 };
    const platform = { players: () => [old, back, new FakePlayer("Bo")], look: () => false };
    const sessions = new SupersededSessions(platform, clock);
    const hidden = () => [...(sessions.hiddenAt(old.place, inBack) ?? [])];
    const pass = (ms: number) => {
      clock.steadyMs += ms;
    };
    assert.deepEqual(hidden(), []);
    assert.deepEqual(sessions.onPlayerJoin(back), [old.place]);
    return { sessions, hidden, pass, old };
  }

  it("hides what the newer one had when it was first looked at, and no more", () => {
    const { sessions, old } = joinedAgain();
    assert.equal(
      sessions.hiddenAt(old.place, () => undefined),
      undefined,
      "nobody has looked yet",
    );
    assert.deepEqual([...sessions.hiddenAt(old.place, inBack)!], ["a", "b"]);
    assert.deepEqual([...sessions.hiddenAt(old.place, () => ["c"])!], ["a", "b"]);
    assert.equal(sessions.hiddenAt(back.place, inBack), undefined);
    sessions.onPlayerJoin(back);
    assert.deepEqual([...sessions.hiddenAt(old.place, () => ["c"])!], ["a", "b"], "the same join told twice");
  });

  it("a join reads what one look would, however much the player carries in boxes", () => {
    const old = new FakePlayer("Alex");
    const inABox = (MAX_ITEMS * 3) / 4;
    const bows = (from: number) =>
      Array.from({ length: inABox }, (_, at) => fakeStack("bow", { tag: fakeId(from + at) }));
    const boxes = [1, 2, 3].map((number) =>
      fakeStack("shulker_box", { inside: { kind: "shulker-box", slots: bows(10_000 * number) } }),
    );
    const look = (_: string, see: StackVisitor): boolean => {
      for (const [slot, box] of boxes.entries()) see(new FakeItem(box), `inventory/${slot}`, old.location());
      return true;
    };
    const sessions = new SupersededSessions({ players: () => [old, back], look }, { steadyMs: 0 });
    sessions.onPlayerJoin(back);
    const hidden = sessions.hiddenAt(old.place, inBack)!.size;
    assert.ok(hidden > inABox && hidden <= MAX_ITEMS, `${hidden} ids`);
  });

  it("counts again when it does something, and for good", () => {
    const { sessions, hidden, old } = joinedAgain();
    sessions.countAgain(old.place);
    assert.deepEqual(hidden(), []);
    sessions.onPlayerJoin(back);
    assert.deepEqual(hidden(), []);
  });

  it("counts again when its client goes on sending, but not for what was under way at the join", () => {
    const { sessions, hidden, pass, old } = joinedAgain();
    const heard = (ms: number) => {
      pass(ms);
      old.inputs++;
      return sessions.sessionsHeardAgain().map(({ place }) => place);
    };
    assert.deepEqual(heard(500), []);
    assert.deepEqual(heard(1500), []);
    pass(600);
    assert.deepEqual(sessions.sessionsHeardAgain(), [], "nothing more has come");
    assert.deepEqual(hidden(), ["a", "b"]);
    assert.deepEqual(heard(0), [old.place]);
    assert.deepEqual(hidden(), []);
    assert.deepEqual(heard(50), [], "it is said once");
  });

  it("a burst that had been held up on its way, as one moment, is no client", () => {
    const { sessions, hidden, pass, old } = joinedAgain();
    pass(20_000);
    old.inputs++;
    assert.deepEqual(sessions.sessionsHeardAgain(), []);
    assert.deepEqual(hidden(), ["a", "b"]);
  });

  it("further logins do not make its client a silent one", () => {
    const { sessions, pass, old } = joinedAgain();
    const third = new FakePlayer("Alex", { session: 3 });
    for (let round = 0; round < 4; round++) {
      pass(400);
      old.inputs++;
      assert.deepEqual(sessions.sessionsHeardAgain(), []);
      sessions.onPlayerJoin(round % 2 === 0 ? third : back);
    }
    pass(1000);
    old.inputs++;
    assert.deepEqual(sessions.sessionsHeardAgain(), [old]);
  });

  it("counts again when the newer one ends", () => {
    const { sessions, hidden } = joinedAgain();
    sessions.onPlayerQuit(back.place);
    assert.deepEqual(hidden(), []);
  });

  it("counts again when no server would still take it for a cut cable, however often somebody logs in", () => {
    const { sessions, hidden, pass } = joinedAgain();
    pass(40_000);
    assert.deepEqual(hidden(), ["a", "b"]);
    sessions.onPlayerJoin(back);
    pass(6000);
    assert.deepEqual(hidden(), []);
  });
});

describe("a player whose cable was cut, and who is back before the server has noticed", () => {
  async function backAgain() {
    const game = await startedService();
    const old = join(game, "Alex", { slots: [sword()] });
    await play(game, 60);
    const alex = join(game, "Alex", { session: 2, slots: [sword()] });
    await play(game, 3);
    return { game, old, alex };
  }

  function store(game: FakeService, alex: FakePlayer): void {
    game.platform.chest(CHEST)[0] = alex.slots[0];
    alex.slots[0] = undefined;
    act(game, alex, new FakeItem(game.platform.chest(CHEST)[0]!), [CHEST]);
  }

  it("puts the sword into a chest, and is neither accused nor robbed", async () => {
    const { game, old, alex } = await backAgain();
    store(game, alex);
    await play(game, 100);
    quit(game, old);
    await play(game, 60);
    assert.deepEqual(await cases(game), []);
    assert.ok(game.platform.chest(CHEST)[0]);
    const [custody] = await game.store.custodyOf([fakeId(1)]);
    assert.equal(custody?.place, CHEST);
    quit(game, alex);
    await play(game, 60);
    assert.deepEqual(await cases(game), []);
  });

  it("puts the sword away in the tick of the join, before anybody has looked, and is not accused either", async () => {
    const game = await startedService();
    const old = join(game, "Alex", { slots: [sword()] });
    await play(game, 60);
    const alex = join(game, "Alex", { session: 2, slots: [sword()] });
    store(game, alex);
    await play(game, 100);
    assert.deepEqual(await cases(game), []);
    quit(game, old);
    await play(game, 60);
    assert.deepEqual(await cases(game), []);
    assert.ok(game.platform.chest(CHEST)[0]);
  });

  it("does so with a box in which the sword is", async () => {
    const game = await startedService();
    const full = () => {
      const box = fakeStack("shulker_box", { tag: fakeId(2) });
      box.inside!.slots[0] = sword();
      return box;
    };
    join(game, "Alex", { slots: [full()] });
    await play(game, 60);
    const alex = join(game, "Alex", { session: 2, slots: [full()] });
    store(game, alex);
    await play(game, 100);
    assert.deepEqual(await cases(game), []);
  });

  it("puts it away while the client that was told to go still sends for a second", async () => {
    const { game, old, alex } = await backAgain();
    store(game, alex);
    await standAbout(game, old, 20);
    await play(game, 250);
    quit(game, old);
    await play(game, 60);
    assert.deepEqual(await cases(game), []);
    assert.ok(game.platform.chest(CHEST)[0]);
  });

  it("hands it to a friend, who keeps it", async () => {
    const { game, old, alex } = await backAgain();
    const bo = join(game, "Bo");
    await play(game, 3);
    [bo.slots[0], alex.slots[0]] = [alex.slots[0], undefined];
    act(game, bo, new FakeItem(bo.slots[0]!), [alex.place]);
    await play(game, 60);
    quit(game, old);
    await play(game, 60);
    assert.deepEqual(await cases(game), []);
    assert.ok(bo.slots[0]);
  });
});

describe("a cheat with two sessions of one account", () => {
  async function both() {
    const game = await startedService();
    const old = join(game, "Cheat", { slots: [sword()] });
    await play(game, 60);
    const cheat = join(game, "Cheat", { session: 2, slots: [sword()] });
    await play(game, 3);
    game.platform.chest(CHEST)[0] = cheat.slots[0];
    cheat.slots[0] = undefined;
    act(game, cheat, new FakeItem(game.platform.chest(CHEST)[0]!), [CHEST]);
    await play(game, 20);
    assert.deepEqual(await cases(game), []);
    return { game, old, cheat };
  }

  it("stores it in one, and moves it in the older one: proven at once", async () => {
    const { game, old } = await both();
    [old.slots[3], old.slots[0]] = [old.slots[0], undefined];
    act(game, old, new FakeItem(old.slots[3]!), [], "INVENTORY_CLICK");
    await play(game, GRACE_TICKS + 3);
    assert.deepEqual(await cases(game), ["DUPLICATE_ITEM Cheat"]);
  });

  it("gives it to somebody out of either session, and keeps the other's: whoever was given it is not robbed", async () => {
    for (const isOlder of [true, false])
      for (const hasActed of [true, false])
        for (const isByChest of [true, false]) {
          const game = await startedService();
          const bo = join(game, "Bo");
          const old = join(game, "Cheat", { slots: [sword()] });
          await play(game, 60);
          const back = join(game, "Cheat", { session: 2, slots: [sword()] });
          await play(game, 3);
          const move = () => {
            [old.slots[3], old.slots[0]] = [old.slots[0], undefined];
            act(game, old, new FakeItem(old.slots[3]!), [], "INVENTORY_CLICK");
          };
          if (hasActed) move();
          await play(game, 5);
          const [giver, chest] = [isOlder ? old : back, game.platform.chest(CHEST)];
          const slot = giver.slots.findIndex((stack) => stack !== undefined);
          if (isByChest) {
            [chest[0], giver.slots[slot]] = [giver.slots[slot], undefined];
            act(game, giver, new FakeItem(chest[0]!), [CHEST]);
            await play(game, 3);
            [bo.slots[0], chest[0]] = [chest[0], undefined];
          } else [bo.slots[0], giver.slots[slot]] = [giver.slots[slot], undefined];
          act(game, bo, new FakeItem(bo.slots[0]!), [isByChest ? CHEST : giver.place]);
          await play(game, 5);
          if (!isOlder && !hasActed) move();
          await play(game, GRACE_TICKS + 20);
          const left = [bo, old, back].map(({ slots }) => slots.filter((stack) => stack !== undefined).length);
          assert.deepEqual(left, [1, 0, 0], JSON.stringify({ isOlder, hasActed, isByChest }));
          assert.equal((await cases(game)).length, 1);
        }
  });

  it("stores it in one, and only stands about in the older one: proven as soon as that is no cut cable", async () => {
    const { game, old } = await both();
    await standAbout(game, old, 3 * GRACE_TICKS + 20);
    assert.deepEqual(await cases(game), ["DUPLICATE_ITEM Cheat"]);
  });

  it("gives it to somebody, and only stands about in the older one: the other one is taken", async () => {
    const game = await startedService();
    const [bo, old] = [join(game, "Bo"), join(game, "Cheat", { slots: [sword()] })];
    await play(game, 60);
    const back = join(game, "Cheat", { session: 2, slots: [sword()] });
    await standAbout(game, old, 3);
    [bo.slots[0], back.slots[0]] = [back.slots[0], undefined];
    act(game, bo, new FakeItem(bo.slots[0]!), [back.place]);
    await standAbout(game, old, 3 * GRACE_TICKS + 40);
    assert.equal((await cases(game)).length, 1);
    assert.deepEqual(
      [bo, old, back].map(({ slots }) => slots.filter((stack) => stack !== undefined).length),
      [1, 0, 0],
    );
  });

  it("stores it in one, and goes on in the older one", async () => {
    const { game, cheat } = await both();
    quit(game, cheat);
    await play(game, GRACE_TICKS + 3);
    assert.deepEqual(await cases(game), ["DUPLICATE_ITEM "]);
  });

  it("stores it in one, and keeps the older one still", async () => {
    const { game } = await both();
    await play(game, 1000);
    assert.deepEqual(await cases(game), ["DUPLICATE_ITEM Cheat"]);
  });

  it("stores it in one, and the older one leaves last: proven when the account is back with it", async () => {
    const { game, old, cheat } = await both();
    quit(game, cheat);
    quit(game, old);
    await play(game, 20);
    join(game, "Cheat", { slots: [sword()] });
    await play(game, 60);
    assert.ok((await cases(game)).some((found) => found.startsWith("DUPLICATE_ITEM")));
  });
});
