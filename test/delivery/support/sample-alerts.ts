import { ownText, type SharedWords, sharedWords } from "../../../src/core/alerts/alert-words.ts";
import type { Alert, Messages } from "../../../src/core/index.ts";
import { sampleAlert } from "../../../src/testing/unpublished/sample-alert.ts";

const ID = "0190d5a4-6c1e-4f0a-9b3e-2f6d1c7a8e55";
const SPAWN = "world:104,64,-32";
const NETHER = "world/nether:12,70,9";

/** One alert of each type as the game would raise it, for the pictures in the docs. */
export function oneOfEach(messages: Messages): Alert[] {
  const place = (holder: string, location: string) => messages.rendered("alerts.place", { holder, location });
  const [here, there] = [place("Steve", SPAWN), place("Alex", NETHER)];
  const places = { rendered: `${here.rendered}; ${there.rendered}` };
  const shared = { player: "Steve", itemId: ID, players: ["Steve", "Alex"], locations: [SPAWN, NETHER] };
  const withCase = (details: string) => `${details} ${messages.text("alerts.case", { case: 7 })}`;
  const written = (differences: Partial<Alert>, details: (words: SharedWords) => string) => {
    const alert = sampleAlert({ ...shared, ...differences });
    return { ...alert, details: details(sharedWords(messages, alert)) };
  };
  return [
    written({}, (words) =>
      withCase(ownText(messages, "alerts.duplicate-item", { ...words, id: ID, count: 2, places })),
    ),
    written({ type: "DUPLICATE_SUSPECTED", severity: "HIGH" }, (words) =>
      withCase(ownText(messages, "alerts.duplicate-suspected", { ...words, id: ID, here, there })),
    ),
    written({ type: "FORGED_ID", severity: "HIGH" }, (words) =>
      ownText(messages, "alerts.forged-id", { ...words, id: ID }),
    ),
    written(
      {
        type: "BALANCE_DISCREPANCY",
        severity: "MEDIUM",
        material: "DIAMOND",
        itemId: "",
        actual: 640,
        expected: 128,
      },
      (words) => ownText(messages, "alerts.balance-discrepancy", words),
    ),
    written({ type: "ITEM_RELOCATED", severity: "LOW" }, (words) =>
      ownText(messages, "alerts.item-relocated", { ...words, id: ID, here, there }),
    ),
  ];
}
