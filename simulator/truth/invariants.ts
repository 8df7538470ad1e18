import { isTracked } from "../world/material.ts";
import type { Slots } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";
import type { World } from "../world/world.ts";
import { InvariantError } from "./invariant-error.ts";

/** Checks the invariants that concern the whole state, in their full form. Throws at the first that is broken. */
export function checkWorld(...worlds: readonly [World, ...World[]]): void {
  const [world] = worlds;
  const seen = new Set<Stack>();
  const totals = new Map<string, number>();
  for (const one of worlds) for (const holder of everyHolder(one)) visit(holder, holder, seen, totals, 0);
  for (const material of world.items.materials) {
    const expected = world.items.totalOf(material);
    const found = totals.get(material.name) ?? 0;
    if (found !== expected) throw new InvariantError(11, `${found} ${material.name} exist instead of ${expected}`);
  }
  for (const lineage of world.truth.watched) {
    for (const stack of lineage.instances) {
      if (!seen.has(stack)) throw new InvariantError(2, `instance ${stack.instance} is nowhere`);
    }
  }
  for (const stack of seen) {
    if (stack.lineage && !stack.lineage.instances.includes(stack)) {
      throw new InvariantError(3, `instance ${stack.instance} exists, but the truth does not know it`);
    }
    if (stack.lineage && stack.lineage.weight > 1 && !world.truth.watched.has(stack.lineage)) {
      throw new InvariantError(3, `lineage ${stack.lineage.number} has copies that nobody recorded`);
    }
  }
}

function* everyHolder(world: World): Generator<Slots> {
  for (const chunk of world.chunks.values()) {
    yield* chunk.slots();
    yield chunk.placed;
  }
  for (const account of world.accounts.values()) {
    yield account.slots;
    yield account.ender;
  }
  for (const session of world.sessions) if (session.number !== 1) yield session.slots;
  for (const slots of world.lit.values()) if (slots.kind === "window") yield slots;
  yield* world.stores.values();
  yield* world.displays;
}

function visit(holder: Slots, root: Slots, seen: Set<Stack>, totals: Map<string, number>, depth: number): void {
  if (depth > 32) throw new InvariantError(2, `${root.place} holds items nested in a circle`);
  let filled = 0;
  holder.slots.forEach((stack, index) => {
    if (stack === undefined) return;
    filled++;
    if (stack.home !== holder || stack.index !== index || seen.has(stack)) {
      throw new InvariantError(2, `instance ${stack.instance} is in two places`);
    }
    if (stack.count < 1) throw new InvariantError(6, `instance ${stack.instance} has a count of ${stack.count}`);
    seen.add(stack);
    if (!isTracked(stack.material)) {
      totals.set(stack.material.name, (totals.get(stack.material.name) ?? 0) + stack.count);
    }
    if (stack.inside) visit(stack.inside, root, seen, totals, depth + 1);
  });
  if (filled !== holder.filled) throw new InvariantError(2, `${root.place} miscounts its slots`);
}
