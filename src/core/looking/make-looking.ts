import type { PlaceKey } from "../model/place.ts";
import type { Platform } from "../platform.ts";
import type { NewId } from "../tagging/item-tag.ts";
import type { GameClock } from "../time/game-clock.ts";
import { type AfterLook, type GoodsWatch, Observer } from "./observer.ts";
import { Presence } from "./presence/presence.ts";
import { SeenSlots } from "./presence/seen-slots.ts";
import { GroundLooks } from "./rounds/ground-looks.ts";
import { NearbySearch } from "./rounds/nearby-search.ts";
import { SupersededSessions } from "./superseded-sessions.ts";
import { UnprocessedItems } from "./unprocessed-items.ts";
import { UnseenMoves } from "./unseen-moves.ts";

interface LookingParts {
  readonly platform: Platform;
  /** What a look sees. With other servers, nothing of a player until it is known what the player owns. */
  readonly visible: Pick<Platform, "look">;
  readonly clock: GameClock;
  readonly newId: NewId;
  readonly goods: GoodsWatch | undefined;
  /** True if an event of this tick named the id: it is processed at once. */
  readonly isNamed: (itemId: string) => boolean;
  /** True if the id may have been moved to or from the place since that moment. */
  readonly hasMovedAt: (itemId: string, place: PlaceKey, moment: number) => boolean;
  readonly effortOf: (place: PlaceKey) => number;
  readonly mustBeWhole: (place: PlaceKey) => boolean;
  readonly onItemLeft: ((itemId: string, isDark: boolean) => void) | undefined;
  readonly afterLook: AfterLook;
  readonly onDark: (place: PlaceKey) => void;
}

/** The parts that look, and what they remember of earlier looks. */
export interface LookingGroup {
  readonly presence: Presence;
  readonly seenSlots: SeenSlots;
  readonly unprocessed: UnprocessedItems;
  readonly unseenMoves: UnseenMoves;
  readonly supersededSessions: SupersededSessions;
  readonly groundLooks: GroundLooks;
  readonly observer: Observer;
  readonly nearbySearch: NearbySearch;
}

export function makeLooking(parts: LookingParts): LookingGroup {
  const { platform, clock } = parts;
  const isSpent = () => clock.isSpent;
  const presence = new Presence(parts.onItemLeft);
  const unprocessed = new UnprocessedItems(parts.isNamed, isSpent);
  const unseenMoves = new UnseenMoves(clock, {
    ids: () => [...unprocessed.places()].flatMap(([place]) => unprocessed.idsAt(place)),
    isWaiting: (itemId) => unprocessed.isWaiting(itemId),
  });
  const supersededSessions = new SupersededSessions(platform, clock);
  const seenAt = (place: PlaceKey) => (presence.lookedMs(place) === undefined ? undefined : presence.idsAt(place));
  const groundLooks = new GroundLooks(platform, parts.effortOf);
  const observer = new Observer({
    ...parts,
    platform: parts.visible,
    presence,
    unprocessed,
    hiddenAt: (place) => supersededSessions.hiddenAt(place, seenAt),
    afterLook: (look, change, cause) => {
      parts.afterLook(look, change, cause);
      groundLooks.noteLook(look.place, look.copies.length, change.departed.length > 0);
    },
    onDark: (place) => {
      groundLooks.noteLook(place, 0, false);
      parts.onDark(place);
    },
  });
  return {
    presence,
    seenSlots: new SeenSlots((itemId, place) => presence.earliestSlot(itemId, place), parts.hasMovedAt),
    unprocessed,
    unseenMoves,
    supersededSessions,
    groundLooks,
    observer,
    nearbySearch: new NearbySearch(platform, observer, isSpent),
  };
}
