import { createRequire } from "node:module";
import { Player as HostPlayer, ItemStack, type World } from "@serenityjs/core";
import {
  type CommandSet,
  errorText,
  type Form,
  type Item,
  type Location,
  type LookHints,
  type PlaceKey,
  type Platform,
  type Player,
  type Recipe,
  type StackVisitor,
} from "../../index.ts";
import type { Game } from "./game.ts";
import { decodeStack } from "./items/item-codec.ts";
import { Recipes } from "./items/recipes.ts";
import { SerenityItem } from "./items/serenity-item.ts";
import type { SerenityPlayer } from "./serenity-player.ts";
import { registerCommands } from "./staff/commands.ts";
import { Forms } from "./staff/forms.ts";

/** What Doubletake asks of a game server, answered by Serenity. */
export class SerenityPlatform implements Platform {
  readonly name = "serenity";
  readonly namesItems = true;
  readonly version = serenityVersion();
  readonly #game: Game;
  readonly #forms: Forms;
  readonly #recipes = new Recipes();

  constructor(game: Game) {
    this.#game = game;
    this.#forms = new Forms(game.serenity);
  }

  players(): Iterable<SerenityPlayer> {
    return this.#game.sessions.all();
  }

  onTick(callback: () => void): () => void {
    return this.#game.ticks.on(callback);
  }

  places(): Iterable<PlaceKey> {
    return this.#game.places();
  }

  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean {
    return this.#game.look(place, see, hints);
  }

  isGone(place: PlaceKey): boolean {
    return this.#game.entities.isGone(place);
  }

  locationOf(place: PlaceKey): Location | undefined {
    const { entities, worlds } = this.#game;
    const carrier = entities.carrier(place);
    return carrier && worlds.locationOfEntity(carrier);
  }

  stampOf(ground: PlaceKey): number | undefined {
    return this.#game.entities.stampOf(ground);
  }

  remove(place: PlaceKey, slot: string, item: Item, count: number): boolean {
    const found = this.#game.find(place, slot, item.stack);
    found?.take(count);
    return found !== undefined;
  }

  replace(place: PlaceKey, slot: string, item: Item, by: Item): boolean {
    const found = this.#game.find(place, slot, item.stack);
    found?.replace(by.stack as ItemStack);
    return found !== undefined;
  }

  createItem(material: string): Item | undefined {
    const world = this.#world;
    const type = world?.itemPalette.getType(material);
    return world && type ? new SerenityItem(new ItemStack(type, { world })) : undefined;
  }

  decodeItem(data: Uint8Array): Item | undefined {
    const stack = this.#world && decodeStack(this.#world, data);
    return stack && new SerenityItem(stack);
  }

  itemOf(stack: object): Item | undefined {
    return stack instanceof ItemStack ? new SerenityItem(stack) : undefined;
  }

  playerOf(player: object): SerenityPlayer | undefined {
    const { sessions } = this.#game;
    const session = player instanceof HostPlayer ? sessions.of(player) : undefined;
    return session && sessions.isServed(session) ? session : undefined;
  }

  recipesFor(material: string): Iterable<Recipe> {
    return this.#recipes.for(material);
  }

  runConsoleCommand(line: string): void {
    const { logger } = this.#game.serenity;
    this.#world
      ?.getDimension()
      .executeCommandAsync(line)
      .then(
        ({ message }) => message && logger.info(message),
        (error: unknown) => logger.error(`[Doubletake] "${line}" failed: ${errorText(error)}`),
      );
  }

  showForm(player: Player, form: Form): Promise<number | undefined> {
    return this.#forms.show(player as SerenityPlayer, form);
  }

  registerCommands(commands: CommandSet): void {
    registerCommands(this.#game, commands);
  }

  /** The server's first world; `undefined` until a provider has made it. */
  get #world(): World | undefined {
    return this.#game.serenity.getWorld() ?? undefined;
  }
}

function serenityVersion(): string {
  const { version } = createRequire(import.meta.url)("@serenityjs/core/package.json") as { version: string };
  return version;
}
