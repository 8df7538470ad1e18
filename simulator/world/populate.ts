import { randomSpot } from "../acts/chunks.ts";
import { join } from "../acts/sessions.ts";
import type { Random } from "../random.ts";
import type { Archetype } from "./account.ts";
import { BOX, BUNDLE, GOODS, STACKABLES, TOOLS } from "./material.ts";
import type { Slots } from "./slots.ts";
import type { Stack } from "./stack.ts";
import type { World } from "./world.ts";

const ARCHETYPES: readonly Archetype[] = [
  "miner",
  "trader",
  "builder",
  "hoarder",
  "fighter",
  "redstone",
  "staff",
  "afk",
  "minigame",
];

/** Fills a new world with chests, frames, accounts and what they own. No item has an id yet. */
export function populate(world: World, nameOf = (number: number) => `Player${number}`): void {
  const { knobs, streams } = world;
  const random = streams.world;
  for (let cx = 0; cx < knobs.worldSide; cx++) {
    for (let cz = 0; cz < knobs.worldSide; cz++) {
      const chunk = world.chunk("world", cx, cz);
      for (let count = 0; count < knobs.containersPerChunk; count++) {
        const isDouble = random.chance(0.2);
        stock(world, world.addBlock(chunk, isDouble ? 54 : 27), random.int(knobs.itemsPerContainer * 2), random);
      }
      if (random.chance(0.3)) stock(world, world.addEntity(chunk, 1), 1, random);
    }
  }
  for (let number = 0; number < knobs.players + knobs.spareAccounts; number++) {
    const archetype = ARCHETYPES[number % ARCHETYPES.length]!;
    const account = world.addAccount(nameOf(number), archetype, randomSpot(world, random));
    stock(world, account.slots, random.int(knobs.itemsPerPlayer * 2), random);
    stock(world, account.ender, random.int(4), random);
    if (number < knobs.players) join(world, account);
  }
}

export function stock(world: World, slots: Slots, count: number, random: Random): void {
  for (let made = 0; made < count; made++) {
    if (slots.freeSlot(slots.storage) < 0) return;
    slots.add(randomItem(world, random, world.knobs.nestingDepth), slots.storage);
  }
}

/** Makes a random item: a tool, a stack such as diamonds, or a box with more items in it. */
export function randomItem(world: World, random: Random, depth: number): Stack {
  const { boxShare, stackableShare } = world.knobs;
  // The seeds of the network tests were chosen when ids were drawn here. One more draw keeps their worlds unchanged.
  if (world.serverName !== "") random.float();
  const stackables = world.knobs.goods === undefined ? STACKABLES : GOODS;
  if (random.chance(stackableShare)) return world.items.mint(random.pick(stackables), random.between(1, 64));
  if (depth <= 0 || !random.chance(boxShare)) return world.items.mint(random.pick(TOOLS));
  const box = world.items.mint(random.pick([BOX, BUNDLE]));
  const inside = random.between(1, 5);
  for (let made = 0; made < inside; made++) box.inside!.add(randomItem(world, random, depth - 1));
  return box;
}
