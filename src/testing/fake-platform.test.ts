import { blockPlace, groundPlace, type Recipe } from "../core/index.ts";
import { type FakeStack, fakeStack } from "./fake-item.ts";
import { FakePlatform } from "./fake-platform.ts";
import type { FakePlayer } from "./fake-player.ts";
import { type NewStack, platformContract } from "./platform-contract/platform-contract.ts";

const RECIPES: readonly [material: string, recipe: Recipe][] = [
  ["DIAMOND", { makes: 9, from: [{ anyOf: ["minecraft:diamond_block"], count: 1 }] }],
  ["DIAMOND_BLOCK", { makes: 1, from: [{ anyOf: ["minecraft:diamond"], count: 9 }] }],
  [
    "DIAMOND_SWORD",
    {
      makes: 1,
      from: [
        { anyOf: ["minecraft:diamond"], count: 2 },
        { anyOf: ["minecraft:stick"], count: 1 },
      ],
    },
  ],
  ["STICK", { makes: 4, from: [{ anyOf: ["oak_planks", "spruce_planks", "crimson_planks"], count: 2 }] }],
];

platformContract("fake", async () => {
  const platform = new FakePlatform();
  for (const [made, recipe] of RECIPES) platform.recipes.set(made, [recipe]);
  let containers = 0;
  return {
    platform,
    join: async (name, permissions = []) => platform.join(name, { permissions }),
    leave: async (player) => platform.leave(player as FakePlayer),
    put: async (player, stack) => {
      const { slots } = player as FakePlayer;
      slots[slots.indexOf(undefined)] = stackOf(stack);
    },
    empty: async (player) => void (player as FakePlayer).slots.fill(undefined),
    container: async (...stacks) => {
      const place = blockPlace({ world: "world", x: ++containers, y: 64, z: 0 });
      platform.chest(place).push(...stacks.map(stackOf));
      return place;
    },
    drop: async (stack) => {
      const location = { world: "world", x: 0.5, y: 64, z: -40.5 };
      platform.drop(stackOf(stack), location);
      return groundPlace(location);
    },
    unload: async (place) => platform.darken(place),
    load: async (place) => platform.lighten(place),
    tick: async () => platform.tick(),
    heard: (player) => (player as FakePlayer).heard,
    stand: async (player) => void (player as FakePlayer).inputs++,
    type: async (player, line) => platform.command(player, line),
  };
});

function stackOf({ material, count = 1, inside }: NewStack): FakeStack {
  const slots = inside?.map(stackOf) ?? [];
  return fakeStack(material, { count, ...(inside && { inside: { kind: "shulker-box", slots } }) });
}
