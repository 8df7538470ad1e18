import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { MemoryStore } from "../../testing/stores/memory-store.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { HandClock, NOON } from "../../testing/unpublished/hand-clock.ts";
import { RecordingLog } from "../../testing/unpublished/recording-log.ts";
import { settle } from "../../testing/unpublished/settle.ts";
import { FailingStore } from "../../testing/unpublished/stores/failing-store.ts";
import { HeldStore } from "../../testing/unpublished/stores/held-store.ts";
import { rowsOf } from "../model/batch.ts";
import { Recorder } from "./recorder.ts";

const SWORD = fakeId(1);
const ALEX = "aaaaaaaa-0000-4000-8000-000000000000";
const HOME = { world: "world", x: -0.5, y: 64, z: 0 };

describe("the recorder", () => {
  it("hands over nothing before a flush, and then all rows in one batch", async () => {
    const { recorder, store } = start();
    recorder.connect(store);
    recorder.recordSeen(SWORD, ALEX, "minecraft:bow");
    recorder.recordTransfer(SWORD, ALEX, "PICKUP", HOME);
    recorder.recordCustody(SWORD, ALEX, `player:${ALEX}`, HOME);
    recorder.recordPlayerName(ALEX, "Alex");
    assert.equal(store.waiting.length, 0);
    recorder.flush();
    assert.deepEqual(
      store.waiting.map(({ batch }) => [...rowsOf(batch)].map(({ text, location }) => `${text} ${location}`)),
      [["minecraft:bow ", "PICKUP world:-1,64,0", `player:${ALEX} world:-1,64,0`, "Alex "]],
    );
  });

  it("hands over nothing where nothing has collected", () => {
    const { recorder, store } = start();
    recorder.connect(store);
    recorder.flush();
    assert.equal(store.waiting.length, 0);
  });

  it("holds rows until the store is there, with the times at which they were appended", async () => {
    const { recorder, clock } = start();
    recorder.recordTransfer(SWORD, ALEX, "DROP", HOME);
    recorder.flush();
    clock.pass(5000);
    recorder.recordTransfer(SWORD, ALEX, "PICKUP", HOME);
    assert.equal(recorder.pendingRows, 2);
    const store = new MemoryStore({ clock });
    recorder.connect(store);
    await recorder.drain();
    assert.equal(recorder.pendingRows, 0);
    assert.deepEqual(
      (await store.getItemTransferHistory(SWORD, 10)).map(({ action, timestamp }) => [action, timestamp]),
      [
        ["PICKUP", NOON + 5000],
        ["DROP", NOON],
      ],
    );
  });

  it("keeps a few batches under way and collects the rest in one, until the store has caught up", async () => {
    const { recorder, store } = start();
    recorder.connect(store);
    for (let n = 0; n < 100; n++) {
      recorder.recordPlayerName(ALEX, `name-${n}`);
      recorder.flush();
    }
    const underWay = store.waiting.length;
    assert.ok(underWay > 1 && underWay < 20, `${underWay} batches are under way`);
    assert.equal(recorder.pendingRows, 100);
    store.waiting[0]?.keep();
    await settle();
    assert.equal(store.waiting.at(-1)?.batch.rowCount, 100 - underWay);
    assert.equal(recorder.pendingRows, 99);
  });

  it("hands over once a tick, also when the store is done before the tick is", async () => {
    const { recorder, store } = start();
    recorder.connect(store);
    recorder.recordPlayerName(ALEX, "Alex");
    recorder.flush();
    recorder.recordPlayerName(ALEX, "Alexandra");
    store.waiting[0]?.keep();
    await settle();
    assert.equal(store.waiting.length, 0);
    recorder.flush();
    assert.equal(store.waiting.length, 1);
  });

  it("drains: waits for what is under way and for what could not be handed over yet", async () => {
    const { recorder, store } = start();
    recorder.connect(store);
    for (let n = 0; n < 20; n++) {
      recorder.recordPlayerName(ALEX, `name-${n}`);
      recorder.flush();
    }
    let isDrained = false;
    const drained = recorder.drain().then(() => {
      isDrained = true;
    });
    while (store.waiting.length > 0) {
      assert.equal(isDrained, false);
      store.waiting[0]?.keep();
      await settle();
    }
    await drained;
    assert.equal((await store.playerById(ALEX))?.name, "name-19");
    assert.equal(recorder.pendingRows, 0);
  });

  it("says so when it ends before its store was opened, and leaves nobody waiting", async () => {
    const { recorder, log } = start();
    const asked = recorder.recordSeenAsync(SWORD, ALEX, "");
    recorder.recordPlayerName(ALEX, "Alex");
    await recorder.drain();
    assert.equal(await asked, false);
    assert.deepEqual(log.lines, ["error: The store was never opened; 2 rows are lost."]);
    assert.equal(recorder.lostRows, 2);
  });

  it("logs a store error once a minute, counts what is lost, and raises nothing", async () => {
    const { recorder, log, clock } = start();
    recorder.connect(new FailingStore());
    const fail = async () => {
      recorder.recordPlayerName(ALEX, "Alex");
      await recorder.drain();
    };
    await fail();
    await fail();
    const line = "warn: The store could not keep 1 rows: the database is away";
    assert.deepEqual(log.lines, [line]);
    clock.pass(59_999);
    await fail();
    assert.deepEqual(log.lines, [line]);
    clock.pass(1);
    await fail();
    assert.deepEqual(log.lines, [line, "warn: The store could not keep 2 rows: the database is away"]);
    assert.equal(recorder.lostRows, 4);
  });

  it("goes on after a refused batch", async () => {
    const { recorder, store } = start();
    recorder.connect(store);
    recorder.recordPlayerName(ALEX, "lost");
    recorder.flush();
    recorder.recordPlayerName(ALEX, "kept");
    recorder.flush();
    store.waiting[0]?.refuse("disk full");
    store.waiting[0]?.keep();
    await recorder.drain();
    assert.equal((await store.playerById(ALEX))?.name, "kept");
  });
});

