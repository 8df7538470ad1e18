import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, type FakeStack, fakeStack } from "../../testing/fake-item.ts";
import type { FakePlayer } from "../../testing/fake-player.ts";
import type { FakeService } from "../../testing/unpublished/fake-service.ts";
import {
  diamonds,
  EVERYTHING,
  diamondGame as game,
  toldOfBalances as told,
} from "../../testing/unpublished/ledger-story.ts";
import { act, join, open, play } from "../../testing/unpublished/story.ts";
import { blockPlace, groundPlace } from "../model/place.ts";

// Something has fed a chest once. Six items a tick may be what feeds it, and the rest is growth, whatever becomes of the chest.

const AT = { world: "world", x: 0, y: 64, z: 0 };
const GROUND = groundPlace(AT);
const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });

/** A chest with 10 diamonds and one that came by itself some time ago. Mallory has it open. */
async function onceFed(): Promise<{ service: FakeService; mallory: FakePlayer; slots: (FakeStack | undefined)[] }> {
  const service = await game();
  const slots = service.platform.chest(CHEST);
  slots[0] = diamonds(10);
  const mallory = join(service, "Mallory");
  service.platform.drop(fakeStack("dirt"), AT);
  await play(service, 30);
  slots[0].count++;
  await play(service, 200);
  await open(service, mallory, CHEST);
  await play(service, 3);
  return { service, mallory, slots };
}

const ENDS = {
  "stands there": () => undefined,
  "is broken": (service, mallory, slots) => spill(service, slots, mallory),
  "is blown up": (service, _, slots) => spill(service, slots),
  "goes dark": (service) => {
    service.doubletake.report({ kind: "going-dark", place: CHEST, action: "SCAN" });
    service.platform.darken(CHEST);
  },
} satisfies Record<string, (service: FakeService, mallory: FakePlayer, slots: (FakeStack | undefined)[]) => void>;

function spill(service: FakeService, slots: (FakeStack | undefined)[], player?: FakePlayer): void {
  service.doubletake.report({ kind: "sighting", place: GROUND, action: "BLOCK_BREAK", player });
  service.doubletake.report({ kind: "going-dark", place: CHEST, action: "BLOCK_BREAK", player });
  for (const stack of slots) if (stack !== undefined) service.platform.drop(stack, AT);
  service.platform.darken(CHEST);
}

for (const [how, end] of Object.entries(ENDS))
  for (const ticks of [0, 1, 5]) {
    test(`what grows in a chest that was once fed is told, although it ${how} ${ticks} ticks later`, async () => {
      const { service, mallory, slots } = await onceFed();
      slots[1] = diamonds(40);
      act(service, mallory, new FakeItem(slots[1]), [CHEST]);
      if (ticks > 0) await play(service, ticks);
      end(service, mallory, slots);
      await play(service, EVERYTHING);
      assert.match(told(service).join(), /^Mallory \d+ DIAMOND where the ledger has \d+: 34 too many$/);
    });

    test(`what is taken out of it and still in it is told, although it ${how} ${ticks} ticks later`, async () => {
      const { service, mallory, slots } = await onceFed();
      slots[1] = diamonds(40);
      await play(service, EVERYTHING);
      mallory.slots[0] = diamonds(40);
      act(service, mallory, new FakeItem(mallory.slots[0]), [CHEST]);
      if (ticks > 0) await play(service, ticks);
      end(service, mallory, slots);
      await play(service, EVERYTHING);
      assert.match(told(service).join(), /^Mallory \d+ DIAMOND where the ledger has \d+: 34 too many$/);
    });
  }

test("what was taken out of a chest before it is blown up is no gain, although nobody has said so yet", async () => {
  const { service, mallory, slots } = await onceFed();
  mallory.slots[0] = slots[0];
  slots[0] = undefined;
  act(service, mallory, new FakeItem(fakeStack("dirt")));
  spill(service, slots);
  await play(service, 5);
  act(service, mallory, new FakeItem(mallory.slots[0]!), [CHEST]);
  await play(service, EVERYTHING);
  assert.deepEqual(told(service), []);
});
