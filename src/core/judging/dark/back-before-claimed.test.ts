import assert from "node:assert/strict";
import { it } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { act, GRACE_TICKS, join, play, quit } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../model/place.ts";

const [CHEST, FULL, OTHER] = [1, 3, 5].map((x) => blockPlace({ world: "world", x, y: 64, z: 1 })) as [
  string,
  string,
  string,
];
const sword = () => fakeStack("diamond_sword", { tag: fakeId(7) });
const bows = (count: number) => Array.from({ length: count }, (_, at) => fakeStack("bow", { tag: fakeId(1000 + at) }));

it("who takes the item out of a chest that is back before its claim had its turn keeps it", async () => {
  const game = await startedService({ config: "removal-limit: 0" });
  const { platform, doubletake } = game;
  const goDark = (place: string) => {
    doubletake.report({ kind: "going-dark", place, action: "SCAN" });
    platform.darken(place);
  };
  const chest = platform.chest(CHEST);
  chest[0] = sword();
  platform.chest(FULL).push(...bows(400));
  const olga = join(game, "Olga");
  const mal = join(game, "Mal");
  await play(game, 60);
  platform.chest(OTHER).push(...bows(400));
  doubletake.report({ kind: "sighting", place: OTHER, action: "SCAN" });
  await play(game, 8);
  mal.slots[0] = sword();
  act(game, mal, new FakeItem(mal.slots[0]), []);
  await play(game, 2);
  for (const place of [OTHER, CHEST]) goDark(place);
  await play(game, 1);
  platform.lighten(CHEST);
  [olga.slots[0], chest[0]] = [chest[0], undefined];
  doubletake.report({ kind: "sighting", place: CHEST, action: "SCAN" });
  act(game, olga, new FakeItem(olga.slots[0]!), [CHEST]);
  await play(game, 1);
  quit(game, olga);
  await play(game, 3);
  const back = join(game, "Olga", { slots: [sword()] });
  await play(game, GRACE_TICKS + 30);
  assert.equal(back.slots[0]?.count, 1);
});
