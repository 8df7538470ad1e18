import type { Lineage } from "../truth/lineage.ts";
import type { Goods, Material } from "./material.ts";
import type { Slots } from "./slots.ts";

/**
 * One physical stack: an instance as the ground truth counts it. It is in one slot of one `Slots`, or in flight within a
 * tick. If the game has one stack object in two slots, these are two stacks here that share an `object`.
 */
export class Stack {
  readonly instance: number;
  readonly material: Material;
  /** Shared with its duplicates. Absent for materials that stack, which carry no id. */
  lineage: Lineage | undefined;
  count = 1;
  /** The id stored under `doubletake:id`. */
  tag: string | undefined;
  /** The id that was stored there until it got lost, and when that happened. */
  lostTag: { readonly tag: string | undefined; readonly tick: number } | undefined;
  /** Grows when the item is renamed, repaired or enchanted. */
  edition = 0;
  inside: Slots | undefined;
  home: Slots | undefined;
  index = -1;
  /** The name of the ground entity, while it lies on the ground. */
  entity = "";
  /** It cannot be picked up from the ground before this tick. */
  pickUpFrom = 0;
  /** The stack in the other slot, if both are one object of the game. */
  alias: Stack | undefined;
  /** The object that the game would compare with `===`. */
  object: object = this;
  /** The place where an event or a pass over all places must have shown it, and the place where the last pass found it. */
  knownRoot: Slots | undefined;
  passedRoot: Slots | undefined;
  /** Since when it has been known where it is. A move that was reported does not interrupt that. */
  knownSince = -1;
  /** When everybody who judges it must know where it is: later if one server asks another. */
  knownBy = -1;
  /** When the place where it is known to be last changed. */
  knownMoveTick = -1;
  /** The tick end since which it has been visible without a break; -1 while it is not. */
  litSince = -1;
  /** Where it was when it ended. */
  lastRoot: Slots | undefined;
  /** True if it ended, with everything in it. */
  isEnded = false;
  /** True if it is part of a scenario: free play leaves it alone. */
  isReserved = false;

  constructor(instance: number, material: Material, lineage: Lineage | undefined) {
    this.instance = instance;
    this.material = material;
    this.lineage = lineage;
  }
}

/** The outermost place that a stack is in, and the path down to it; `undefined` while it is in flight. */
export function rootOf(stack: Stack): { readonly root: Slots; readonly slot: string } | undefined {
  let path = "";
  let at: Stack = stack;
  for (;;) {
    const home = at.home;
    if (home === undefined) return undefined;
    if (home.owner === undefined) return { root: home, slot: home.slotName(at) + path };
    path = `/${at.index}${path}`;
    at = home.owner;
  }
}

/** The goods in a stack, with those in a box. */
export function goodsIn(stack: Stack, count = stack.count): Goods {
  return stack.inside === undefined
    ? [[stack.material, count]]
    : stack.inside.stacks().flatMap((inner) => goodsIn(inner));
}

/** The stack and everything inside it, outer before inner. */
export function* withContents(stack: Stack): Generator<Stack> {
  yield stack;
  for (const inner of stack.inside?.slots ?? []) if (inner) yield* withContents(inner);
}
