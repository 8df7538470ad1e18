import { randomUUID } from "node:crypto";
import { blockPlace } from "../../src/core/index.ts";
import { type FakeStack, fakeStack } from "../../src/testing/fake-item.ts";
import { benchClock } from "../core/service.ts";
import { JudgePlatform } from "./service.ts";

export const PLAYERS = 500;
export const CONTAINERS = 10_000;
export const ACTS_PER_TICK = 50;
export const TICK_MS = 50;

const SWORD = "minecraft:diamond_sword";

/** A player's inventory: tracked tools and armour, stacks that are not tracked, and free slots. */
export const TRACKED_PER_PLAYER = 8;
export const STACKS_PER_PLAYER = 16;
/** A container; a sweep looks at every slot of it. */
const TRACKED_PER_CONTAINER = 6;
const STACKS_PER_CONTAINER = 10;

/**
 * A world of players and containers whose stacks use these materials in turn. They are full names, so that all stacks of one
 * material share its string, as in games, where the item's type holds it.
 */
export function judgeWorld(materials: readonly string[]): JudgePlatform {
  const platform = new JudgePlatform();
  for (let index = 0; index < PLAYERS; index++)
    platform.addPlayer(`player-${index}`, pockets(materials, TRACKED_PER_PLAYER, STACKS_PER_PLAYER));
  for (let index = 0; index < CONTAINERS; index++) {
    const place = blockPlace({ world: "world", x: index % 100, y: 64, z: Math.floor(index / 100) });
    platform.addContainer(place, pockets(materials, TRACKED_PER_CONTAINER, STACKS_PER_CONTAINER));
  }
  return platform;
}

/** Looks at every place once, so that everything there is known. */
export async function lookAtEverything(platform: JudgePlatform): Promise<void> {
  for (let tick = 0; tick < CONTAINERS / 64 + 300; tick++) {
    benchClock.ms += TICK_MS;
    platform.tick();
    await null;
  }
}

function pockets(materials: readonly string[], tracked: number, stacks: number): FakeStack[] {
  return [
    ...Array.from({ length: tracked }, () => fakeStack(SWORD, { tag: randomUUID() })),
    ...Array.from({ length: stacks }, (_, index) =>
      fakeStack(materials[index % materials.length]!, { count: 32, maxStackSize: 64 }),
    ),
  ];
}
