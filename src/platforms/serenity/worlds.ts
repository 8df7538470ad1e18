import type { Dimension, Entity, Serenity } from "@serenityjs/core";
import type { Location } from "../../index.ts";
import type { Position } from "./places/entity-facts.ts";
import { positionOf } from "./places/entity-facts.ts";

/** Names the dimensions: a world's first dimension has the world's name, others are named like `name/nether`. */
export class Worlds {
  readonly #serenity: Serenity;
  readonly #names = new WeakMap<Dimension, string>();
  readonly #byName = new Map<string, Dimension>();

  constructor(serenity: Serenity) {
    this.#serenity = serenity;
  }

  nameOf(dimension: Dimension): string {
    let name = this.#names.get(dimension);
    if (name === undefined) {
      const { world } = dimension;
      name = world.getDimension() === dimension ? world.identifier : `${world.identifier}/${dimension.identifier}`;
      this.#names.set(dimension, name);
    }
    return name;
  }

  locationOf(dimension: Dimension, { x, y, z }: Position): Location {
    return { world: this.nameOf(dimension), x, y, z };
  }

  locationOfEntity(entity: Entity): Location {
    return this.locationOf(entity.dimension, positionOf(entity));
  }

  /** `undefined` if the world is not registered now. */
  find(name: string): Dimension | undefined {
    const known = this.#byName.get(name);
    if (known !== undefined && this.#serenity.worlds.get(known.world.identifier) === known.world) return known;
    this.#byName.clear();
    for (const dimension of this.dimensions()) this.#byName.set(this.nameOf(dimension), dimension);
    return this.#byName.get(name);
  }

  *dimensions(): Iterable<Dimension> {
    for (const world of this.#serenity.worlds.values()) yield* world.dimensions.values();
  }
}
