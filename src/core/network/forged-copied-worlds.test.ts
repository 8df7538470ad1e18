import assert from "node:assert/strict";
import { beforeEach, describe, it } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import type { FakePlayer } from "../../testing/fake-player.ts";
import { fakeId } from "../../testing/unpublished/fake-id.ts";
import { FakeNetwork, playInTurns } from "../../testing/unpublished/fake-network.ts";
import type { FakeService } from "../../testing/unpublished/fake-service.ts";
import { act, join, quit } from "../../testing/unpublished/story.ts";
import { blockPlace, groundPlace } from "../model/place.ts";

const AT = { world: "world", x: 5, y: 64, z: 5 };
const CHEST = blockPlace(AT);
const HOPPER = blockPlace({ ...AT, y: 65 });
const GROUND = groundPlace(AT);
const SWORDS = Array.from({ length: 12 }, (_, at) => fakeId(71 + at));

describe("a box of duplicates at the place at which the other server has the originals is no copied world", () => {
  let network: FakeNetwork;
  let lobby: FakeService;
  let survival: FakeService;
  let alex: FakePlayer;

  beforeEach(async () => {
    network = new FakeNetwork("shared");
    [lobby, survival] = [await network.start("lobby"), await network.start("survival")];
    alex = join(lobby, "Alex", { slots: [box()] });
    await both(100);
  });

  it("when it is placed there before its player is believed", async () => {
    placeBox(lobby, alex);
    await goToSurvival();
    placeBox(survival, alex);
    await proven();
  });

  for (const ticks of [0, 1, 5])
    it(`when a machine puts it there that it was thrown into, and it lies on the ground for ${ticks} ticks`, async () => {
      const chest = lobby.platform.chest(CHEST);
      [chest[0], alex.slots[0]] = [alex.slots[0], undefined];
      act(lobby, alex, new FakeItem(chest[0]!), [CHEST]);
      const [there, hopper] = [survival.platform.chest(CHEST), survival.platform.chest(HOPPER)];
      await goToSurvival();
      const stack = alex.slots[0]!;
      alex.slots[0] = undefined;
      const entity = survival.platform.drop(stack, AT);
      act(survival, alex, new FakeItem(stack), [GROUND], "DROP");
      await both(ticks);
      hopper[0] = survival.platform.pickUp(entity);
      await both(8);
      [there[0], hopper[0]] = [hopper[0], undefined];
      await proven();
    });

  async function goToSurvival(): Promise<void> {
    await both(100);
    quit(lobby, alex);
    await both(40);
    alex = join(survival, "Alex", { slots: [box()] });
    await both(1);
  }

  function placeBox({ platform, doubletake }: FakeService, player: FakePlayer): void {
    const placed = player.slots[0]!;
    player.slots[0] = undefined;
    platform.chest(CHEST).push(...swords());
    const item = new FakeItem({ ...placed, count: 0 });
    doubletake.report({ kind: "interaction", player, item, action: "BLOCK_PLACE", location: AT });
  }

  async function proven(): Promise<void> {
    await both(600);
    const cases = [...network.database.cases.values()];
    assert.deepEqual(
      cases.map(({ type, severity, cause }) => [type, severity, cause]),
      [["DUPLICATE_ITEM", "CRITICAL", ""]],
    );
    assert.ok(SWORDS.every((id) => cases[0]!.itemIds.includes(id)));
  }

  function both(ticks: number): Promise<void> {
    return playInTurns([lobby, survival], ticks);
  }
});

function box(): FakeStack {
  return fakeStack("shulker_box", { tag: fakeId(70), inside: { kind: "shulker-box", slots: swords() } });
}

function swords(): FakeStack[] {
  return SWORDS.map((tag) => fakeStack("iron_sword", { tag }));
}
