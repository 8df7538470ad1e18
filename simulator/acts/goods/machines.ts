import type { Chunk } from "../../world/chunk.ts";
import type { Material } from "../../world/material.ts";
import { MINED } from "../../world/recipes.ts";
import type { Slots } from "../../world/slots.ts";
import type { World } from "../../world/world.ts";
import { addGoods, anyGoods, takeGoods } from "./amounts.ts";
import { breakContainer } from "./boxes.ts";

/** A line works for a while and then rests for a long time. */
const LINE_PERIOD_TICKS = 4000;
const LINE_WORKS_TICKS = 120;

interface Line {
  from: Slots;
  to: Slots;
  readonly offset: number;
}

/** A multiple of the ticks between two runs of the machines. */
const BLOWN_UP_EVERY_TICKS = 400;
const MAX_GROUND = 30;

/** A farm works as long as it rests. */
const FARM_PERIOD_TICKS = 2000;

interface Farm {
  to: Slots;
  readonly material: Material;
  readonly offset: number;
}

/**
 * Hoppers move goods from chest to chest and from the ground into chests, and nothing is reported. What grows in farms is in the
 * chest before anybody can look at it. If the chest of a machine is broken, the machine is built again elsewhere. Now and then every
 * container of a chunk is blown up.
 */
export class Machines {
  readonly #world: World;
  readonly #lines: Line[] = [];
  readonly #farms: Farm[] = [];

  constructor(world: World) {
    this.#world = world;
    const { streams, knobs } = world;
    const random = streams.world;
    for (let count = 0; count < knobs.goods!.hopperLines; count++)
      this.#lines.push({ ...this.#newLine(), offset: random.int(LINE_PERIOD_TICKS) });
    for (let count = 0; count < knobs.goods!.farms; count++)
      this.#farms.push({ to: this.#newFarm(), material: random.pick(MINED), offset: random.int(FARM_PERIOD_TICKS) });
  }

  run(): void {
    const world = this.#world;
    const { tick, goods, streams } = world;
    if (tick % BLOWN_UP_EVERY_TICKS === 0) this.#blowUp();
    for (const line of this.#lines) if (isGone(line.from) || isGone(line.to)) Object.assign(line, this.#newLine());
    for (const farm of this.#farms) if (isGone(farm.to)) farm.to = this.#newFarm();
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

  #newLine(): Pick<Line, "from" | "to"> {
    const random = this.#world.streams.world;
    const { blocks, ground } = this.#chunk(2);
    const [first, second] = blocks.values();
    return { from: random.chance(0.3) ? ground : first!, to: second! };
  }

  #newFarm(): Slots {
    const [to] = this.#chunk(1).blocks.values();
    return to!;
  }

  #chunk(containers: number): Chunk {
    const all = [...this.#world.chunks.values()].filter(({ blocks }) => blocks.size >= containers);
    return this.#world.streams.world.pick(all);
  }

  /** In the place of each container, except for boxes, another one is built. */
  #blowUp(): void {
    const world = this.#world;
    const chunk = this.#chunk(1);
    if (!chunk.isLoaded || chunk.ground.filled > MAX_GROUND) return;
    for (const block of [...chunk.blocks.values()]) {
      breakContainer(world, block);
      if (!block.isBox) world.addBlock(chunk);
    }
  }
}

function isGone(slots: Slots): boolean {
  return slots.kind === "block" && slots.chunk?.blocks.get(slots.place) !== slots;
}
