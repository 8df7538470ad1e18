import type { SquidItems } from "../../../../src/platforms/flying-squid/items/squid-items.ts";
import type { Component, NbtCompound, SquidStack } from "../../../../src/platforms/flying-squid/squid-server.ts";
import type { Version } from "./squid-harness.ts";

/** A stack to be made, in the game's own words. */
export interface StackPlan {
  readonly material: string;
  readonly count?: number;
  /** The contents of a box or bundle, from its first slot on. */
  readonly inside?: readonly StackPlan[];
  readonly name?: string;
  readonly sharpness?: number;
}

const SHARPNESS_ON_1_21_4 = 32;

/** Makes a stack as the game itself writes it in this version: components or NBT. */
export function newStack(items: SquidItems, plan: StackPlan, version: Version): SquidStack {
  const stack = items.create(plan.material, plan.count ?? 1);
  if (stack === undefined) throw new Error(`there is no ${plan.material} in ${version}`);
  if (version === "1.21.4") items.context.data.store(stack, componentsOf(items, plan));
  // prismarine-item gives tools their `Damage` at once, as the game does.
  else if (hasData(plan)) stack.nbt = { ...nbtOf(plan), value: { ...stack.nbt?.value, ...nbtOf(plan).value } };
  return stack;
}

function hasData({ inside, name, sharpness }: StackPlan): boolean {
  return inside !== undefined || name !== undefined || sharpness !== undefined;
}

function componentsOf(items: SquidItems, { material, inside, name, sharpness }: StackPlan): Component[] {
  const components: Component[] = [];
  if (name !== undefined) components.push({ type: "custom_name", data: { type: "string", value: name } });
  if (sharpness !== undefined) {
    const enchantments = [{ id: SHARPNESS_ON_1_21_4, level: sharpness }];
    components.push({ type: "enchantments", data: { enchantments, showTooltip: true } });
  }
  if (inside !== undefined) {
    const type = material.endsWith("bundle") ? "bundle_contents" : "container";
    components.push({ type, data: { contents: inside.map((plan) => networkItem(items, plan)) } });
  }
  return components;
}

function networkItem(items: SquidItems, plan: StackPlan): object {
  const components = componentsOf(items, plan);
  return {
    itemCount: plan.count ?? 1,
    itemId: items.context.registry.itemsByName[plan.material]!.id,
    addedComponentCount: components.length,
    removedComponentCount: 0,
    components,
    removeComponents: [],
  };
}

function nbtOf({ material, inside, name, sharpness }: StackPlan): NbtCompound {
  const value: Record<string, { type: string; value: unknown }> = {};
  if (name !== undefined) {
    const Name = { type: "string", value: JSON.stringify({ text: name }) };
    value.display = { type: "compound", value: { Name } };
  }
  if (sharpness !== undefined) {
    const entry = { id: { type: "string", value: "minecraft:sharpness" }, lvl: { type: "short", value: sharpness } };
    value.Enchantments = { type: "list", value: { type: "compound", value: [entry] } };
  }
  if (inside !== undefined) {
    const Items = { type: "list", value: { type: "compound", value: inside.map(storedItem) } };
    if (material.endsWith("bundle")) value.Items = Items;
    else value.BlockEntityTag = { type: "compound", value: { Items } };
  }
  return { type: "compound", name: "", value };
}

function storedItem(plan: StackPlan, slot: number): object {
  return {
    Slot: { type: "byte", value: slot },
    id: { type: "string", value: `minecraft:${plan.material}` },
    Count: { type: "byte", value: plan.count ?? 1 },
    ...(hasData(plan) && { tag: { type: "compound", value: nbtOf(plan).value } }),
  };
}
