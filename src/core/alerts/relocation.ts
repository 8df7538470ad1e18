import { placeText } from "../cases/case-texts.ts";
import type { Candidate } from "../detection/duplicate-rule.ts";
import { materialName } from "../material.ts";
import type { Finding } from "./alert-desk.ts";
import { ownText } from "./alert-words.ts";

/** What staff see of the raw rule: an item was last seen elsewhere, and looking found no second copy. */
export function relocationFinding(candidate: Candidate, nameOf: (playerId: string) => string): Finding {
  const { itemId, player, location, previousLocation } = candidate;
  const previousName = nameOf(candidate.previousPlayerId);
  const material = materialName(candidate.material);
  return {
    type: "ITEM_RELOCATED",
    player,
    material,
    itemId,
    players: [...new Set([previousName, player.name])],
    locations: [previousLocation, location],
    actual: 1,
    expected: 1,
    details: (messages, shared) =>
      ownText(messages, "alerts.item-relocated", {
        ...shared,
        id: itemId,
        here: { rendered: placeText(messages, { holderName: player.name, location, count: 1 }) },
        there: { rendered: placeText(messages, { holderName: previousName, location: previousLocation, count: 1 }) },
      }),
  };
}
