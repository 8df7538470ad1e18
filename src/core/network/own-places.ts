import { enderPlace, type PlaceKey, playerPlace } from "../model/place.ts";
import type { Platform } from "../platform.ts";
import { readItemId } from "../tagging/item-tag.ts";

/** The places that go with a player: those of all sessions, and the ender chest. */
export function ownPlaces(platform: Pick<Platform, "players">, playerId: string): PlaceKey[] {
  const sessions = [...platform.players()].filter(({ id }) => id === playerId);
  return [...new Set([playerPlace(playerId), ...sessions.map(({ place }) => place), enderPlace(playerId)])];
}

/** True when the player is served in another session than the one with this place. Whoever is listed and cannot be looked at is on the way out. */
export function hasAnotherSession(
  platform: Pick<Platform, "players" | "look">,
  playerId: string,
  place: PlaceKey,
): boolean {
  const others = [...platform.players()].filter((other) => other.id === playerId && other.place !== place);
  return others.some((other) => platform.look(other.place, () => undefined));
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
