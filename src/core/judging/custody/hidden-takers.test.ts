import assert from "node:assert/strict";
import { it } from "node:test";
import { fakeId } from "../../../testing/fake-id.ts";
import { FakePlatform } from "../../../testing/fake-platform.ts";
import { blockPlace } from "../../model/place.ts";
import { HiddenTakers } from "./hidden-takers.ts";

const CHEST = blockPlace({ world: "world", x: 5, y: 64, z: 5 });
const OTHER_CHEST = blockPlace({ world: "world", x: 9, y: 64, z: 9 });

it("who took an item, or the box that it was in, is known until the tick is over", () => {
  const takers = new HiddenTakers();
  const bo = new FakePlatform().join("Bo");
  const [box, sword, other] = [fakeId(1), fakeId(2), fakeId(3)];
  takers.acted([box, sword], bo, [CHEST]);
  assert.equal(takers.takerOf(box, CHEST), bo);
  assert.equal(takers.takerOf(sword, CHEST), bo);
  assert.equal(takers.takerOf(other, CHEST), undefined);
  assert.equal(takers.takerOf(sword, OTHER_CHEST), undefined, "what left another place, left it by other ways");
  takers.finishTickEnd();
  assert.equal(takers.takerOf(sword, CHEST), undefined);
});
