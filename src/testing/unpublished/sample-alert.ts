import type { Alert } from "../../core/index.ts";
import { NOON } from "./hand-clock.ts";

export const SAMPLE_ITEM_ID = "0190d5a4-6c1e-4f0a-9b3e-2f6d1c7a8e55";

/** An alert of a proven duplicate, with whatever a test wants to be different. */
export function sampleAlert(differences: Partial<Alert> = {}): Alert {
  return {
    plugin: "Doubletake",
    type: "DUPLICATE_ITEM",
    severity: "CRITICAL",
    player: "Alex",
    playerUuid: "7d1f5c52-0b0e-4b7e-8f0f-3f6a1d2c9b11",
    material: "DIAMOND_SWORD",
    details: "§c2 copies exist at once",
    timestamp: NOON,
    itemId: SAMPLE_ITEM_ID,
    caseNumber: 7,
    players: ["Alex", "Steve"],
    locations: ["world:1,64,-3", "world/nether:10,70,20"],
    actual: 2,
    expected: 1,
    server: "",
    copies: [],
    ...differences,
  };
}
