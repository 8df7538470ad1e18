import type { Location } from "./model/location.ts";
import type { PlaceKey } from "./model/place.ts";
import type { Item, Player } from "./platform.ts";

/** Every action that a transfer row can carry: the seven of section 2.4, then those that Doubletake adds. */
export const ACTIONS = {
  PICKUP: "a player picked the item up from the ground",
  DROP: "a player dropped the item",
  CRAFTED: "the item was crafted",
  INVENTORY_CLICK: "the item was clicked in an inventory",
  CONTAINER_TRANSFER: "the item moved to or from a container",
  DEATH: "a player died holding the item",
  ENCHANT: "the item was enchanted",
  CONTAINER_OPEN: "the item lay in a container that a player opened",
  BLOCK_BREAK: "the item came out of a broken block",
  BLOCK_PLACE: "the item was placed as a block",
  JOIN: "a player joined with the item",
  QUIT: "a player left with the item",
  RESPAWN: "a player respawned with the item",
  SCAN: "a scan found the item",
  GIVE: "the item was given by a command or a plugin",
  CREATIVE: "the item was taken from the creative inventory",
  CONSUME: "the item was used up",
  DESPAWN: "the item lay on the ground until it vanished",
  REMOVED: "the item was taken away as a duplicate",
  RESTORED: "the item was given back from quarantine",
  REISSUED: "the item got a fresh id",
} as const;

export type Action = keyof typeof ACTIONS;

/** The closed list of things that a platform may report. */
export type GameEvent = ItemEvent | StoryEvent;

/**
 * An event that leads to looks and verdicts. It is a hint about where to look, and may be lost, doubled or late; the truth is what a look
 * at a tick end finds.
 */
export type ItemEvent = Interaction | Sighting | GoingDark | ItemEnded | AuthoredItem;

/** A player did something with one item: it is tagged, a transfer is written, and the duplicate rule runs. */
export interface Interaction {
  readonly kind: "interaction";
  readonly player: Player;
  readonly item: Item;
  readonly action: Action;
  /** Where it happened; the player's own position when left out. */
  readonly location?: Location;
  /** Other places than the player's own that may have changed; they are looked at when this tick ends. */
  readonly touched?: readonly PlaceKey[];
}

/**
 * A place is worth a look when this tick ends: a player joined or respawned, a container was opened, a chunk
 * came to life. Its items are tagged and checked; a transfer is written only for a new id or changed custody.
 */
export interface Sighting {
  readonly kind: "sighting";
  readonly place: PlaceKey;
  readonly action: Action;
  /** The player who caused it; absent if nobody did (a chunk was loaded, a hopper moved something). */
  readonly player?: Player;
}

/** A place is about to become dark (quit, chunk unloaded, block broken), so it is looked at now, while that is possible. */
export interface GoingDark {
  readonly kind: "going-dark";
  readonly place: PlaceKey;
  readonly action: Action;
  readonly player?: Player;
}

/**
 * An item ceased to exist in the game: eaten, broken by use, burned, despawned. Do not report it for an item that lives on as another one
 * with the same id. A block that keeps the id shows it at the block's place.
 */
export interface ItemEnded {
  readonly kind: "item-ended";
  readonly item: Item;
  readonly action: Action;
  readonly location: Location;
  /** The player who used it up. Absent if nobody did; the row then names the last holder. */
  readonly player?: Player;
}

/**
 * A client wrote this item itself (creative inventory), and it is not in the world yet. `item` is about to be stored: core may change its
 * tag, and the tags inside it at any depth, during the report.
 */
export interface AuthoredItem {
  readonly kind: "authored-item";
  readonly player: Player;
  readonly item: Item;
  /** True if the player was not in creative mode; the adapter then keeps the item out of the world. */
  readonly isRefused?: boolean;
  /** The id of the player's item that this one copies in everything that a client can see. */
  readonly copyOf?: string | undefined;
}

/**
 * Any other event that helps staff to read how a copy came to be. It leads to no look and no verdict: a platform that does not report it
 * only has poorer stories.
 */
export interface StoryEvent {
  readonly kind: "story-event";
  /**
   * `kick`: a player was kicked. `open`: a window was opened, and no sighting names the player. `close`: one was closed. `save`: the world
   * or a player was saved. `load`, `unload`: a chunk with items in it (named by its ground) was loaded, or is about to be unloaded.
   */
  readonly what: "kick" | "open" | "close" | "save" | "load" | "unload";
  readonly player?: Player;
  readonly place?: PlaceKey;
}
