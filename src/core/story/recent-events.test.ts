import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { EventHistory } from "./event-history.ts";
import { RecentEvents, RING_ROWS } from "./recent-events.ts";

describe("the ring of recent events", () => {
  it("gives back what was reported since a time, in order, and forgets the oldest", () => {
    const events = new RecentEvents();
    for (let at = 0; at < RING_ROWS + 10; at++) events.add("click", at, `player:${at}`);
    const all = events.since(0);
    assert.equal(all.length, RING_ROWS);
    assert.equal(all[0]?.ms, 10);
    const last = events.since(RING_ROWS + 8);
    assert.deepEqual(
      last.map(({ ms, kind, actor, place }) => [ms, kind, actor, place]),
      [
        [RING_ROWS + 8, "click", `player:${RING_ROWS + 8}`, ""],
        [RING_ROWS + 9, "click", `player:${RING_ROWS + 9}`, ""],
      ],
    );
  });

  it("stays below 4 MB, with an item and two places of its own in every row", () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const used = () => {
      collect();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    // Texts of their own, as long as they may be.
    const text = (kind: string, at: number) =>
      `${kind}:${"a-world-with-a-name".padEnd(28, "-")}/nether:${at},64,-${at}`;
    assert.equal(text("ground", 9000).length, 56);
    const before = used();
    const events = new RecentEvents();
    for (let at = 0; at < 2 * RING_ROWS; at++) {
      const player = `player:${at % 500}`;
      const itemId = crypto.randomUUID();
      events.add("transfer", at, player, text("block", at), text("ground", at), itemId, "minecraft:diamond_sword");
    }
    const bytes = used() - before;
    assert.ok(bytes < 4_000_000, `${bytes} bytes`);
    assert.equal(events.since(0).length, RING_ROWS);
  });

  it("keeps nothing of a text without end", () => {
    const events = new RecentEvents();
    events.add("other", 1, "player:a", "x".repeat(1_000_000), "", "", "y".repeat(1_000_000));
    assert.deepEqual(
      events.since(0).map(({ place, material }) => place + material),
      [""],
    );
  });
});

describe("what events say about each other", () => {
  const rowsOf = (...rows: [ms: number, kind: "open" | "close" | "break" | "join", actor: string, place: string][]) => {
    const events = new RecentEvents();
    for (const [ms, kind, actor, place] of rows) events.add(kind, ms, actor, place);
    return new EventHistory(events.since(0));
  };

  it("who else had a container open when it was broken", () => {
    const block = "block:world:1,2,3";
    const history = rowsOf(
      [1, "open", "player:a", block],
      [2, "open", "player:b", block],
      [3, "close", "player:b", block],
      [4, "break", "player:c", block],
    );
    assert.equal(history.viewerOf(block, "player:c", 3), "player:a");
    assert.equal(history.viewerOf(block, "player:a", 3), undefined);
  });

  it("what a platform tells twice is one event", () => {
    const history = rowsOf(
      [1, "join", "player:a", "player:a"],
      [2, "join", "player:a", "player:a"],
      [3, "break", "player:a", "ground:world:0,0"],
      [3, "break", "player:a", "block:world:1,2,3"],
    );
    assert.deepEqual(
      history.rows.map(({ kind, place }) => `${kind} ${place}`),
      ["join player:a", "break block:world:1,2,3"],
    );
  });
});
