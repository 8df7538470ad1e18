import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeStack } from "../../../testing/fake-item.ts";
import { MemoryStore } from "../../../testing/stores/memory-store.ts";
import { fakeId } from "../../../testing/unpublished/fake-id.ts";
import { startedService } from "../../../testing/unpublished/fake-service.ts";
import { play } from "../../../testing/unpublished/story.ts";
import { blockPlace } from "../../index.ts";

const FIRST = blockPlace({ world: "world", x: 1, y: 64, z: 1 });
const doubled = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => fakeStack("bow", { tag: fakeId(1000 + from + at), count: 2 }));

it("a full case does not grow because one of its items comes again with others", async () => {
  const store = new MemoryStore();
  const game = await startedService({ store, config: "auto-remove-duplicates: false" });
  const chest = game.platform.chest(FIRST);
  chest.push(...doubled(0, 500));
  await play(game, 120);
  for (let round = 0; round < 3; round++) {
    chest.length = 0;
    await play(game, 60);
    chest.push(...doubled(0, 1), ...doubled(500 + 100 * round, 600 + 100 * round));
    await play(game, 60);
  }
  const cases = await store.cases({}, { offset: 0, limit: 10 });
  assert.deepEqual([...new Set(cases.flatMap(({ itemIds }) => itemIds))].length, 800);
  assert.ok(
    Math.max(...cases.map(({ itemIds }) => itemIds.length)) <= 500,
    `${cases.map(({ itemIds }) => itemIds.length)}`,
  );
});
