import type { TestContext } from "node:test";
import type { Item, Permission, PlaceKey, Platform, Player } from "../../core/index.ts";

/** A stack to be put into the game. */
export interface NewStack {
  /** Stackable: dirt. Not stackable: diamond_sword, bow. Holding others: shulker_box. */
  readonly material: "dirt" | "diamond_sword" | "bow" | "shulker_box";
  readonly count?: number;
  /** What is inside a box, from its first slot on. */
  readonly inside?: readonly NewStack[];
}

/** A game server, and the acts that a test can do in it. Each call resolves when the server has done it. */
export interface GameUnderTest {
  readonly platform: Platform;
  /** A player joins, with empty slots. */
  join(name: string, permissions?: readonly Permission[]): Promise<Player>;
  leave(player: Player): Promise<void>;
  /** Puts a stack into a free slot of the player's inventory. */
  put(player: Player, stack: NewStack): Promise<void>;
  /** Takes everything out of the player's inventory. */
  empty(player: Player): Promise<void>;
  /** Places a container with these stacks in the world; a heap on the ground if the server has no containers. */
  container(...stacks: NewStack[]): Promise<PlaceKey>;
  /** Drops a stack on the ground. */
  drop(stack: NewStack): Promise<PlaceKey>;
  /** Make a container dark and light again, like a chunk that is unloaded and loaded. Absent if a test cannot do that. */
  readonly unload?: (place: PlaceKey) => Promise<void>;
  readonly load?: (place: PlaceKey) => Promise<void>;
  /** Lets one tick end. */
  tick(): Promise<void>;
  /** What this player was shown, in order. */
  heard(player: Player): readonly string[];
  /** The player's client says where the player stands, as clients do all the time. Absent if a test cannot do that. */
  readonly stand?: (player: Player) => Promise<void>;
  /** Types a command as this player. */
  type(player: Player, line: string): Promise<void>;
}

/** Called once for each test. Closes what it opens, through `context.after`. */
export type OpenGame = (context: TestContext) => Promise<GameUnderTest>;

/** One stack as a look showed it. */
export interface Seen {
  readonly item: Item;
  readonly slot: string;
  readonly location: string;
}
