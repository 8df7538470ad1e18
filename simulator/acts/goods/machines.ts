import type { Material } from "../../world/material.ts";
import { MINED } from "../../world/recipes.ts";
import type { Slots } from "../../world/slots.ts";
import type { World } from "../../world/world.ts";
import { addGoods, anyGoods, takeGoods } from "./amounts.ts";

/** A line works for a while and then rests for a long time. */
const LINE_PERIOD_TICKS = 4000;
const LINE_WORKS_TICKS = 120;

interface Line {
  readonly from: Slots;
  readonly to: Slots;
  readonly offset: number;
}

/** A farm works as long as it rests. */
const FARM_PERIOD_TICKS = 2000;

interface Farm {
  readonly to: Slots;
  readonly material: Material;
  readonly offset: number;
}

/**
 * Hoppers move goods from chest to chest and from the ground into chests, and nothing is reported. What grows in farms is in the
 * chest before anybody can look at it.
 */
export class Machines {
  readonly #world: World;
  readonly #lines: Line[] = [];
  readonly #farms: Farm[] = [];

  constructor(world: World) {
    this.#world = world;
    const { streams, chunks, knobs } = world;
    const random = streams.world;
    const all = [...chunks.values()];
    for (let count = 0; count < knobs.goods!.hopperLines; count++) {
      const { blocks, ground } = random.pick(all);
      const [first, second] = blocks.values();
      const offset = random.int(LINE_PERIOD_TICKS);
      if (first && second) this.#lines.push({ from: random.chance(0.3) ? ground : first, to: second, offset });
    }
    for (let count = 0; count < knobs.goods!.farms; count++) {
      const [to] = random.pick(all).blocks.values();
      const offset = random.int(FARM_PERIOD_TICKS);
      if (to !== undefined) this.#farms.push({ to, material: random.pick(MINED), offset });
    }
  }

  run(): void {
    const world = this.#world;
    const { tick, goods, streams } = world;
    for (const { from, to, offset } of this.#lines) {
      if ((tick + offset) % LINE_PERIOD_TICKS > LINE_WORKS_TICKS || !from.isLit || !to.isLit) continue;
      const stack = anyGoods(from, streams.world);
      if (stack === undefined || addGoods(world, to, stack.material, 1) === 0) continue;
      takeGoods(world, from, stack.material, 1);
      goods.lostUnseen(stack.material, 1, [from.place]);
      goods.fed(to.place, stack.material);
    }
    for (const { to, material, offset } of this.#farms) {
      if ((tick + offset) % FARM_PERIOD_TICKS > FARM_PERIOD_TICKS / 2 || !to.isLit) continue;
      if (addGoods(world, to, material, 1) > 0) goods.fed(to.place, material);
    }
  }
}
