import { ownText } from "../alerts/alert-words.ts";
import type { Alerts, Finding } from "../alerts/alerts.ts";
import type { Config } from "../config/settings.ts";
import { copyText } from "../messages/place-text.ts";
import { materialName } from "../model/material.ts";
import type { Candidate } from "./duplicate-rule.ts";

type NameOf = (playerId: string) => string;

interface RuleHitsParts {
  readonly mode: Config["detection"];
  readonly alerts: Alerts;
  /** True while it is not known yet whether there are two. */
  readonly isAwaited: (itemId: string) => boolean;
  /** True if staff are told of the id anyway, because it is proven or contested. */
  readonly isTold: (itemId: string) => boolean;
  readonly isExempt: (material: string, world: string) => boolean;
  /** The material of an item in sight; `undefined` if it is not in sight. */
  readonly materialOf: (itemId: string) => string | undefined;
  readonly nameOf: NameOf;
  /** Queues looks at the places of both players. */
  readonly queueLooks: (candidate: Candidate) => void;
}

/**
 * Decides what becomes of the duplicate rule's hits. If evidence is the judge, an item whose hit led to no verdict has merely moved. If the
 * rule is the judge, every hit is a duplicate, and looking only finds out what can be taken.
 */
export class RuleHits {
  readonly #parts: RuleHitsParts;
  #hits: Candidate[] = [];

  constructor(parts: RuleHitsParts) {
    this.#parts = parts;
  }

  /** False if nobody would hear of a hit. */
  get isHeard(): boolean {
    const { mode, alerts } = this.#parts;
    return mode === "rule" || alerts.isHeard("LOW");
  }

  add(candidate: Candidate): void {
    this.#hits.push(candidate);
    if (this.#parts.mode === "rule") this.#parts.queueLooks(candidate);
  }

  /** Called after the looks of a tick end. */
  tellHits(): void {
    if (this.#hits.length === 0) return;
    const hits = this.#hits;
    this.#hits = [];
    for (const hit of hits) {
      if (this.#parts.mode === "evidence" && this.#parts.isAwaited(hit.itemId)) this.#hits.push(hit);
      else this.#tell(hit);
    }
  }

  #tell(hit: Candidate): void {
    const { mode, alerts, isTold, isExempt, materialOf, nameOf } = this.#parts;
    if (mode === "evidence" && isTold(hit.itemId)) return;
    const material = hit.material || (materialOf(hit.itemId) ?? "");
    if (isExempt(material, hit.player.location().world)) return;
    const finding = mode === "rule" ? ruleHitFinding : relocationFinding;
    alerts.raise(finding({ ...hit, material }, nameOf));
  }
}

/** Tells staff of a hit of the raw rule: an item was last seen elsewhere, and looking found no second copy. */
function relocationFinding(candidate: Candidate, nameOf: NameOf): Finding {
  return { ...findingOf(candidate, nameOf, "alerts.item-relocated"), type: "ITEM_RELOCATED", actual: 1 };
}

/** The same if the rule itself is the judge: the item was last seen elsewhere, so there are two. */
function ruleHitFinding(candidate: Candidate, nameOf: NameOf): Finding {
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
