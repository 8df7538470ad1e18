import type { Doubletake } from "./doubletake.ts";
import { type Location, parseLocation } from "./location.ts";
import { NIL_UUID } from "./nil-uuid.ts";
import type { Item, Player } from "./platform.ts";
import type { TransferRecord } from "./store.ts";
import { canonicalItemId } from "./tagging/item-id.ts";
import { ensureItemId, readItemId } from "./tagging/item-tag.ts";

/**
 * The operations of section 4.1 under their names, for other plugins. `plugin` is the running instance. What goes to the
 * store is asynchronous; the `…Async` forms append to the batch of this tick and are the ones to use on the game's thread.
 */

const DEFAULT_HISTORY_LIMIT = 100;
const MAX_HISTORY_LIMIT = 10_000;

export function ensureUniqueId(plugin: Doubletake, item: Item | null | undefined): string | null {
  return ensureItemId(item, plugin.newId);
}

export function getId(_plugin: Doubletake, item: Item | null | undefined): string | null {
  return readItemId(item);
}

/** True when the id was new. False when it was known, is no UUID, or the store failed (a warning is logged). */
export async function recordSeen(plugin: Doubletake, id: string): Promise<boolean> {
  const itemId = canonicalItemId(id);
  if (itemId === undefined) return false;
  try {
    return await plugin.store.recordSeen(itemId);
  } catch (error) {
    plugin.log.warn(`The sighting of ${itemId} could not be stored: ${textOf(error)}`);
    return false;
  }
}

export function recordSeenAsync(plugin: Doubletake, id: string): Promise<boolean> {
  return plugin.recorder.recordSeenAsync(id, NIL_UUID, "");
}

/** An id that is no UUID is ignored; a store error is logged and not raised. */
export async function logItemTransfer(
  plugin: Doubletake,
  itemUUID: string,
  playerUUID: string,
  action: string,
  location: string,
): Promise<void> {
  const itemId = canonicalItemId(itemUUID);
  if (itemId === undefined) return;
  try {
    await plugin.store.logItemTransfer(itemId, canonicalItemId(playerUUID) ?? NIL_UUID, action, location);
  } catch (error) {
    plugin.log.warn(`A transfer of ${itemId} could not be stored: ${textOf(error)}`);
  }
}

export function logItemTransferAsync(
  plugin: Doubletake,
  itemUUID: string,
  playerUUID: string,
  action: string,
  location: string,
): Promise<void> {
  return plugin.recorder.logItemTransferAsync(itemUUID, canonicalItemId(playerUUID) ?? NIL_UUID, action, location);
}

/** Newest first. A limit below 1 gives an empty list, above 10,000 is cut; an id that is no UUID gives an empty list. */
export async function getItemTransferHistory(
  plugin: Doubletake,
  itemUUID: string,
  limit = DEFAULT_HISTORY_LIMIT,
): Promise<TransferRecord[]> {
  const itemId = canonicalItemId(itemUUID);
  if (itemId === undefined || !(limit >= 1)) return [];
  return plugin.store.getItemTransferHistory(itemId, Math.floor(Math.min(limit, MAX_HISTORY_LIMIT)));
}

export async function getEarliestTransferTs(
  plugin: Doubletake,
  itemUUID: string,
  playerUUID: string,
): Promise<number | null> {
  const [itemId, playerId] = [canonicalItemId(itemUUID), canonicalItemId(playerUUID)];
  if (itemId === undefined || playerId === undefined) return null;
  return plugin.store.getEarliestTransferTs(itemId, playerId);
}

/** A location that cannot be read counts as the player's own. */
export function tagAndLog(
  plugin: Doubletake,
  player: Player,
  item: Item | null,
  action: string,
  location: Location | string,
): void {
  const where = typeof location === "string" ? parseLocation(location) : location;
  plugin.tagAndLog(player, item, action, where ?? player.location());
}

export function checkForDuplicates(plugin: Doubletake, itemId: string, currentPlayer: Player): void {
  const id = canonicalItemId(itemId);
  if (id !== undefined) plugin.checkForDuplicates(id, currentPlayer);
}

export function sendDuplicateAlert(
  plugin: Doubletake,
  itemId: string,
  players: readonly string[],
  locations: readonly string[],
): void {
  plugin.outside.sendDuplicateAlert(itemId, players, locations);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
