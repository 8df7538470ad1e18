import type { Location, PlaceKey } from "../../src/core/index.ts";
import { BOX, type Material } from "./materials.ts";

/** One slot's worth of goods, or a box with a bin of its own in it. */
export interface Stack {
  readonly material: Material;
  count: number;
  tag: string | undefined;
  readonly inside: Bin | undefined;
  /** Names it while it lies on the ground. */
  readonly entity: number;
}

const BOX_SLOTS = 27;
/** Only ever compared with each other. */
let entities = 0;

/** The slots of one place, or of one box. */
export class Bin {
  readonly place: PlaceKey;
  readonly capacity: number;
  location: Location;
  stacks: Stack[] = [];

  constructor(place: PlaceKey, capacity: number, location: Location) {
    this.place = place;
    this.capacity = capacity;
    this.location = location;
  }

  /** How much of a material lies here, boxes not opened. */
  countOf(material: Material): number {
    let sum = 0;
    for (const stack of this.stacks) if (stack.material === material) sum += stack.count;
    return sum;
  }

  /** How much more of a material there is room for. */
  roomFor(material: Material): number {
    let room = (this.capacity - this.stacks.length) * material.maxStack;
    for (const stack of this.stacks) if (stack.material === material) room += material.maxStack - stack.count;
    return room;
  }

  /** Puts goods in: onto stacks that are there first. Returns how many found room. */
  add(material: Material, count: number): number {
    let left = count;
    for (const stack of this.stacks) {
      if (left === 0) return count;
      if (stack.material !== material) continue;
      const moved = Math.min(left, material.maxStack - stack.count);
      stack.count += moved;
      left -= moved;
    }
    while (left > 0 && this.stacks.length < this.capacity) {
      const moved = Math.min(left, material.maxStack);
      this.stacks.push(newStack(material, moved));
      left -= moved;
    }
    return count - left;
  }

  /** Takes goods out. Returns how many there were. */
  take(material: Material, count: number): number {
    let left = count;
    for (let at = this.stacks.length - 1; at >= 0 && left > 0; at--) {
      const stack = this.stacks[at]!;
      if (stack.material !== material) continue;
      const moved = Math.min(left, stack.count);
      stack.count -= moved;
      left -= moved;
      if (stack.count === 0) this.stacks.splice(at, 1);
    }
    return count - left;
  }

  /** False when there is no free slot. */
  addStack(stack: Stack): boolean {
    if (this.stacks.length >= this.capacity) return false;
    this.stacks.push(stack);
    return true;
  }

  remove(stack: Stack): Stack {
    this.stacks.splice(this.stacks.indexOf(stack), 1);
    return stack;
  }

  /** Everything that lies here comes out. */
  empty(): Stack[] {
    return this.stacks.splice(0);
  }
}

export function newStack(material: Material, count: number): Stack {
  return { material, count, tag: undefined, inside: undefined, entity: ++entities };
}

export function newBox(): Stack {
  const inside = new Bin("", BOX_SLOTS, { world: "world", x: 0, y: 0, z: 0 });
  return { material: BOX, count: 1, tag: undefined, inside, entity: ++entities };
}

/** The same goods again, as when they were written and read. */
export function copyOf({ material, count, tag, inside }: Stack): Stack {
  let inner: Bin | undefined;
  if (inside !== undefined) {
    inner = new Bin("", inside.capacity, inside.location);
    inner.stacks = inside.stacks.map(copyOf);
  }
  return { material, count, tag, inside: inner, entity: ++entities };
}
