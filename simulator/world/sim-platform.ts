import {
  type Caller,
  type CommandSet,
  type Item,
  type Location,
  ownerOfPlace,
  type PlaceKey,
  type Platform,
  type Player,
  parseLocation,
  placeKind,
  type Recipe,
  type StackVisitor,
} from "../../src/core/index.ts";
import { recipesFor } from "./recipes.ts";
import { SimItem } from "./sim-item.ts";
import type { Slots } from "./slots.ts";
import type { Stack } from "./stack.ts";
import type { World } from "./world.ts";

const CHUNK_BITS = 4;
const NOWHERE: Location = { world: "world", x: 0, y: 0, z: 0 };

/** The simulated game server behind the platform port: what a detector may see of the world, and no more. */
export class SimPlatform implements Platform {
  readonly name = "simulator";
  readonly version = "1.0";
  readonly #world: World;
  readonly #tickers = new Set<() => void>();
  #commands: CommandSet | undefined;
  /** Absent when removal is switched off for the run. */
  readonly remove?: (place: PlaceKey, slot: string, item: Item, count: number) => boolean;

  constructor(world: World, canRemove: boolean) {
    this.#world = world;
    if (canRemove) this.remove = (place, slot, item, count) => this.#remove(place, slot, item, count);
  }

  /** Ends a tick. */
  tick(): void {
    for (const ticker of [...this.#tickers]) ticker();
  }

  /** The process that listened is gone. */
  forgetTickers(): void {
    this.#tickers.clear();
  }

  *players(): Iterable<Player> {
    for (const { player } of this.#world.sessions) yield player;
  }

  onTick(callback: () => void): () => void {
    this.#tickers.add(callback);
    return () => this.#tickers.delete(callback);
  }

  *places(): Iterable<PlaceKey> {
    for (const slots of this.#world.lit.values()) if (slots.kind !== "player") yield slots.place;
  }

  look(place: PlaceKey, see: StackVisitor): boolean {
    const slots = this.#world.lit.get(place);
    if (slots === undefined && !this.#isKnownEmpty(place)) return false;
    this.#world.truth.goods?.looked(place);
    if (slots === undefined) return true;
    const location = slots.kind === "player" || slots.kind === "ender" ? this.#positionOf(slots) : slots.location;
    for (const stack of slots.slots) {
      if (stack) see(new SimItem(this.#world, stack), slots.slotName(stack), location ?? NOWHERE);
    }
    return true;
  }

  isGone(place: PlaceKey): boolean {
    // A second session leaves no record behind, so what it held is gone with it.
    const isEndedSession = place.includes("#") && !this.#world.lit.has(place);
    return isEndedSession || this.#world.goneEntities.has(place) || placeKind(place) === "window";
  }

  locationOf(place: PlaceKey): Location | undefined {
    return this.#world.lit.get(place)?.location;
  }

  recipesFor(material: string): Recipe[] {
    return recipesFor(material);
  }

  registerCommands(commands: CommandSet): void {
    this.#commands = commands;
  }

  /** Runs a command of the detector that somebody typed. */
  run(words: readonly string[], caller: Caller): void {
    this.#commands?.run("doubletake", caller, words);
  }

  decodeItem(data: Uint8Array): Item {
    return new SimItem(this.#world, this.#world.items.decode(data));
  }

  /** What is put there has the same data, so only the game's object changes. */
  replace(place: PlaceKey, slot: string, item: Item, by: Item): boolean {
    const [stack, ...path] = slotPath(this.#world.lit.get(place), slot);
    if (stack === undefined || path.length > 0 || stack.object !== item.stack) return false;
    stack.object = by.stack;
    if (stack.alias) stack.alias.alias = undefined;
    stack.alias = undefined;
    return true;
  }

  /** True if the place no longer exists and its surroundings can be seen. */
  #isKnownEmpty(place: PlaceKey): boolean {
    switch (placeKind(place)) {
      case "block": {
        const at = parseLocation(place.slice("block:".length));
        return at !== undefined && this.#world.isLoadedAt(at.world, at.x >> CHUNK_BITS, at.z >> CHUNK_BITS);
      }
      case "entity":
        return this.#world.goneEntities.get(place)?.isLoaded === true;
      case "window":
        return true;
      default:
        return false;
    }
  }

  #positionOf(slots: Slots): Location | undefined {
    return this.#world.accounts.get(ownerOfPlace(slots.place) ?? "")?.at;
  }

  #remove(place: PlaceKey, slot: string, item: Item, count: number): boolean {
    const slots = this.#world.lit.get(place);
    const [outer, ...path] = slotPath(slots, slot);
    let stack: Stack | undefined = outer;
    for (const index of path as unknown as number[]) stack = stack?.inside?.slots[index];
    if (stack === undefined || stack.object !== item.stack || stack.count < count) return false;
    this.#world.removeByDetector(stack, count);
    return true;
  }
}

/** The outer stack that a slot name begins with, and the indices that lead into it. */
function slotPath(slots: Slots | undefined, slot: string): [Stack | undefined, ...number[]] {
  for (const stack of slots?.slots ?? []) {
    if (stack === undefined) continue;
    const name = slots!.slotName(stack);
    if (slot === name) return [stack];
    if (slot.startsWith(`${name}/`))
      return [
        stack,
        ...slot
          .slice(name.length + 1)
          .split("/")
          .map(Number),
      ];
  }
  return [undefined];
}
