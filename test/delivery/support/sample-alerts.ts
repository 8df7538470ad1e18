import type { Alert, Messages } from "../../../src/core/index.ts";
import { sampleAlert } from "../../../src/testing/sample-alert.ts";

const ID = "0190d5a4-6c1e-4f0a-9b3e-2f6d1c7a8e55";
const SPAWN = "world:104,64,-32";
const NETHER = "world/nether:12,70,9";

/** One alert of each type as the game would raise it, for the pictures in the docs. */
export function oneOfEach(messages: Messages): Alert[] {
  const place = (holder: string, location: string) => messages.rendered("alerts.place", { holder, location });
  const [here, there] = [place("Steve", SPAWN), place("Alex", NETHER)];
  const item = { player: "Steve", material: "DIAMOND_SWORD", id: ID };
  const places = { rendered: `${here.rendered}; ${there.rendered}` };
  const shared = { player: "Steve", itemId: ID, players: ["Steve", "Alex"], locations: [SPAWN, NETHER] };
  const withCase = (details: string) => `${details} ${messages.text("alerts.case", { case: 7 })}`;
  const ledger = { player: "Steve", material: "DIAMOND", actual: 640, expected: 128, excess: 512 };
  return [
    sampleAlert({
      ...shared,
      details: withCase(messages.text("alerts.duplicate-item", { ...item, count: 2, places })),
    }),
    sampleAlert({
      ...shared,
      type: "DUPLICATE_SUSPECTED",
      severity: "HIGH",
      details: withCase(messages.text("alerts.duplicate-suspected", { ...item, here, there })),
    }),
    sampleAlert({
      ...shared,
      type: "FORGED_ID",
      severity: "HIGH",
      details: messages.text("alerts.forged-id", item),
    }),
    sampleAlert({
      ...shared,
      type: "BALANCE_DISCREPANCY",
      severity: "MEDIUM",
      material: "DIAMOND",
      itemId: "",
      details: messages.text("alerts.balance-discrepancy", ledger),
    }),
    sampleAlert({
      ...shared,
      type: "ITEM_RELOCATED",
      severity: "LOW",
      details: messages.text("alerts.item-relocated", { ...item, here, there }),
    }),
  ];
}
