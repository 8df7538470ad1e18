import { blockPlace, groundPlace, type PlaceKey } from "../../../core/index.ts";
import { accountId } from "../../fake-player.ts";

const NAMES = ["Olga", "Mal", "Eve"] as const;
/** By chunk: a player who is near can reach everything. */
const CHESTS = { A: 0, B: 0, C: 1 } as const;
const GROUNDS = { "ground 1": 0, "ground 2": 1 } as const;
/** Of each chunk. */
const LOCATIONS = [5, 105].map((x) => ({ world: "world", x, y: 64, z: 5 }));

export type Name = (typeof NAMES)[number];
export type Chest = keyof typeof CHESTS;
export type Ground = keyof typeof GROUNDS;
export type Where = Name | Chest | Ground;

export const PLAYERS: readonly Name[] = NAMES;
export const CHEST_NAMES = Object.keys(CHESTS) as readonly Chest[];
export const THINGS: readonly (Chest | Ground)[] = ["A", "B", "C", "ground 1", "ground 2"];
export const CHUNKS = [0, 1] as const;

export function isPlayer(where: Where): where is Name {
  return (NAMES as readonly string[]).includes(where);
}

export function isGround(where: Where): where is Ground {
  return where in GROUNDS;
}

/** Undefined for a player. */
export function chunkOf(where: Where): number | undefined {
  return isPlayer(where) ? undefined : { ...CHESTS, ...GROUNDS }[where];
}

export function groundUnder(chest: Chest): Ground {
  return (Object.keys(GROUNDS) as Ground[]).find((ground) => GROUNDS[ground] === CHESTS[chest])!;
}

export function locationOf(chunk: number) {
  return LOCATIONS[chunk]!;
}

export function keyOf(where: Where): PlaceKey {
  if (isPlayer(where)) return `player:${accountId(where)}`;
  const at = locationOf(chunkOf(where)!);
  return isGround(where) ? groundPlace(at) : blockPlace({ ...at, x: at.x + (where === "B" ? 2 : 0) });
}

export function placesIn(chunk: number): PlaceKey[] {
  return THINGS.filter((thing) => chunkOf(thing) === chunk).map(keyOf);
}
