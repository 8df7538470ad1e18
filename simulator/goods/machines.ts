import { anyGoods } from "./acts/act.ts";
import type { Bin } from "./bin.ts";
import { type Material, MINED } from "./materials.ts";
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

/** Works as long as it rests. */
const FARM_PERIOD_TICKS = 2000;

interface Farm {
  readonly to: Bin;
  readonly material: Material;
  readonly offset: number;
}

/**
 * Hoppers: goods go from chest to chest, and from the ground into chests, and nothing says so. Farms: what grows there is in the
 * chest before anybody can look at it.
 */
export class Machines {
  readonly #world: GoodsWorld;
  readonly #lines: Line[] = [];
  readonly #farms: Farm[] = [];

  constructor(world: GoodsWorld) {
    this.#world = world;
    const { random, chunks, knobs } = world;
    for (let count = 0; count < knobs.hopperLines; count++) {
      const chunk = random.pick(chunks);
      const [first, second] = [...chunk.blocks.values()];
      const offset = random.int(LINE_PERIOD_TICKS);
      if (first && second) this.#lines.push({ from: random.chance(0.3) ? chunk.ground : first, to: second, offset });
    }
    for (let count = 0; count < knobs.farms; count++) {
      const [to] = random.pick(chunks).blocks.values();
      const offset = random.int(FARM_PERIOD_TICKS);
      if (to !== undefined) this.#farms.push({ to, material: random.pick(MINED), offset });
    }
  }

  run(): void {
    const { tick, lit, random, truth } = this.#world;
    if (tick % MOVE_EVERY_TICKS !== 0) return;
    for (const { from, to, offset } of this.#lines) {
      if ((tick + offset) % LINE_PERIOD_TICKS > LINE_WORKS_TICKS) continue;
      if (lit.get(from.place) !== from || lit.get(to.place) !== to) continue;
      const stack = anyGoods(from, random);
      if (stack === undefined || to.add(stack.material, 1) === 0) continue;
      from.take(stack.material, 1);
      this.#world.unseen([[stack.material, 1]], [from.place]);
      truth.fed(to.place, stack.material);
    }
    for (const { to, material, offset } of this.#farms) {
      if ((tick + offset) % FARM_PERIOD_TICKS > FARM_PERIOD_TICKS / 2 || lit.get(to.place) !== to) continue;
      if (to.add(material, 1) > 0) truth.fed(to.place, material);
    }
  }
}
