import type { Location } from "./model/location.ts";
import type { PlaceKey } from "./model/place.ts";

/**
 * What Doubletake needs from the game server it runs in. Everything here is called on the game's thread.
 * An adapter translates and decides nothing; it reports what happens as a `GameEvent` (item-event.ts).
 */
export interface Platform {
  /** Shown by the status command and in bug reports, e.g. `serenity`. */
  readonly name: string;
  /** The game server's own version. */
  readonly version: string;

  /**
   * True when `send` and `showForm` turn the marks of `splitAtItemNames` into the game's own names of items, in each player's language.
   * Absent: players read `Diamond Sword`.
   */
  readonly namesItems?: boolean;

  /** Every session that the server still serves; two sessions of one account are two players with one id. */
  players(): Iterable<Player>;

  /**
   * Calls `callback` at every tick end: after all changes of this tick, and before any of the next. Returns the function that stops the
   * calls.
   */
  onTick(callback: () => void): () => void;

  /**
   * Every place that can be looked at now and is not a player's own: loaded block and entity containers, the ground of loaded chunks,
   * windows whose block is gone. Core walks them in slices, so a place may be gone when its turn comes.
   */
  places(): Iterable<PlaceKey>;

  /**
   * Shows every stack at a place, top level only (core looks into boxes itself). Never shows previews, menus, or what the server itself has
   * just made in a crafting output; always shows a slot into which a client can put an item. Returns false without calling `see` if the
   * place is dark: nobody can look at it now (player offline, chunk not loaded). A place that no longer exists, such as a broken chest in a
   * loaded chunk, can be looked at and is empty.
   */
  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean;

  /** True if no save can bring this dark place back, such as an entity that died out of sight. Absent: every dark place may come back. */
  isGone?(place: PlaceKey): boolean;

  /** Where an entity that carries items is now; `undefined` when that is not known. Absent: it may be anywhere. */
  locationOf?(place: PlaceKey): Location | undefined;

  /**
   * A number that changes whenever other entities lie on the ground of this chunk. It must come from what lies there now, not only from
   * events; it says nothing about the stacks themselves. `undefined` if nothing lies there. Core still looks at a ground whose stamp stays
   * the same, only less often. Absent: not known; grounds are looked at in turn at every tick.
   */
  stampOf?(ground: PlaceKey): number | undefined;

  /**
   * Takes away `count` items of the stack seen at that slot. Returns false, and changes nothing, if the slot now holds another stack.
   * Absent where the server cannot take an item back: core then only alerts.
   */
  remove?(place: PlaceKey, slot: string, item: Item, count: number): boolean;

  /**
   * Puts `by`, an item in nobody's hands, into the slot in place of the stack seen there. Returns false, and changes nothing, if the slot now
   * holds another stack. Absent: a stack object that is in two slots stays one, and what is written to one copy is written to both.
   */
  replace?(place: PlaceKey, slot: string, item: Item, by: Item): boolean;

  /** A new item of that material, in nobody's hands; `undefined` for a material the game does not have. Absent: no `/dttest give`. */
  createItem?(material: string): Item | undefined;

  /**
   * An item as `Item.encode` wrote it, in nobody's hands; `undefined` when the data is not this game's. Absent: nothing can be given back
   * from quarantine.
   */
  decodeItem?(data: Uint8Array): Item | undefined;

  /** The game's own stack as we see it, for other plugins; `undefined` for anything else. Absent: they work with ids only. */
  itemOf?(stack: object): Item | undefined;
  /** The session behind the game's own player, for other plugins; `undefined` for anything else. */
  playerOf?(player: object): Player | undefined;

  /**
   * Every way to make a material from others; `material` is written like `DIAMOND`. The ledger asks about the materials it watches. Absent:
   * what a player crafts seems to come from nowhere.
   */
  recipesFor?(material: string): Iterable<Recipe>;

  /** Runs a line as the console would. Absent: `on-proven` commands are refused with a console line. */
  runConsoleCommand?(line: string): void;

  /**
   * Shows a form to a player. Resolves with the number of the button that was pressed, from 0 on; `undefined` when the form
   * was closed without one, could not be shown, or the player left. Absent where the game has no forms: core then has
   * commands only.
   */
  showForm?(player: Player, form: Form): Promise<number | undefined>;

  /** Offers our commands to players and the console. Called once, at start. */
  registerCommands(commands: CommandSet): void;
}

/** One way of making a material. */
export interface Recipe {
  /** How many come out at a time. */
  readonly makes: number;
  /** What goes in; an ingredient may be any of several materials. */
  readonly from: readonly { readonly anyOf: readonly string[]; readonly count: number }[];
}

/** What the caller of `look` already knows or does not need. A platform may ignore it: it only makes the look quicker. */
export interface LookHints {
  /** The session whose own place this is. It may have ended meanwhile: then the hint means nothing. */
  readonly player?: Player | undefined;
  /** Stackable items that hold no others need not be shown. */
  readonly unstackableOnly?: boolean;
  /** Where the stacks are does not matter: any location will do. */
  readonly withoutLocations?: boolean;
}

