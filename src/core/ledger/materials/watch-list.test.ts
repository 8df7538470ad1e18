import assert from "node:assert/strict";
import { test } from "node:test";
import { FakeItem, fakeStack } from "../../../testing/fake-item.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { RecordingLog } from "../../../testing/unpublished/recording-log.ts";
import { checkMaterials } from "./watch-list.ts";

test("a game that knows its materials by the full name only has what is written without it", () => {
  const platform = Object.assign(new FakePlatform(), {
    createItem: (material: string) =>
      material === "minecraft:diamond" ? new FakeItem(fakeStack("diamond", { maxStackSize: 64 })) : undefined,
  });
  const log = new RecordingLog();
  checkMaterials(["DIAMOND", "NO_SUCH_THING"], platform, log);
  assert.deepEqual(
    log.lines.map((line) => line.includes("NO_SUCH_THING")),
    [true],
  );
});
