import { ownText } from "../alerts/alert-words.ts";
import type { Finding } from "../alerts/alerts.ts";
import { copyText } from "../messages/place-text.ts";
import { materialName } from "../model/material.ts";
import type { Candidate } from "./duplicate-rule.ts";

type NameOf = (playerId: string) => string;

/** Tells staff of a hit of the raw rule: an item was last seen elsewhere, and looking found no second copy. */
export function relocationFinding(candidate: Candidate, nameOf: NameOf): Finding {
  return { ...findingOf(candidate, nameOf, "alerts.item-relocated"), type: "ITEM_RELOCATED", actual: 1 };
}

/** The same if the rule itself is the judge: the item was last seen elsewhere, so there are two. */
export function ruleHitFinding(candidate: Candidate, nameOf: NameOf): Finding {
  return { ...findingOf(candidate, nameOf, "alerts.rule-hit"), type: "DUPLICATE_ITEM", actual: 2 };
}

function findingOf(
  candidate: Candidate,
  nameOf: NameOf,
  text: "alerts.item-relocated" | "alerts.rule-hit",
): Omit<Finding, "type" | "actual"> {
  const { itemId, player, location, previousLocation } = candidate;
  const previousName = nameOf(candidate.previousPlayerId);
  return {
    player,
    material: materialName(candidate.material),
    itemId,
    players: [...new Set([previousName, player.name])],
    locations: [previousLocation, location],
    expected: 1,
    details: (messages, shared) =>
      ownText(messages, text, {
        ...shared,
        id: itemId,
        here: { rendered: copyText(messages, { holderName: player.name, location, count: 1 }) },
        there: { rendered: copyText(messages, { holderName: previousName, location: previousLocation, count: 1 }) },
      }),
  };
}