/** Receives one stack of a look. `slot` names its position within the place, and `location` the block it is at. */
export type StackVisitor = (item: Item, slot: string, location: Location) => void;

export const PERMISSIONS = ["doubletake.admin", "doubletake.alerts", "doubletake.test"] as const;
export type Permission = (typeof PERMISSIONS)[number];

/** A player or the console: can be sent texts, and may run commands. */
export interface Caller {
  readonly name: string;
  hasPermission(permission: Permission): boolean;
  /** `text` carries `§` colour codes, and marks for the names of items where the platform asks for them (`namesItems`). */
  send(text: string): void;
}

/** One session of one account. */
export interface Player extends Caller {
  /** The account's UUID, lower case; shared by all sessions of the account. */
  readonly id: string;
  /** This session's own slots. */
  readonly place: PlaceKey;
  /** Where the player stands; coordinates may be fractions. */
  location(): Location;
  heldItem(): Item | undefined;
  isCreative(): boolean;
  /**
   * A value that changes whenever something arrives from this session's client; the value itself means nothing. What a proxy or the
   * connection sends for a client that is gone does not count. Absent: not known; a session that a newer one of its account has replaced
   * counts as gone for 45 seconds, unless it does something.
   */
  lastInput?(): number | bigint;
  /**
   * Puts this very stack, not a copy, into the inventory. Returns false, and changes nothing, if there is no room. Absent: as if there
   * never were room.
   */
  give?(item: Item): boolean;
  /** Absent: staff cannot be taken to the places of a case. */
  teleport?(to: Location): void;
}

/**
 * A stack as the game holds it. This is a wrapper, made anew for every look: it has no state of its own, and writes go into the game's
 * stack.
 */
export interface Item {
  /** The game's name for it, e.g. `minecraft:diamond_sword`. */
  readonly material: string;
  /** Comes from the item's *type*, not from what this stack says about itself. */
  readonly maxStackSize: number;
  readonly count: number;
  /** False for items that cannot carry data of their own. */
  readonly hasMetadata: boolean;
  /** The game's own stack object: the same one at two slots is one object in two places. */
  readonly stack: object;
  /** The text stored under `doubletake:id`, as it is; `undefined` when there is none. */
  readTag(): string | undefined;
  /** `undefined` takes the tag off. */
  writeTag(id: string | undefined): void;
  /** The inside of a shulker box or bundle; `undefined` when the item cannot hold others. */
  contents(): Contents | undefined;
  /**
   * Everything about the stack, nested contents included, so that `Platform.decodeItem` can make it again, as a stack of
   * `count` (its own count when left out). The same stack gives the same bytes. May throw if the game's data are so odd that they cannot be
   * written down: the item is then left where it is.
   */
  encode(count?: number): Uint8Array;
}

/** The inside of a box or bundle. Changes become real with `writeBack`. */
export interface Contents {
  readonly kind: "shulker-box" | "bundle";
  /** Calls `visit` for every filled slot. */
  each(visit: (item: Item, slot: number) => void): void;
  /** Takes away `count` of the items in a slot. */
  remove(slot: number, count: number): void;
  /** Stores the inner items, as they are now, in the outer one. */
  writeBack(): void;
}

/** The commands that a platform offers to its players, and how to run and complete them. */
export interface CommandSet {
  readonly roots: readonly CommandRoot[];
  /**
   * Runs a command. `words` are what follows the root; a word with spaces may come whole, or in pieces between double quotes. Never throws;
   * answers go to the caller.
   */
  run(root: string, caller: Caller, words: readonly string[]): void;
  /** What the last of `words` may become. Empty for callers without the permission. */
  complete(root: string, caller: Caller, words: readonly string[]): Promise<string[]>;
}

/** `/doubletake` or `/dttest`. */
export interface CommandRoot {
  readonly name: string;
  readonly aliases: readonly string[];
  /** English; for platforms that announce commands with a description. */
  readonly description: string;
  /** A caller with any of these sees the command. */
  readonly permissions: readonly Permission[];
  readonly subcommands: readonly Subcommand[];
}

export interface Subcommand {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly permission: Permission;
  /** Callers with any of these may use it as well. */
  readonly alsoFor?: readonly Permission[];
}

/** One argument, declared so that a platform can offer it with its own means. */
export interface Parameter {
  readonly name: string;
  /**
   * `integer` and `case-number` are 1 or more. A `player` may be offline, and a name with spaces stands in double quotes; an
   * `item-id` may be the beginning of one. A `coordinate` is a whole number, or is counted from where the player stands (`~`,
   * `~-1`). A `text` is the last parameter, and takes everything that follows, spaces included.
   */
  readonly kind:
    | "word"
    | "text"
    | "integer"
    | "player"
    | "item-id"
    | "choice"
    | "case-number"
    | "server"
    | "coordinate";
  readonly isOptional: boolean;
  /** For `choice`: the words that are allowed. */
  readonly choices: readonly string[];
}

/**
 * A form as a platform draws it: a title, a text below it, and buttons. Texts carry `§` colour codes and may have several lines. What a
 * button does is up to the code that shows the form.
 */
export interface Form {
  readonly title: string;
  readonly text: string;
  /** At least one. */
  readonly buttons: readonly string[];
}
