import { formatLocation, type Location, parseLocation } from "./location.ts";

/**
 * Names a place: something whose contents can be looked at in one go, and whose slots hold copies of items.
 * The key says what the place *is*, never which object stands for it now, and means the same after a restart.
 *
 * | key | the place |
 * |---|---|
 * | `player:<uuid>` | every slot of a player: inventory, armour, off hand, cursor, crafting grid, station inputs |
 * | `player:<uuid>#2` | a second session of the same account, served at the same time |
 * | `ender:<uuid>` | a player's ender chest, whichever block it is opened at |
 * | `block:<world>:<x>,<y>,<z>` | a block's container; a double chest is keyed by its lower half |
 * | `ground:<world>:<cx>,<cz>` | the item entities lying in one chunk (its slots are the entities) |
 * | `entity:<world>:<uid>` | an entity that carries items: cart, mount, frame, stand |
 * | `window:<uuid>` | a container that a player still has open although its block or entity is gone |
 * | `server:<name>/<key>` | one of these on another server of the network; nobody can look there from here |
 */
export type PlaceKey = string;

export const PLACE_KINDS = ["player", "ender", "block", "ground", "entity", "window"] as const;
export type PlaceKind = (typeof PLACE_KINDS)[number];

const PLAYER = "player:";

/** A chunk's side has 16 blocks, in every game we know. */
const CHUNK_BITS = 4;

/** How many keys' contents are remembered. */
const MAX_REMEMBERED = 4096;

export function playerPlace(playerId: string, session = 1): PlaceKey {
  return session === 1 ? `${PLAYER}${playerId}` : `${PLAYER}${playerId}#${session}`;
}

/** True for the place of the player's first session. */
export function isPlayerPlace(place: PlaceKey, playerId: string): boolean {
  return place.length === PLAYER.length + playerId.length && place.startsWith(PLAYER) && place.endsWith(playerId);
}

export function enderPlace(playerId: string): PlaceKey {
  return `ender:${playerId}`;
}

export function blockPlace(location: Location): PlaceKey {
  return `block:${formatLocation(location)}`;
}

export function groundPlace({ world, x, z }: Location): PlaceKey {
  return `ground:${world}:${Math.floor(x) >> CHUNK_BITS},${Math.floor(z) >> CHUNK_BITS}`;
}

export function entityPlace(world: string, entityId: string): PlaceKey {
  return `entity:${world}:${entityId}`;
}

export function windowPlace(playerId: string): PlaceKey {
  return `window:${playerId}`;
}

export function placeKind(place: PlaceKey): PlaceKind | undefined {
  for (const kind of PLACE_KINDS) if (place.startsWith(kind) && place[kind.length] === ":") return kind;
  return undefined;
}

const readOwner = withMemory((place) => /^(?:player|ender|window):([0-9a-f-]{36})(?:#\d+)?$/.exec(place)?.[1]);
const readLocation = withMemory((place) => parseLocation(place.slice("block:".length)));

/** The player whose place this is; `undefined` for blocks, entities and the ground. */
export function ownerOfPlace(place: PlaceKey): string | undefined {
  return isOwned(place) ? readOwner(place) : undefined;
}

/** True if the place is a player's; false for blocks, entities and the ground. */
export function isOwned(place: PlaceKey): boolean {
  return place.startsWith("player:") || place.startsWith("ender:") || place.startsWith("window:");
}

/** Where a block place is; `undefined` for every other kind. */
export function locationOfPlace(place: PlaceKey): Location | undefined {
  return place.startsWith("block:") ? readLocation(place) : undefined;
}

/** The ground of the chunk that a block place is in; `undefined` for every other kind. Reads the key each time. */
export function groundUnder(place: PlaceKey): PlaceKey | undefined {
  const at = place.startsWith("block:") ? parseLocation(place.slice("block:".length)) : undefined;
  return at && groundPlace(at);
}

/** Some location in a block place or in the ground of a chunk; `undefined` for every other kind. Reads the key each time. */
export function somewhereIn(place: PlaceKey): Location | undefined {
  const ground = parseGround(place);
  if (ground === undefined) return locationOfPlace(place);
  return { world: ground.world, x: ground.chunkX << CHUNK_BITS, y: 0, z: ground.chunkZ << CHUNK_BITS };
}

/** True for the grounds of one chunk, or of two that touch. Reads the keys each time. */
function areGroundsAdjoining(a: PlaceKey, b: PlaceKey): boolean {
  const [one, other] = [parseGround(a), parseGround(b)];
  if (one === undefined || other === undefined || one.world !== other.world) return false;
  return Math.abs(one.chunkX - other.chunkX) <= 1 && Math.abs(one.chunkZ - other.chunkZ) <= 1;
}

function parseGround(place: PlaceKey): { world: string; chunkX: number; chunkZ: number } | undefined {
  const match = /^ground:(.*):(-?\d+),(-?\d+)$/.exec(place);
  return match ? { world: match[1]!, chunkX: Number(match[2]), chunkZ: Number(match[3]) } : undefined;
}

/** True if what falls out of the block may come to lie on this ground. */
export function mayFallTo(block: PlaceKey, ground: PlaceKey): boolean {
  const under = groundUnder(block);
  return under !== undefined && areGroundsAdjoining(under, ground);
}

/** The place of an id whose last place was looked at and no longer held it, and that has not turned up elsewhere since. */
export const NOWHERE: PlaceKey = "nowhere";

/** The place of an id that was placed as a block, or used up: nothing holds it any more. */
export const ENDED: PlaceKey = "ended";

/** The key of a place on another server. A player's own places go with the player, and are the same on every server. */
export function placeOnServer(server: string, place: PlaceKey): PlaceKey {
  return place === NOWHERE || place === ENDED || isOwned(place) ? place : `server:${server}/${place}`;
}

/** The server that has the place, and its key there; `undefined` for places of this server. */
export function onAnotherServer(place: PlaceKey): { readonly server: string; readonly place: PlaceKey } | undefined {
  if (!place.startsWith("server:")) return undefined;
  const [, server, there] = /^server:(.*)\/([a-z]+:.*)$/.exec(place) ?? [];
  return server === undefined || there === undefined ? undefined : { server, place: there };
}

/** True for a window whose block or entity is gone: it only shows what fell out. */
export function isLeftoverWindow(place: PlaceKey): boolean {
  // Asked several times about each copy that turns up: `placeKind` would try every kind.
  return place.startsWith("window:");
}

/** The place without its session: all sessions of an account show one inventory, which remains when they end. */
export function accountPlace(place: PlaceKey): PlaceKey {
  const session = place.startsWith("player:") ? place.indexOf("#") : -1;
  return session < 0 ? place : place.slice(0, session);
}

/** Returns `read` with a memory: looks and events ask about the same keys all the time, and each is read only once. */
function withMemory<Value>(read: (place: PlaceKey) => Value | undefined): (place: PlaceKey) => Value | undefined {
  const known = new Map<PlaceKey, Value>();
  return (place) => {
    const before = known.get(place);
    if (before !== undefined) return before;
    const value = read(place);
    if (known.size === MAX_REMEMBERED) known.clear();
    if (value !== undefined) known.set(place, value);
    return value;
  };
}
