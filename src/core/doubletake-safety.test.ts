import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../testing/fake-item.ts";
import { FakePlatform } from "../testing/fake-platform.ts";
import { MemoryStore } from "../testing/stores/memory-store.ts";
import { fakeId } from "../testing/unpublished/fake-id.ts";
import { finishTickEnd, startedService } from "../testing/unpublished/fake-service.ts";
import { settle } from "../testing/unpublished/settle.ts";
import { FailingStore } from "../testing/unpublished/stores/failing-store.ts";
import { GRACE_TICKS, join, open, play } from "../testing/unpublished/story.ts";
import type { PlaceKey, StackVisitor } from "./index.ts";
import type { ItemEvent } from "./item-event.ts";

/** A game server in which something is broken. */
class BrokenPlatform extends FakePlatform {
  brokenPlace: PlaceKey = "";

  override look(place: PlaceKey, see: StackVisitor): boolean {
    if (place === this.brokenPlace) throw new Error("the chunk is corrupt");
    return super.look(place, see);
  }
}

describe("a game server in which a look throws", () => {
  it("never sees the error, whatever it reports", async () => {
    const platform = new BrokenPlatform();
    const { doubletake, log } = await startedService({ platform });
    const alex = platform.join("Alex", { slots: [fakeStack("bow")] });
    platform.brokenPlace = alex.place;
    const item = new FakeItem(alex.slots[0]!);
    const location = alex.location();
    const events: ItemEvent[] = [
      { kind: "interaction", player: alex, item, action: "PICKUP" },
      { kind: "sighting", place: alex.place, action: "JOIN", player: alex },
      { kind: "going-dark", place: alex.place, action: "QUIT", player: alex },
      { kind: "item-ended", item, action: "CONSUME", location, player: alex },
      { kind: "authored-item", item, player: alex },
    ];
    for (const event of events) {
      doubletake.report(event);
      platform.tick();
    }
    platform.tick(400);
    assert.ok(log.lines.length > 0);
    for (const line of log.lines) assert.match(line, /^error: Doubletake failed at .*: Error: the chunk is corrupt/);
  });

  it("gets one console line a minute about it", async () => {
    const platform = new BrokenPlatform();
    const { doubletake, log, clock } = await startedService({ platform });
    platform.brokenPlace = "block:world:1,2,3";
    const look = () => {
      doubletake.report({ kind: "sighting", place: platform.brokenPlace, action: "CONTAINER_OPEN" });
      platform.tick();
      return log.lines.length;
    };
    assert.deepEqual([look(), look(), look()], [1, 1, 1]);
    clock.pass(60_000);
    assert.equal(look(), 2);
  });

  it("has all other places looked at in the same tick, and the rows handed over", async () => {
    const platform = new BrokenPlatform();
    const { doubletake, store } = await startedService({ platform });
    platform.brokenPlace = "block:world:1,2,3";
    const bow = fakeStack("bow");
    const alex = platform.join("Alex", { slots: [bow] });
    doubletake.report({ kind: "sighting", place: platform.brokenPlace, action: "CONTAINER_OPEN", player: alex });
    doubletake.report({ kind: "sighting", place: alex.place, action: "JOIN", player: alex });
    platform.tick();
    await settle();
    assert.equal(bow.tag, fakeId(1));
    assert.equal((await store.counts()).transfers, 1);
  });

  it("goes on to be watched: the next event is handled", async () => {
    const platform = new BrokenPlatform();
    const { doubletake, store } = await startedService({ platform });
    platform.brokenPlace = "block:world:1,2,3";
    doubletake.report({ kind: "sighting", place: platform.brokenPlace, action: "CONTAINER_OPEN" });
    platform.tick();
    const bow = fakeStack("bow");
    const alex = platform.join("Alex", { slots: [bow] });
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(bow), action: "PICKUP" });
    platform.tick();
    await settle();
    assert.equal((await store.getItemTransferHistory(fakeId(1), 10)).length, 1);
  });

  it("has everything else written while a second look at a copy fails, tick after tick", async () => {
    const platform = new BrokenPlatform();
    const game = await startedService({ platform });
    const chest = "block:world:1,2,3";
    platform.chest(chest)[0] = fakeStack("bow", { tag: fakeId(1) });
    const alex = join(game, "Alex", { slots: [fakeStack("bow", { tag: fakeId(1) })] });
    await open(game, alex, chest);
    platform.brokenPlace = chest;
    await play(game, GRACE_TICKS + 1);
    const bea = join(game, "Bea", { slots: [fakeStack("bow", { tag: fakeId(2) })] });
    await play(game, 10);
    assert.equal((await game.store.custodyOf([fakeId(2)]))[0]?.place, bea.place);
  });

  it("never sees the error of an item that throws, either", async () => {
    const { doubletake, platform, log } = await startedService();
    const item = new FakeItem(fakeStack("bow"));
    item.readTag = () => {
      throw new Error("no data");
    };
    doubletake.report({ kind: "interaction", player: platform.join("Alex"), item, action: "PICKUP" });
    assert.match(log.lines[0] ?? "", /^error: Doubletake failed at interaction: Error: no data/);
  });
});

