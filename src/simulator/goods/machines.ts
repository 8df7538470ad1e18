import { anyGoods } from "./acts/act.ts";
import type { Bin } from "./bin.ts";
import type { GoodsWorld } from "./world.ts";

const MOVE_EVERY_TICKS = 8;
/** A line works for a while and then rests for long. */
const LINE_PERIOD_TICKS = 4000;
const LINE_WORKS_TICKS = 120;

interface Line {
  readonly from: Bin;
  readonly to: Bin;
  readonly offset: number;
}

/** Hoppers: goods go from chest to chest, and from the ground into chests, and nothing says so. */
export class Machines {
  readonly #world: GoodsWorld;
  readonly #lines: Line[] = [];

  constructor(world: GoodsWorld) {
    this.#world = world;
    const { random, chunks, knobs } = world;
    for (let count = 0; count < knobs.hopperLines; count++) {
      const chunk = random.pick(chunks);
      const [first, second] = [...chunk.blocks.values()];
      const offset = random.int(LINE_PERIOD_TICKS);
      if (first && second) this.#lines.push({ from: random.chance(0.3) ? chunk.ground : first, to: second, offset });
    }
  }

  run(): void {
    const { tick, lit, random } = this.#world;
    if (tick % MOVE_EVERY_TICKS !== 0) return;
    for (const { from, to, offset } of this.#lines) {
      if ((tick + offset) % LINE_PERIOD_TICKS > LINE_WORKS_TICKS) continue;
      if (lit.get(from.place) !== from || lit.get(to.place) !== to) continue;
      const stack = anyGoods(from, random);
      if (stack === undefined || to.add(stack.material, 1) === 0) continue;
      from.take(stack.material, 1);
      this.#world.unseen([[stack.material, 1]]);
    }
  }
}
