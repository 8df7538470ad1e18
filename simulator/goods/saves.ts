import { type Bin, copyOf, type Stack } from "./bin.ts";
import { placesOf } from "./chunk.ts";
import type { Material } from "./materials.ts";
import type { GoodsWorld } from "./world.ts";

interface Saved {
  readonly players: ReadonlyMap<string, { readonly slots: readonly Stack[]; readonly ender: readonly Stack[] }>;
  readonly chunks: readonly {
    readonly bins: ReadonlyMap<Bin, readonly Stack[]>;
    readonly boxes: readonly Bin[];
    readonly placed: readonly Material[];
  }[];
}

/** What is on disk: one cut through everything. */
export class Saves {
  readonly #world: GoodsWorld;
  #saved: Saved;

  constructor(world: GoodsWorld) {
    this.#world = world;
    this.#saved = this.#cut();
  }

  save(): void {
    this.#saved = this.#cut();
  }

  /** The world is what it was. Who joined for the first time since then has nothing. */
  restore(): void {
    const { accounts, chunks } = this.#world;
    for (const account of accounts.values()) {
      const saved = this.#saved.players.get(account.id);
      account.slots.stacks = (saved?.slots ?? []).map(copyOf);
      account.ender.stacks = (saved?.ender ?? []).map(copyOf);
    }
    chunks.forEach((chunk, at) => {
      const { bins, boxes, placed } = this.#saved.chunks[at]!;
      chunk.blocks.clear();
      chunk.boxes.clear();
      for (const [bin, stacks] of bins) {
        bin.stacks = stacks.map(copyOf);
        if (bin !== chunk.ground) chunk.blocks.set(bin.place, bin);
      }
      for (const box of boxes) chunk.boxes.add(box);
      chunk.placed = [...placed];
    });
  }

  #cut(): Saved {
    const { accounts, chunks } = this.#world;
    const players = [...accounts.values()].map(({ id, slots, ender, session }) => {
      const now = session?.slots ?? slots;
      return [id, { slots: now.stacks.map(copyOf), ender: ender.stacks.map(copyOf) }] as const;
    });
    return {
      players: new Map(players),
      chunks: chunks.map((chunk) => ({
        bins: new Map([...placesOf(chunk)].map((bin) => [bin, bin.stacks.map(copyOf)])),
        boxes: [...chunk.boxes],
        placed: [...chunk.placed],
      })),
    };
  }
}
