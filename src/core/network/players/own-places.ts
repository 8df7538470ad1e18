import { enderPlace, type PlaceKey, playerPlace } from "../../model/place.ts";
import type { Platform } from "../../platform.ts";
import { readItemId } from "../../tagging/item-tag.ts";

/** The places that go with a player: those of all sessions, and the ender chest. */
export function ownPlaces(platform: Pick<Platform, "players">, playerId: string): PlaceKey[] {
  const sessions = [...platform.players()].filter(({ id }) => id === playerId);
  return [...new Set([playerPlace(playerId), ...sessions.map(({ place }) => place), enderPlace(playerId)])];
}

/** True if the player is served in another session than the one at `except`. A session that is listed but cannot be looked at is ending. */
export function isServed(platform: Pick<Platform, "players" | "look">, playerId: string, except?: PlaceKey): boolean {
  const sessions = [...platform.players()].filter(({ id, place }) => id === playerId && place !== except);
  return sessions.some(({ place }) => platform.look(place, () => undefined));
}

/** The contents of a player's own places as a text, to see whether they changed. */
export function ownContentsText(platform: Pick<Platform, "players" | "look">, playerId: string): string {
  const seen: string[] = [];
  for (const place of ownPlaces(platform, playerId)) {
    platform.look(place, (item, slot) => {
      seen.push(`${slot} ${item.material} ${item.count} ${readItemId(item) ?? ""}`);
    });
  }
  return seen.join("\n");
}
