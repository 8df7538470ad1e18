import type { Container, ItemStack } from "@serenityjs/core";
import type { Item, Location, LookHints, StackVisitor } from "../../../index.ts";
import { SerenityItem, withoutStaleContainer } from "../items/item-tags.ts";
import { isPlain } from "../items/item-types.ts";

/** A container as part of a place; `name` is put before its slot numbers, and tells it from other parts. */
export interface Part {
  readonly name: string;
  readonly container: Container;
  /** False for a stack that is nobody's item yet. Absent: every stack is one. */
  readonly isItem?: (stack: ItemStack) => boolean;
  /** Called after a change that Serenity does not notice by itself. */
  readonly changed?: () => void;
}

/**
 * Shows every stack of a container. Only `storage` is to be trusted: items still refer to containers they have left. A chest
 * full of items that get their ids in one look is sent and stored once.
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
      if (!stack || stack.getStackSize() <= 0 || (unstackableOnly && isPlain(stack.type))) continue;
      if (isItem?.(stack) === false) continue;
      see(new SerenityItem(stack, store), slotName(name, slot), location);
    }
  } finally {
    isLooking = false;
    if (isChanged) store();
  }
}

const slotNames = new Map<string, string[]>();

/** A slot's name, made once: parts of all players and of all chests have the same few. */
function slotName(part: string, slot: number): string {
  let names = slotNames.get(part);
  if (names === undefined) {
    names = [];
    slotNames.set(part, names);
  }
  names[slot] ??= `${part}${slot}`;
  return names[slot];
}

/** Takes `count` of a stack out of its slot; false when that slot holds something else. */
export function removeFromParts(parts: Iterable<Part>, slotName: string, item: Item, count: number): boolean {
  for (const { name, container, changed } of parts) {
    const slot = container.storage.findIndex((stack, at) => stack === item.stack && slotName === `${name}${at}`);
    if (slot < 0) continue;
    takeOut(container, slot, count);
    changed?.();
    return true;
  }
  return false;
}

function takeOut(container: Container, slot: number, count: number): void {
  const stack = container.storage[slot] as ItemStack;
  if (stack.getStackSize() > count) {
    withoutStaleContainer(stack, () => stack.setStackSize(stack.getStackSize() - count));
  } else {
    container.clearSlot(slot);
  }
  // Serenity 0.8.21 writes a closed container's contents into its block only here, not when a slot is cleared.
  container.update();
}
