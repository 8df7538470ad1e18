import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../testing/fake-item.ts";
import { fakeId } from "../testing/unpublished/fake-id.ts";
import { finishTickEnd, startedService } from "../testing/unpublished/fake-service.ts";
import { play } from "../testing/unpublished/story.ts";
import type { IdAssigned } from "./alerts/listeners.ts";
import type { Alert } from "./model/alert.ts";

describe("other plugins", () => {
  it("hear of every item that gets its first id", async () => {
    const { doubletake, platform } = await startedService();
    const heard: IdAssigned[] = [];
    const end = doubletake.api.on("id", (assigned) => heard.push(assigned));
    const bow = fakeStack("bow");
    const alex = platform.join("Alex", { slots: [bow, fakeStack("elytra")] });
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(bow), action: "PICKUP" });
    platform.tick();
    assert.deepEqual(heard, [
      { itemId: fakeId(1), material: "BOW", playerName: "Alex", playerId: alex.id },
      { itemId: fakeId(2), material: "ELYTRA", playerName: "Alex", playerId: alex.id },
    ]);
    end();
    alex.slots[2] = fakeStack("bow");
    platform.tick(200);
    assert.equal(heard.length, 2);
  });

  it("hear of every alert, whatever its severity and whoever watches", async () => {
    const service = await startedService({ config: "alerts: { min-severity: CRITICAL }" });
    const { doubletake, platform } = service;
    const heard: Alert[] = [];
    doubletake.api.on("alert", (alert) => heard.push(alert));
    const stack = fakeStack("bow", { count: 2 });
    const alex = platform.join("Alex", { slots: [stack] });
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(stack), action: "PICKUP" });
    await finishTickEnd(service);
    assert.deepEqual(
      heard.map(({ type, itemId }) => [type, itemId]),
      [["DUPLICATE_ITEM", fakeId(1)]],
    );
  });

  it("may listen for cases", async () => {
    const { doubletake } = await startedService();
    const end = doubletake.api.on("case", () => {});
    end();
  });

  it("that throw while they listen harm nobody", async () => {
    const { doubletake, platform, log, clock } = await startedService();
    const staff = platform.join("Staff", { permissions: ["doubletake.alerts"] });
    doubletake.api.on("id", () => {
      throw new Error("bug in another plugin");
    });
    const bow = fakeStack("bow");
    const alex = platform.join("Alex", { slots: [bow] });
    doubletake.report({ kind: "interaction", player: alex, item: new FakeItem(bow), action: "PICKUP" });
    assert.notEqual(doubletake.knownItems.get(fakeId(1)), undefined, "the check has run");
    clock.pass(1000);
    platform.tick();
    assert.equal(staff.heard.length, 1);
    assert.deepEqual(log.lines, ['warn: A listener for "id" failed: bug in another plugin']);
  });

  it("may announce copies: what is announced gets a fresh id, and accuses nobody", async () => {
    const service = await startedService();
    const { doubletake, platform, outside } = service;
    const [original, copy] = [fakeStack("bow", { tag: fakeId(77) }), fakeStack("bow", { tag: fakeId(77) })];
    const alex = platform.join("Alex", { slots: [original, copy] });
    doubletake.api.announce({ cause: "kit", ids: [fakeId(77)] });
    for (let look = 0; look < 5; look++) {
      doubletake.report({ kind: "sighting", place: alex.place, action: "JOIN", player: alex });
      await play(service, 20);
    }
    assert.deepEqual([original.tag, copy.tag], [fakeId(77), fakeId(1)]);
    assert.deepEqual(outside.sent, []);
  });

  it("may announce so many copies of an id: one more is a duplicate", async () => {
    for (const [amount, expected] of [
      [undefined, ["DUPLICATE_ITEM"]],
      [1, ["DUPLICATE_ITEM"]],
      [2, []],
    ] as const) {
      const service = await startedService();
      const slots = Array.from({ length: 3 }, () => fakeStack("bow", { tag: fakeId(77) }));
      const alex = service.platform.join("Alex", { slots });
      service.doubletake.api.announce({ cause: "kit", ids: [fakeId(77)], ...(amount && { amount }) });
      service.doubletake.report({ kind: "sighting", place: alex.place, action: "JOIN", player: alex });
      await play(service, 5 * 20);
      assert.deepEqual(
        service.outside.sent.map(({ type }) => type),
        expected,
        `announced: ${amount}`,
      );
    }
  });

  it("may announce nothing, and ids that are no ids", async () => {
    const { doubletake, log } = await startedService();
    doubletake.api.announce({ cause: "kit" });
    doubletake.api.announce({ cause: "kit", ids: ["sword"] });
    assert.deepEqual(log.lines, []);
  });
});
