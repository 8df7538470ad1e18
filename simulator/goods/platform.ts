import {
  type CommandSet,
  type PlaceKey,
  type Platform,
  type Player,
  parseLocation,
  placeKind,
  type Recipe,
  type StackVisitor,
} from "../../src/core/index.ts";
import { GoodsItem } from "./goods-item.ts";
import { recipesFor } from "./materials.ts";
import type { GoodsWorld } from "./world.ts";

/** The world of goods behind the platform port: what a detector may see of it, and no more. */
export class GoodsPlatform implements Platform {
  readonly name = "goods simulator";
  readonly version = "1.0";
  readonly #world: GoodsWorld;
  readonly #tickers = new Set<() => void>();

  constructor(world: GoodsWorld) {
    this.#world = world;
  }

  /** Ends a tick. */
  tick(): void {
    for (const ticker of [...this.#tickers]) ticker();
  }

  /** The process that listened is gone. */
  forgetTickers(): void {
    this.#tickers.clear();
  }

  players(): Iterable<Player> {
    return this.#world.sessions;
  }

  onTick(callback: () => void): () => void {
    this.#tickers.add(callback);
    return () => this.#tickers.delete(callback);
  }

  *places(): Iterable<PlaceKey> {
    for (const place of this.#world.lit.keys()) if (!place.startsWith("player:")) yield place;
  }

  look(place: PlaceKey, see: StackVisitor): boolean {
    const bin = this.#world.lit.get(place);
    if (bin === undefined && !this.#isKnownEmpty(place)) return false;
    this.#world.truth.looked(place);
    if (bin === undefined) return true;
    const isGround = placeKind(place) === "ground";
    bin.stacks.forEach((stack, index) => {
      const slot = isGround ? `item-${stack.entity}` : place.startsWith("player:") ? `inventory/${index}` : `${index}`;
      see(new GoodsItem(stack), slot, bin.location);
    });
    return true;
  }

  isGone(place: PlaceKey): boolean {
    return placeKind(place) === "window" || (place.includes("#") && !this.#world.lit.has(place));
  }

  recipesFor(material: string): Recipe[] {
    return recipesFor(material);
  }

  registerCommands(_commands: CommandSet): void {
    // Nobody types commands here.
  }

  /** Exists no more, in surroundings that can be seen. */
  #isKnownEmpty(place: PlaceKey): boolean {
    if (placeKind(place) === "window") return true;
    if (placeKind(place) !== "block") return false;
    const at = parseLocation(place.slice("block:".length));
    return at !== undefined && this.#world.chunkAt(at).isLit;
  }
}
