import { groundPlace, type Location, type PlaceKey } from "../../../src/core/index.ts";
import type { Slots } from "../../world/slots.ts";
import { goodsIn, type Stack } from "../../world/stack.ts";
import type { World } from "../../world/world.ts";

/** In blocks. Twice as many as items are picked up from, and one that a player may have gone meanwhile. */
const REACH = 3;

/** Something comes to lie on a ground, and nobody can tell how much: `fallen` if it lies there already. */
export function noteFall(world: World, ground: Slots, fallen?: Stack): void {
  const lying = ground.stacks().flatMap((stack) => (stack === fallen ? [] : goodsIn(stack)));
  const near = [...world.sessions].filter(({ account }) => canReach(account.at, ground.place));
  world.truth.goods?.fell(ground.place, lying, new Set(near.map(({ account }) => account.id)));
}

/** True for everybody who is not too far away to pick something up there. Nobody does in this world from another chunk, but who knows. */
function canReach({ x, z, ...at }: Location, ground: PlaceKey): boolean {
  const [fromX, toX, fromZ, toZ] = [x - REACH, x + REACH, z - REACH, z + REACH];
  const corners = [fromX, toX].flatMap((atX) => [fromZ, toZ].map((atZ) => ({ ...at, x: atX, z: atZ })));
  return corners.some((corner) => groundPlace(corner) === ground);
}
