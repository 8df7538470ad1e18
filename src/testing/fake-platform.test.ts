import { blockPlace, groundPlace } from "../core/index.ts";
import { type FakeStack, fakeStack } from "./fake-item.ts";
import { FakePlatform } from "./fake-platform.ts";
import type { FakePlayer } from "./fake-player.ts";
import { type NewStack, platformContract } from "./platform-contract.ts";

platformContract("fake", async () => {
  const platform = new FakePlatform();
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
    type: async (player, line) => platform.command(player, line),
  };
});

function stackOf({ material, count = 1, inside }: NewStack): FakeStack {
  const slots = inside?.map(stackOf) ?? [];
  return fakeStack(material, { count, ...(inside && { inside: { kind: "shulker-box", slots } }) });
}
