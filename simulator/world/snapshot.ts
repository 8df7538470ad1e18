import type { Lineage } from "../truth/lineage.ts";
import type { Material } from "./material.ts";
import type { Slots } from "./slots.ts";
import type { Stack } from "./stack.ts";

/** A stack as it was written, with all that is needed to make it again. */
export interface SavedStack {
  readonly material: Material;
  readonly lineage: Lineage | undefined;
  readonly count: number;
  readonly tag: string | undefined;
  readonly edition: number;
  readonly inside: readonly SavedSlot[] | undefined;
}

export type SavedSlot = readonly [index: number, stack: SavedStack];

/** The contents of a save unit, holder by holder. */
export interface Snapshot {
  readonly version: number;
  readonly tick: number;
  readonly slots: Map<Slots, readonly SavedSlot[]>;
}

export function takeSnapshot(version: number, tick: number, holders: Iterable<Slots>): Snapshot {
  const slots = new Map<Slots, readonly SavedSlot[]>();
  for (const holder of holders) slots.set(holder, savedSlots(holder));
  return { version, tick, slots };
}

export function savedSlots(holder: Slots): SavedSlot[] {
  const saved: SavedSlot[] = [];
  holder.slots.forEach((stack, index) => {
    if (stack) saved.push([index, savedStack(stack)]);
  });
  return saved;
}

export function savedStack({ material, lineage, count, tag, edition, inside }: Stack): SavedStack {
  return { material, lineage, count, tag, edition, inside: inside && savedSlots(inside) };
}

/** True if a holder has what was written, tags aside. */
export function isAsSaved(holder: Slots, saved: readonly SavedSlot[]): boolean {
  return JSON.stringify(plainSlots(savedSlots(holder))) === JSON.stringify(plainSlots(saved));
}

function plainSlots(saved: readonly SavedSlot[]): unknown[] {
  return saved.map(([index, { material, lineage, count, edition, inside }]) => [
    index,
    material.name,
    lineage?.number,
    count,
    edition,
    inside && plainSlots(inside),
  ]);
}