describe("recordSeenAsync", () => {
  it("resolves at commit: true for a new id, false for a known one", async () => {
    const { recorder, store } = start();
    recorder.connect(store);
    const answers = [SWORD, fakeId(2), SWORD.toUpperCase()].map((id) => recorder.recordSeenAsync(id, ALEX, ""));
    recorder.flush();
    let isSettled = false;
    void Promise.all(answers).then(() => {
      isSettled = true;
    });
    await settle();
    assert.equal(isSettled, false, "nothing is committed yet");
    store.waiting[0]?.keep();
    assert.deepEqual(await Promise.all(answers), [true, true, false]);
  });

  it("answers each of several batches on its own", async () => {
    const { recorder, store } = start();
    recorder.connect(store);
    const first = recorder.recordSeenAsync(SWORD, ALEX, "");
    recorder.flush();
    const second = recorder.recordSeenAsync(SWORD, ALEX, "");
    recorder.flush();
    store.waiting[0]?.keep();
    store.waiting[0]?.keep();
    assert.deepEqual(await Promise.all([first, second]), [true, false]);
  });

  it("answers false for an id that is no UUID, at once and without a row", async () => {
    const { recorder } = start();
    assert.equal(await recorder.recordSeenAsync("sword", ALEX, ""), false);
    assert.equal(recorder.pendingRows, 0);
  });

  it("warns of every call that the store refused: the next line counts those since the last", async () => {
    const { recorder, log, clock } = start();
    recorder.connect(new FailingStore());
    for (let call = 0; call < 3; call++) {
      const answer = recorder.recordSeenAsync(SWORD, ALEX, "");
      recorder.flush();
      assert.equal(await answer, false);
    }
    assert.equal(log.lines.length, 1);
    clock.pass(60_000);
    recorder.flush();
    assert.deepEqual(log.lines, [
      "warn: The store could not keep 1 rows: the database is away",
      "warn: The store could not keep 2 rows: the database is away",
    ]);
  });

  it("answers false when the store fails, and a warning is logged", async () => {
    const { recorder, log } = start();
    recorder.connect(new FailingStore());
    const answer = recorder.recordSeenAsync(SWORD, ALEX, "");
    recorder.flush();
    assert.equal(await answer, false);
    assert.deepEqual(log.lines, ["warn: The store could not keep 1 rows: the database is away"]);
  });
});

describe("logItemTransferAsync", () => {
  it("resolves at commit, with one row in the store", async () => {
    const { recorder, store } = start();
    recorder.connect(store);
    const done = recorder.logItemTransferAsync(SWORD.toUpperCase(), ALEX, "ENCHANT", "world:1,2,3");
    recorder.flush();
    let isSettled = false;
    void done.then(() => {
      isSettled = true;
    });
    await settle();
    assert.equal(isSettled, false, "nothing is committed yet");
    store.waiting[0]?.keep();
    await done;
    assert.deepEqual(await store.getItemTransferHistory(SWORD, 10), [
      { playerUUID: ALEX, action: "ENCHANT", location: "world:1,2,3", timestamp: NOON, server: "memory" },
    ]);
  });

  it("keeps a location of another form as it came", async () => {
    const { recorder, clock } = start();
    const store = new MemoryStore({ clock });
    recorder.connect(store);
    const locations = ["somewhere", "", "world:1.5,2,3", "w:01,2,3", "w:-0,2,3", "w:99999999999,0,0", "a:b:1,2,3"];
    for (const location of locations) void recorder.logItemTransferAsync(SWORD, ALEX, "DROP", location);
    await recorder.drain();
    const history = await store.getItemTransferHistory(SWORD, 10);
    assert.deepEqual(history.map(({ location }) => location).reverse(), locations);
  });

  it("ignores an id that is no UUID, silently", async () => {
    const { recorder, log } = start();
    await recorder.logItemTransferAsync("sword", ALEX, "DROP", "world:1,2,3");
    assert.equal(recorder.pendingRows, 0);
    assert.deepEqual(log.lines, []);
  });

  it("resolves after a store error, which is logged", async () => {
    const { recorder, log } = start();
    recorder.connect(new FailingStore());
    const done = recorder.logItemTransferAsync(SWORD, ALEX, "DROP", "world:1,2,3");
    recorder.flush();
    await done;
    assert.equal(log.lines.length, 1);
  });
});

function start() {
  const clock = new HandClock();
  const log = new RecordingLog();
  return { clock, log, recorder: new Recorder(clock, log), store: new HeldStore({ clock }) };
}
