import type { Container, ItemStack } from "@serenityjs/core";
import type { Location, LookHints, StackVisitor } from "../../../index.ts";
import { isPlain } from "../items/item-types.ts";
import { SerenityItem, withoutStaleContainer } from "../items/serenity-item.ts";
import type { StackInSlot } from "./place-keeper.ts";

/** A container as part of a place. `name` goes before its slot numbers, and distinguishes it from other parts. */
export interface Part {
  readonly name: string;
  readonly container: Container;
  /** False if the stack is nobody's item yet. Absent: every stack is an item. */
  readonly isItem?: (stack: ItemStack) => boolean;
  /** Called after a change that Serenity does not notice by itself. */
  readonly changed?: () => void;
}

/**
 * Shows every stack of a container. Only `storage` can be trusted, because items still refer to containers they have left. The
 * container is sent and stored once for a whole look, however many items get their ids in it.
 */
export function showPart(part: Part, location: Location, see: StackVisitor, hints?: LookHints): void {
  const { name, container, changed, isItem } = part;
  const { storage } = container;
  const unstackableOnly = hints?.unstackableOnly === true;
  let isLooking = true;
  let isChanged = false;
  const store = () => {
    isChanged = true;
    if (isLooking) return;
    container.update();
    changed?.();
  };
  try {
    for (let slot = 0; slot < storage.length; slot++) {
      const stack = storage[slot];
      // Most stacks are plain; the size is read from the stack's data, which takes longer than the type.
      if (!stack || (unstackableOnly && isPlain(stack.type)) || stack.getStackSize() <= 0) continue;
      if (isItem?.(stack) === false) continue;
      see(new SerenityItem(stack, store), slotName(name, slot), location);
    }
  } finally {
    isLooking = false;
    if (isChanged) store();
  }
}

const slotNames = new Map<string, string[]>();

/** A slot's name, cached: the parts of all players and chests share the same few names. */
function slotName(part: string, slot: number): string {
  let names = slotNames.get(part);
  if (names === undefined) {
    names = [];
    slotNames.set(part, names);
  }
  names[slot] ??= `${part}${slot}`;
  return names[slot];
}

/** `undefined` if the slot does not hold this stack. */
export function findInParts(parts: Iterable<Part>, slotName: string, stack: object): StackInSlot | undefined {
  for (const { name, container, changed } of parts) {
    const slot = container.storage.findIndex((held, at) => held === stack && slotName === `${name}${at}`);
    if (slot < 0) continue;
    return {
      take: (count) => {
        takeOut(container, slot, count);
        changed?.();
      },
      replace: (by) => {
        replaceIn(container, slot, by);
        changed?.();
      },
    };
  }
  return undefined;
}

/** The stack that was there may be in another container as well, and must not refer to this one then. */
function replaceIn(container: Container, slot: number, by: ItemStack): void {
  const before = container.storage[slot] as ItemStack;
  container.setItem(slot, by);
  if (before.container === container && !container.storage.includes(before)) before.container = null;
}

function takeOut(container: Container, slot: number, count: number): void {
  const stack = container.storage[slot] as ItemStack;
  if (stack.getStackSize() > count) {
    withoutStaleContainer(stack, () => stack.setStackSize(stack.getStackSize() - count));
  } else {
    container.clearSlot(slot);
  }
  // Only this makes Serenity 0.8.21 write a closed container's contents into its block; clearing a slot does not.
  container.update();
}
