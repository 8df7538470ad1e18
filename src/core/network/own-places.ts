import { enderPlace, type PlaceKey, playerPlace } from "../model/place.ts";
import type { Platform } from "../platform.ts";
import { readItemId } from "../tagging/item-tag.ts";

/** The places that go with a player: those of all sessions, and the ender chest. */
export function ownPlaces(platform: Pick<Platform, "players">, playerId: string): PlaceKey[] {
  const sessions = [...platform.players()].filter(({ id }) => id === playerId);
  return [...new Set([playerPlace(playerId), ...sessions.map(({ place }) => place), enderPlace(playerId)])];
}

/** True when the player is served, in another session than the one with the place. Whoever is listed and cannot be looked at is on the way out. */
export function isServed(platform: Pick<Platform, "players" | "look">, playerId: string, except?: PlaceKey): boolean {
  const sessions = [...platform.players()].filter(({ id, place }) => id === playerId && place !== except);
  return sessions.some(({ place }) => platform.look(place, () => undefined));
}

/** What is in them, as a text that differs when anything does. */
export function peekAtOwn(platform: Pick<Platform, "players" | "look">, playerId: string): string {
  const seen: string[] = [];
  for (const place of ownPlaces(platform, playerId)) {
    platform.look(place, (item, slot) => {
      seen.push(`${slot} ${item.material} ${item.count} ${readItemId(item) ?? ""}`);
    });
  }
  return seen.join("\n");
}
