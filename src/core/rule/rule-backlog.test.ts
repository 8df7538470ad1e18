import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../testing/fake-item.ts";
import { FakePlayer } from "../../testing/fake-player.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { blockPlace } from "../model/place.ts";
import { RuleBacklog } from "./rule-backlog.ts";

const CHEST = blockPlace({ world: "world", x: 1, y: 64, z: 1 });
const ALEX = new FakePlayer("Alex", {});
const ids = (count: number, from = 1000) => Array.from({ length: count }, (_, index) => fakeId(from + index));
const look = (itemIds: readonly string[]) => ({
  place: CHEST,
  copies: itemIds.map((itemId) => ({ itemId, item: new FakeItem(fakeStack("bow", { tag: itemId })) })),
  ids: itemIds,
});

function start(isSpent = false) {
  const checked: string[] = [];
  const rule = {
    check: (itemId: string) => checked.push(itemId),
    checkAll: (itemIds: readonly string[], _player: unknown, from = 0, to = itemIds.length) =>
      checked.push(...itemIds.slice(from, to)),
  };
  return { ruleBacklog: new RuleBacklog(rule as never, { isSpent }), checked };
}

describe("what is seen with a player", () => {
  it("is put to the rule at once, as much as a chest of boxes holds", () => {
    for (const isAgain of [false, true]) {
      const { ruleBacklog, checked } = start();
      if (isAgain) ruleBacklog.noteSeenAgain(CHEST, ids(200), ALEX);
      else ruleBacklog.noteSeen(look(ids(200)), ALEX);
      assert.deepEqual(checked, ids(200));
      ruleBacklog.finishTickEnd();
      assert.equal(checked.length, 200, "once");
    }
  });

  it("is put to the rule in turn when it is thousands, each of them in the end", () => {
    for (const isSpent of [false, true]) {
      const { ruleBacklog, checked } = start(isSpent);
      ruleBacklog.noteSeen(look(ids(4000)), ALEX);
      let most = checked.length;
      for (let tick = 0; tick < 40; tick++) {
        const before = checked.length;
        ruleBacklog.finishTickEnd();
        most = Math.max(most, checked.length - before);
      }
      assert.ok(most <= (isSpent ? 256 : 512), `${most} in one tick`);
      assert.deepEqual(checked, ids(4000));
    }
  });

  it("and whoever opens the place at every tick keeps none of them from it", () => {
    const { ruleBacklog, checked } = start(true);
    for (let tick = 0; tick < 40; tick++) {
      ruleBacklog.noteSeenAgain(CHEST, ids(4000 + tick), ALEX);
      ruleBacklog.finishTickEnd();
    }
    assert.equal(new Set(checked).size >= 4000, true);
  });
});
