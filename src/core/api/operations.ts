import type { Location } from "../model/location.ts";
import type { Item, Player } from "../platform.ts";
import type { TransferRecord } from "../store.ts";
import type { DoubletakeApi } from "./plugin-api.ts";

// The operations of section 4.1 under their names. `plugin` is the result of `runningDoubletake()`; each calls the method of the same name.

export function ensureUniqueId(plugin: DoubletakeApi, item: Item | null | undefined): string | null {
  return plugin.ensureUniqueId(item);
}

export function getId(plugin: DoubletakeApi, item: Item | null | undefined): string | null {
  return plugin.getId(item);
}

export function recordSeen(plugin: DoubletakeApi, itemId: string): Promise<boolean> {
  return plugin.recordSeen(itemId);
}

export function recordSeenAsync(plugin: DoubletakeApi, itemId: string): Promise<boolean> {
  return plugin.recordSeenAsync(itemId);
}

export function logItemTransfer(
  plugin: DoubletakeApi,
  itemId: string,
  playerId: string,
  action: string,
  location: string,
): Promise<void> {
  return plugin.logItemTransfer(itemId, playerId, action, location);
}

export function logItemTransferAsync(
  plugin: DoubletakeApi,
  itemId: string,
  playerId: string,
  action: string,
  location: string,
): Promise<void> {
  return plugin.logItemTransferAsync(itemId, playerId, action, location);
}

export function getItemTransferHistory(
  plugin: DoubletakeApi,
  itemId: string,
  limit?: number,
): Promise<TransferRecord[]> {
  return plugin.getItemTransferHistory(itemId, limit);
}

export function getEarliestTransferTs(plugin: DoubletakeApi, itemId: string, playerId: string): Promise<number | null> {
  return plugin.getEarliestTransferTs(itemId, playerId);
}

export function tagAndLog(
  plugin: DoubletakeApi,
  player: Player,
  item: Item | null,
  action: string,
  location: Location | string,
): void {
  plugin.tagAndLog(player, item, action, location);
}

export function checkForDuplicates(plugin: DoubletakeApi, itemId: string, player: Player): void {
  plugin.checkForDuplicates(itemId, player);
}

export function sendDuplicateAlert(
  plugin: DoubletakeApi,
  itemId: string,
  players: readonly string[],
  locations: readonly string[],
): void {
  plugin.sendDuplicateAlert(itemId, players, locations);
}
