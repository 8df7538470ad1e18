import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";

const SECOND = fakeId(8);
const sword = (id: string) => fakeStack("diamond_sword", { tag: id });
const swords = () => [7, 8, 9].map((number) => sword(fakeId(number)));

/** A game server that fails when it is to take one certain item, before or after it is gone. */
class Failing extends FakePlatform {
  failsAfter: boolean | undefined;

  override remove(...args: Parameters<FakePlatform["remove"]>): boolean {
    const isIt = this.failsAfter !== undefined && args[2].readTag() === SECOND;
    if (isIt && !this.failsAfter) throw new Error("the game server failed");
    const isRemoved = super.remove(...args);
    if (isIt) throw new Error("the game server failed");
    return isRemoved;
  }
}

for (const failsAfter of [false, true])
  it(`a game server that fails ${failsAfter ? "after" : "before"} it has taken one copy: the others are taken once, and nothing is lost`, async () => {
    const platform = new Failing();
    platform.failsAfter = failsAfter;
    const first = await startedService({ platform });
    join(first, "Alex", { slots: swords() });
    await play(first, 40);
    const bo = join(first, "Bo", { slots: swords() });
    await play(first, GRACE_TICKS + 60);
    const states = async (game: typeof first) => {
      const entries = (await game.store.quarantined({})).filter(({ state }) => state !== "dropped");
      return entries.map(({ itemId, state }) => `${itemId.at(-1)} ${state}`).sort();
    };
    assert.deepEqual(await states(first), ["7 held", "8 taking", "9 held"]);
    const left = structuredClone(bo.slots);
    assert.deepEqual(
      left.flatMap((stack) => stack?.tag ?? []),
      failsAfter ? [] : [SECOND],
    );
    for (const player of [...platform.players()]) quit(first, player);
    await first.doubletake.stop();
    const second = await startedService({ store: first.store, clock: first.clock });
    join(second, "Alex", { slots: swords() });
    join(second, "Bo", { slots: left });
    await play(second, GRACE_TICKS + 60);
    assert.deepEqual(await states(second), ["7 held", "8 held", "9 held"]);
  });
