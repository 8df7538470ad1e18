import { groundPlace, type PlaceKey } from "../../model/place.ts";
import type { Player } from "../../platform.ts";

/** Blocks from which items on the ground are picked up, and as much again. */
const REACH = 2;

/** The hands of everybody who can pick up what lies on a ground. */
export function handsAt(ground: PlaceKey, players: Iterable<Pick<Player, "place" | "location">>): PlaceKey[] {
  const hands: PlaceKey[] = [];
  for (const player of players) {
    const { world, x, y, z } = player.location();
    const isAt = (dx: number, dz: number) => groundPlace({ world, x: x + dx, y, z: z + dz }) === ground;
    const isNear = isAt(-REACH, -REACH) || isAt(-REACH, REACH) || isAt(REACH, -REACH) || isAt(REACH, REACH);
    if (isNear) hands.push(player.place);
  }
  return hands;
}
