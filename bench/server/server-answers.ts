import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { memory } from "./memory.ts";
import { ageHeap, type ServerMeter } from "./server-meter.ts";

/** What everybody has at the start. */
export const GIFTS = [
  "diamond_sword",
  "bow",
  "iron_pickaxe",
  "diamond_axe",
  "iron_sword",
  "trident",
  "elytra",
  "fishing_rod",
];

/** The answers about what a server cost, which do not depend on the game. */
export function measuredBy(meter: ServerMeter) {
  return {
    age: () => ageHeap(),
    begin: () => meter.begin(),
    end: () => meter.end(),
    beginShares: () => meter.beginShares(),
    endShares: () => meter.endShares(),
    memory: () => memory(),
  };
}

export function pluginFolder(dir: string): string {
  const folder = join(dir, "plugins", "doubletake");
  mkdirSync(folder, { recursive: true });
  return folder;
}
