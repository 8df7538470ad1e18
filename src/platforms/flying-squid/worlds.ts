import { groundPlace, type Location, type PlaceKey } from "../../index.ts";
import type { SquidEntity, SquidServer, Vector } from "./squid-server.ts";

/** A server has one world of two dimensions, which have no names of their own. */
const OVERWORLD = "world";
const NETHER = "world/nether";

export function locationOf(serv: SquidServer, world: object, { x, y, z }: Vector): Location {
  return { world: world === serv.netherworld ? NETHER : OVERWORLD, x, y, z };
}

export function groundOf(serv: SquidServer, { world, position }: SquidEntity): PlaceKey {
  return groundPlace(locationOf(serv, world, position));
}

/** The server's own object for a world, and the number by which clients know it. */
export function findWorld(serv: SquidServer, name: string): { world: object; dimension: number } | undefined {
  const isNether = name === NETHER;
  const world = isNether ? serv.netherworld : name === OVERWORLD ? serv.overworld : undefined;
  return world && { world, dimension: isNether ? -1 : 0 };
}
