import type { PlaceKey } from "../../src/core/index.ts";
import type { Bin } from "./bin.ts";
import type { Material } from "./materials.ts";

/** A column of the world: loaded, or dark. */
export interface Chunk {
  readonly cx: number;
  readonly cz: number;
  readonly ground: Bin;
  readonly blocks: Map<PlaceKey, Bin>;
  /** Boxes that stand as blocks, with the id that their item had. */
  readonly boxes: Set<Bin>;
  /** Blocks that players placed, which drop themselves when broken. */
  placed: Material[];
  isLit: boolean;
  neededTick: number;
}

export function* placesOf({ ground, blocks }: Chunk): Generator<Bin> {
  yield ground;
  yield* blocks.values();
}
