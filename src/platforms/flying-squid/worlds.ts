import { groundPlace, type Location, type PlaceKey } from "../../index.ts";
import type { SquidEntity, SquidServer, Vector } from "./squid-server.ts";

/** A server has one world with two dimensions, which have no names of their own. */
const OVERWORLD = "world";
const NETHER = "world/nether";

export function locationOf(serv: SquidServer, world: object, { x, y, z }: Vector): Location {
  return { world: world === serv.netherworld ? NETHER : OVERWORLD, x, y, z };
}

interface KnownGround {
  readonly world: object;
  readonly chunkX: number;
  readonly chunkZ: number;
  readonly place: PlaceKey;
}

const grounds = new WeakMap<SquidEntity, KnownGround>();

/** Items roll, so the chunk is compared every time. The key is built only when the chunk has changed. */
export function groundOf(serv: SquidServer, entity: SquidEntity): PlaceKey {
  const { world, position } = entity;
  const chunkX = Math.floor(position.x) >> 4;
  const chunkZ = Math.floor(position.z) >> 4;
  const known = grounds.get(entity);
  if (known !== undefined && known.chunkX === chunkX && known.chunkZ === chunkZ && known.world === world)
    return known.place;
  const place = groundPlace(locationOf(serv, world, position));
  grounds.set(entity, { world, chunkX, chunkZ, place });
  return place;
}

/** The server's own object for a world, and the dimension number that clients know it by. */
export function findWorld(serv: SquidServer, name: string): { world: object; dimension: number } | undefined {
  const isNether = name === NETHER;
  const world = isNether ? serv.netherworld : name === OVERWORLD ? serv.overworld : undefined;
  return world && { world, dimension: isNether ? -1 : 0 };
}
