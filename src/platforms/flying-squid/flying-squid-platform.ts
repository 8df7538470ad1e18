import { createRequire } from "node:module";
import {
  type CommandSet,
  type Item,
  type PlaceKey,
  type Platform,
  placeKind,
  type Recipe,
  type StackVisitor,
} from "../../index.ts";
import type { FlyingSquidPlayer } from "./flying-squid-player.ts";
import type { Game } from "./game.ts";
import { Recipes } from "./items/recipes.ts";
import type { SquidPlayer, SquidStack } from "./squid-server.ts";
import { registerCommands } from "./staff/commands.ts";

/** What Doubletake asks of a game server, answered by flying-squid. */
export class FlyingSquidPlatform implements Platform {
  readonly name = "flying-squid";
  readonly namesItems = true;
  readonly version: string;
  readonly #game: Game;
  readonly #recipes: Recipes;
  #commands: CommandSet | undefined;

  constructor(game: Game) {
    this.#game = game;
    this.#recipes = new Recipes(game.serv.registry);
    this.version = `${flyingSquidVersion()} (Minecraft ${game.serv.registry.version.minecraftVersion})`;
  }

  /** The registered commands; tab completion uses them. */
  get commands(): CommandSet | undefined {
    return this.#commands;
  }

  players(): Iterable<FlyingSquidPlayer> {
    return this.#game.sessions.all();
  }

  onTick(callback: () => void): () => void {
    const { serv } = this.#game;
    // The server's own listeners, which handle pickups, were added before and so run first.
    serv.on("tick", callback);
    return () => serv.off("tick", callback);
  }

  places(): Iterable<PlaceKey> {
    return this.#game.places();
  }

  /** Kinds of place that this server does not have, such as containers, are dark: another server of the network may have them. */
  look(place: PlaceKey, see: StackVisitor): boolean {
    if (placeKind(place) === "ground") return this.#game.ground.look(place, see);
    const player = this.#game.sessions.at(place);
    player?.showSlots(see);
    return player !== undefined;
  }

  remove(place: PlaceKey, slot: string, item: Item, count: number): boolean {
    if (placeKind(place) === "ground") return this.#game.ground.takeOut(place, slot, item.stack, count);
    return this.#game.sessions.at(place)?.takeOut(slot, item.stack, count) ?? false;
  }

  replace(place: PlaceKey, slot: string, item: Item, by: Item): boolean {
    const stack = by.stack as SquidStack;
    if (placeKind(place) === "ground") return this.#game.ground.replace(place, slot, item.stack, stack);
    return this.#game.sessions.at(place)?.replace(slot, item.stack, stack) ?? false;
  }

  createItem(material: string): Item | undefined {
    const { items } = this.#game;
    const stack = items.create(material);
    return stack && items.wrap(stack);
  }

  decodeItem(data: Uint8Array): Item | undefined {
    const { items } = this.#game;
    const stack = items.decode(data);
    return stack && items.wrap(stack);
  }

  itemOf(stack: object): Item | undefined {
    const { items } = this.#game;
    return items.isStack(stack) ? items.wrap(stack) : undefined;
  }

  playerOf(player: object): FlyingSquidPlayer | undefined {
    return this.#game.sessions.of(player as SquidPlayer);
  }

  recipesFor(material: string): Iterable<Recipe> {
    return this.#recipes.for(material);
  }

  runConsoleCommand(line: string): void {
    // The server reports errors itself.
    void this.#game.serv.handleCommand(line);
  }

  registerCommands(commands: CommandSet): void {
    this.#commands = commands;
    registerCommands(this.#game, commands);
  }
}

function flyingSquidVersion(): string {
  const { version } = createRequire(import.meta.url)("flying-squid/package.json") as { version: string };
  return version;
}
