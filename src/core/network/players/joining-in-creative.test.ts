import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import type { FakePlayer } from "../../../testing/fake-player.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { FakeNetwork } from "../../../testing/unpublished/fake-network.ts";
import type { FakeService } from "../../../testing/unpublished/fake-service.ts";
import { act, join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const SWORD = fakeId(77);
const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });

describe("copies that a player makes in creative mode before the join is believed", () => {
  let survival: FakeService;
  let alex: FakePlayer;

  beforeEach(async () => {
    const network = new FakeNetwork("shared");
    await network.start("lobby");
    survival = await network.start("survival", { config: "auto-remove-duplicates: false\n" });
    alex = join(survival, "Alex", { slots: [sword()] });
    alex.isInCreative = true;
    await play(survival, 2);
    alex.slots[1] = sword();
    act(survival, alex, new FakeItem(alex.slots[1]!), [], "CREATIVE");
  });

  it("accuse nobody once the player plays without it", async () => {
    await play(survival, 2);
    alex.isInCreative = false;
    await play(survival, 500);
    assert.deepEqual(alerts(), []);
    assert.equal(new Set([alex.slots[0]?.tag, alex.slots[1]?.tag]).size, 2);
  });

  it("accuse nobody when the player leaves in that very tick, and comes back without it", async () => {
    const { slots } = alex;
    quit(survival, alex);
    await play(survival, 5);
    join(survival, "Alex", { slots });
    await play(survival, 500);
    assert.deepEqual(alerts(), []);
  });

  it("are no excuse for what was made without it", async () => {
    await play(survival, 2);
    alex.isInCreative = false;
    survival.platform.chest(CHEST)[0] = { ...sword(), tag: alex.slots[0]!.tag! };
    await play(survival, 500);
    assert.deepEqual(alerts(), ["DUPLICATE_ITEM"]);
  });

  function alerts(): string[] {
    return survival.outside.sent.map(({ type }) => type).filter((type) => type !== "ITEM_RELOCATED");
  }
});

function sword() {
  return fakeStack("iron_sword", { tag: SWORD });
}
