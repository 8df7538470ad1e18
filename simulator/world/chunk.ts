import type { Slots } from "./slots.ts";

/** A column of the world: loaded, or dark and as it was last written. One save unit. */
export class Chunk {
  readonly world: string;
  readonly cx: number;
  readonly cz: number;
  readonly ground: Slots;
  /** Block containers by their position within the world. */
  readonly blocks = new Map<string, Slots>();
  /** Frames, stands, carts and mounts. */
  readonly entities = new Map<string, Slots>();
  /** Blocks that players placed, which drop themselves when broken. */
  readonly placed: Slots;
  /** Reasons to stay loaded although no player is near. */
  tickets = 0;
  isLoaded = false;
  /** The last tick at which a player was near. */
  neededTick = -1;
  /** True if it belongs to a scenario, far from everybody else. */
  isPrivate = false;

  constructor(world: string, cx: number, cz: number, ground: Slots, placed: Slots) {
    this.world = world;
    this.cx = cx;
    this.cz = cz;
    this.ground = ground;
    this.placed = placed;
    ground.chunk = this;
  }

  /** Places that can be looked at while the chunk is loaded. */
  *slots(): Generator<Slots> {
    yield this.ground;
    yield* this.blocks.values();
    yield* this.entities.values();
  }
}

export function chunkKey(world: string, cx: number, cz: number): string {
  return `${world}:${cx},${cz}`;
}
