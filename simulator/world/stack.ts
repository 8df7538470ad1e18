import type { Lineage } from "../truth/lineage.ts";
import type { Goods, Material } from "./material.ts";
import type { Slots } from "./slots.ts";

/**
 * One physical stack: an instance as the ground truth counts it. It is in one slot of one `Slots`, or in flight within a
 * tick. What the game would call the same stack object in two slots is two stacks here that share an `object`.
 */
export class Stack {
  readonly instance: number;
  readonly material: Material;
  /** What it descends from by copying; absent for materials that stack, which carry no id. */
  lineage: Lineage | undefined;
  count = 1;
  /** What is stored under `doubletake:id`. */
  tag: string | undefined;
  /** What was stored there until it got lost on the way, and when that was. */
  lostTag: { readonly tag: string | undefined; readonly tick: number } | undefined;
  /** Grows when the item is renamed, repaired or enchanted. */
  edition = 0;
  inside: Slots | undefined;
  home: Slots | undefined;
  index = -1;
  /** Names the ground entity that it is, while it lies on the ground. */
  entity = "";
  /** Entities cannot be picked up before this tick. */
  pickUpFrom = 0;
  /** The other slot's stack, when both are one object of the game. */
  alias: Stack | undefined;
  /** What the game would compare with `===`. */
  object: object = this;
  /** The place at which something reported, or a pass over all places, must have shown it; and where the last pass found it. */
  knownRoot: Slots | undefined;
  passedRoot: Slots | undefined;
  /** Since when it has been known where it is, moves that were reported included; and when that place last changed. */
  knownSince = -1;
  /** When everybody must know of it by whom it is judged: later where a server is asked about what another one knows. */
  knownBy = -1;
  knownMoveTick = -1;
  /** The tick end from which on it has been visible without a break; -1 while it is not. */
  litSince = -1;
  /** Where it was when it ended. */
  lastRoot: Slots | undefined;
  /** It is no more; what it held went with it. */
  isEnded = false;
  /** Taken out of free play: part of a story. */
  isReserved = false;

  constructor(instance: number, material: Material, lineage: Lineage | undefined) {
    this.instance = instance;
    this.material = material;
    this.lineage = lineage;
  }
}

/** The outermost place that a stack is in, and the way down to it; `undefined` while it is in flight. */
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

/** What stacks of it, in a box included. */
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