describe("a watcher whose session is just closing", () => {
  it("keeps nothing from the other watchers, the console, the channels and the check", async () => {
    const service = await startedService({ config: "auto-remove-duplicates: false" });
    const { doubletake, platform, outside, log, clock } = service;
    platform.join("Ghost", { permissions: ["doubletake.alerts"] }).send = () => {
      throw new Error("the connection is closed");
    };
    const staff = platform.join("Staff", { permissions: ["doubletake.alerts"] });
    const stack = fakeStack("bow", { count: 2 });
    const alex = platform.join("Alex", { slots: [stack] });
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(stack), action: "PICKUP" });
    await finishTickEnd(service);
    clock.pass(1000);
    await finishTickEnd(service);
    assert.equal(staff.heard.length, 2, "the first id, and the duplicate");
    assert.equal(outside.sent.length, 1);
    assert.equal(doubletake.knownItems.size, 1);
    assert.ok(log.lines.includes("warn: Ghost could not be told: the connection is closed"));
  });
});

describe("a start without a store", () => {
  it("takes events from the first moment on, and stores them once the store is open", async () => {
    const { doubletake, platform, store } = await startedService({ store: undefined });
    const bow = fakeStack("bow");
    const alex = platform.join("Alex", { slots: [bow] });
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(bow), action: "PICKUP" });
    platform.tick(5);
    assert.equal((await store.counts()).transfers, 0);
    doubletake.connect(store);
    await settle();
    assert.equal((await store.counts()).transfers, 1);
  });

  it("answers a question with what to do, and never with an empty list", async () => {
    const { doubletake } = await startedService({ store: undefined });
    assert.throws(() => doubletake.store, { code: "DT_NOT_RUNNING" });
  });
});

describe("a store that fails", () => {
  it("does not stop the game, the ids or the rule", async () => {
    const { doubletake, platform, log } = await startedService({ store: new FailingStore() });
    const bow = fakeStack("bow");
    const alex = platform.join("Alex", { slots: [bow] });
    for (let n = 0; n < 5; n++) {
      doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(bow), action: "PICKUP" });
      platform.tick();
      await settle();
    }
    assert.equal(bow.tag, fakeId(1));
    assert.equal(doubletake.knownItems.size, 1);
    assert.equal(log.lines.length, 1, "one warning a minute");
    assert.match(log.lines[0] ?? "", /^warn: The store could not keep \d+ rows: the database is away$/);
  });
});

describe("a stop", () => {
  it("looks a last time at what is due, stores everything, and hears no more ticks", async () => {
    const { doubletake, platform, store } = await startedService();
    const [bow, elytra] = [fakeStack("bow"), fakeStack("elytra")];
    const alex = platform.join("Alex", { slots: [bow, elytra] });
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(bow), action: "PICKUP" });
    await doubletake.stop();
    assert.equal(elytra.tag, fakeId(2));
    assert.equal((await store.counts()).transfers, 2);
    alex.slots[2] = fakeStack("bow");
    platform.tick(500);
    assert.equal(alex.slots[2]?.tag, undefined);
  });
});

/** Answers no question about earlier runs. */
class ForgetfulStore extends MemoryStore {
  override readNote(): Promise<never> {
    return Promise.reject(new Error("the database is away"));
  }
}

/** Loses answers: what was asked for happens, and whoever asked never hears of it. */
class LossyStore extends MemoryStore {
  /** Notes whose writing is not answered, once each; and whether notes can be read at all. */
  readonly unanswered: Set<string> = new Set();
  isReadable = true;

  override async readNote(name: string): Promise<string | undefined> {
    if (!this.isReadable) throw new Error("the database is away");
    return super.readNote(name);
  }

  override async writeNote(name: string, value: string | undefined): Promise<void> {
    await super.writeNote(name, value);
    if (this.unanswered.delete(name)) throw new Error("the database is away");
  }
}

describe("how the run before ended", () => {
  const UNCLEAN =
    "warn: The last run did not stop cleanly: what it recorded is checked against the world before it counts.";

  it("is not forgotten when this run's own note was written and its answer got lost", async () => {
    const store = new LossyStore();
    await (await startedService({ store })).doubletake.stop();
    store.unanswered.add("last-run");
    const service = await startedService({ store });
    for (let tick = 0; tick < 250; tick++) await finishTickEnd(service);
    assert.ok(!service.log.lines.includes(UNCLEAN), "it stopped in order");
  });

  it("counts for the run after this one when this one could not read it", async () => {
    const store = new LossyStore();
    await startedService({ store });
    store.isReadable = false;
    const blind = await startedService({ store });
    store.isReadable = true;
    await blind.doubletake.stop();
    const { log } = await startedService({ store });
    assert.deepEqual(log.lines, [UNCLEAN]);
  });
});

describe("a store that cannot say what earlier runs left open", () => {
  it("is asked again within a second", async () => {
    const store = new LossyStore();
    store.isReadable = false;
    const service = await startedService({ store });
    store.isReadable = true;
    for (let tick = 0; tick < 20; tick++) await finishTickEnd(service);
    assert.notEqual(await store.readNote("last-run"), undefined);
  });

  it("is asked again and again, and the console hears of it once a minute", async () => {
    const service = await startedService({ store: new ForgetfulStore() });
    const { log, clock } = service;
    for (let second = 0; second < 59; second++) {
      clock.pass(1000);
      for (let tick = 0; tick < 20; tick++) await finishTickEnd(service);
    }
    assert.deepEqual(log.lines.toSorted(), [
      "error: What earlier runs left open cannot be read yet: the database is away",
      "warn: Who wants no notices cannot be read yet: the database is away",
    ]);
  });
});
