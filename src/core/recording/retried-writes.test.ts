import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HandClock } from "../../testing/unpublished/hand-clock.ts";
import { RecordingLog } from "../../testing/unpublished/recording-log.ts";
import { settle } from "../../testing/unpublished/settle.ts";
import { DoubletakeError } from "../errors.ts";
import { MAX_WAITING, RETRY_TICKS, RetriedWrites } from "./retried-writes.ts";

/** A store that is away until it is let back, and keeps what it was given. */
function away() {
  const kept: string[] = [];
  const tries: string[] = [];
  let isAway = true;
  return {
    kept,
    tries,
    back: () => {
      isAway = false;
    },
    keep: async (text: string) => {
      tries.push(text);
      if (isAway) throw new Error("the database is away");
      kept.push(text);
      return text;
    },
  };
}

function patience() {
  const clock = new HandClock();
  const log = new RecordingLog();
  const writes = new RetriedWrites(clock, log);
  const play = async (ticks: number) => {
    for (let tick = 0; tick < ticks; tick++) {
      clock.pass(50);
      writes.tick();
      await settle();
    }
  };
  return { writes, log, play };
}

describe("what the store must keep", () => {
  it("is kept at once when the store can", async () => {
    const { writes } = patience();
    const store = away();
    store.back();
    assert.equal(await writes.run("a case", () => store.keep("a")), "a");
  });

  it("is tried again until it is kept, each thing once, and says when it is tried again", async () => {
    const { writes, play, log } = patience();
    const store = away();
    const again: boolean[] = [];
    const done = Promise.all(
      ["a", "b", "c"].map((text) =>
        writes.run("a case", (isAgain) => {
          if (text === "a") again.push(isAgain);
          return store.keep(text);
        }),
      ),
    );
    await play(3 * RETRY_TICKS);
    assert.deepEqual(store.kept, []);
    assert.equal(writes.waiting, 3);
    store.back();
    await play(3 * RETRY_TICKS);
    assert.deepEqual(await done, ["a", "b", "c"]);
    assert.deepEqual(store.kept.toSorted(), ["a", "b", "c"]);
    assert.deepEqual([again[0], new Set(again.slice(1))], [false, new Set([true])]);
    assert.equal(writes.waiting, 0);
    assert.equal(log.lines.filter((line) => /^warn: .*3 .*wait/.test(line) || /^warn: .*a case/.test(line)).length, 1);
    assert.ok(
      log.lines.some((line) => /^info: .*took what had waited/.test(line)),
      log.lines.join("\n"),
    );
  });

  it("is asked for with one thing at a time while the store is away", async () => {
    const { writes, play } = patience();
    const store = away();
    for (let n = 0; n < 500; n++) writes.run("a claim", () => store.keep(String(n))).catch(() => undefined);
    const first = store.tries.length;
    await play(10 * RETRY_TICKS);
    assert.ok(store.tries.length - first <= 10, `${store.tries.length - first} tries`);
  });

  it("is written in order where one thing replaces another", async () => {
    const { writes, play } = patience();
    const store = away();
    for (const text of ["open", "close", "open again"])
      void writes.inOrder("claim 1", "a claim", () => store.keep(text));
    await play(2 * RETRY_TICKS);
    store.back();
    await play(5 * RETRY_TICKS);
    assert.deepEqual(store.kept, ["open", "close", "open again"]);
  });

  it("has room for so many in order as well, and those that it has room for are kept", async () => {
    const { writes, play } = patience();
    const store = away();
    let refused = 0;
    for (let n = 0; n < 3 * MAX_WAITING; n++)
      writes.inOrder("claim 1", "a claim", () => store.keep(String(n))).catch(() => refused++);
    await play(RETRY_TICKS);
    assert.equal(writes.waiting, MAX_WAITING);
    assert.equal(refused, 2 * MAX_WAITING);
    store.back();
    await play(3 * RETRY_TICKS);
    assert.deepEqual(
      [store.kept.length, store.kept[0], store.kept.at(-1)],
      [MAX_WAITING, "0", String(MAX_WAITING - 1)],
    );
    assert.equal(writes.waiting, 0);
  });

  it("is said to be lost once a minute, with how much it was", async () => {
    const { writes, play, log } = patience();
    for (let n = 0; n < 500; n++) writes.sayLost("A claim", new Error("no room"));
    await play(61 * 20);
    writes.sayLost("A claim", new Error("no room"));
    assert.deepEqual(
      log.lines.filter((line) => line.includes("not stored")),
      ["warn: A claim was not stored: no room", "warn: A claim, and 499 more before it, was not stored: no room"],
    );
  });

  it("is warned of once a minute until it is kept, also when nothing else fails", async () => {
    const { writes, play, log } = patience();
    const store = away();
    void writes.run("a case", () => store.keep("a"));
    await play(3 * 60 * 20 - 20);
    assert.equal(log.lines.filter((line) => line.startsWith("warn")).length, 3);
  });

  it("has room for so many; whoever comes then is told that it is not kept", async () => {
    const { writes } = patience();
    const store = away();
    for (let n = 0; n < MAX_WAITING; n++) void writes.run("a case", () => store.keep("a")).catch(() => undefined);
    await settle();
    await assert.rejects(
      writes.run("a case", () => store.keep("one too many")),
      /away/,
    );
    assert.equal(writes.waiting, MAX_WAITING);
  });

  it("is given up at once by a store that is closed", async () => {
    const { writes } = patience();
    const closed = () => Promise.reject(new DoubletakeError("DT_NOT_RUNNING", "The store is closed."));
    await assert.rejects(writes.run("a case", closed), /closed/);
  });

  it("is tried a last time when the service stops", async () => {
    const { writes } = patience();
    const store = away();
    const kept = writes.run("a case", () => store.keep("a"));
    await settle();
    store.back();
    await writes.finish();
    assert.equal(await kept, "a");
  });

  it("is said to be lost when the store is away to the end", async () => {
    const { writes, log } = patience();
    const store = away();
    const lost = assert.rejects(
      writes.run("a case", () => store.keep("a")),
      /away/,
    );
    await writes.finish();
    await lost;
    assert.ok(log.lines.some((line) => /^error: .*1 .*not.*stop/.test(line)));
    await assert.rejects(
      writes.run("a case", () => store.keep("b")),
      /away/,
      "nothing waits after that",
    );
  });
});
