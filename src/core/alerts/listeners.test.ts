import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { RecordingLog } from "../../testing/unpublished/recording-log.ts";
import { type IdAssigned, Listeners } from "./listeners.ts";

const ASSIGNED: IdAssigned = { itemId: "id", material: "BOW", playerName: "Alex", playerId: "alex" };

describe("listeners", () => {
  it("hear what they listen to, until they end it", () => {
    const hub = new Listeners(new RecordingLog());
    const heard: IdAssigned[] = [];
    const end = hub.on("id", (assigned) => heard.push(assigned));
    hub.on("alert", () => assert.fail("no alert was raised"));
    hub.emit("id", ASSIGNED);
    end();
    hub.emit("id", ASSIGNED);
    assert.deepEqual(heard, [ASSIGNED]);
  });

  it("are known to be there or not", () => {
    const hub = new Listeners(new RecordingLog());
    assert.equal(hub.isHeard("case"), false);
    const end = hub.on("case", () => {});
    assert.deepEqual([hub.isHeard("case"), hub.isHeard("alert")], [true, false]);
    end();
    assert.equal(hub.isHeard("case"), false);
  });

  it("that throw are logged, and harm nobody", () => {
    const log = new RecordingLog();
    const hub = new Listeners(log);
    let heard = 0;
    hub.on("id", () => {
      throw new Error("bug in another plugin");
    });
    hub.on("id", () => heard++);
    hub.emit("id", ASSIGNED);
    assert.equal(heard, 1);
    assert.deepEqual(log.lines, ['warn: A listener for "id" failed: bug in another plugin']);
  });
});
