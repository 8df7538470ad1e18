import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const CHEST = blockPlace({ world: "world", x: 1, y: 64, z: 1 });
const bows = (count: number) => Array.from({ length: count }, (_, at) => fakeStack("bow", { tag: fakeId(1000 + at) }));

it("who comes and goes with many copies does not keep others' from being claimed", async () => {
  const game = await startedService({ config: "auto-remove-duplicates: false" });
  const chest = game.platform.chest(CHEST);
  chest.push(...bows(100));
  const boxes = () =>
    Array.from({ length: 4 }, (_, box) => {
      const slots = bows(100).slice(25 * box, 25 * box + 25);
      return fakeStack("shulker_box", { tag: fakeId(900 + box), inside: { kind: "shulker-box", slots } });
    });
  await play(game, 30);
  for (let cycle = 0; cycle < 60; cycle++) {
    const mal = join(game, "Mal", { slots: boxes() });
    await play(game, 1);
    quit(game, mal);
    await play(game, 1);
  }
  const sword = fakeStack("diamond_sword", { tag: fakeId(7) });
  const olga = join(game, "Olga", { slots: [sword] });
  await play(game, 3);
  join(game, "Mal", { slots: [structuredClone(sword)] });
  await play(game, 1);
  quit(game, olga);
  await play(game, 10);
  assert.ok((await game.store.openClaims()).some(({ itemId, kind }) => itemId === sword.tag && kind === "dark"));
});
