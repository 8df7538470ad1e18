import type { PlaceKey } from "../../model/place.ts";
import type { CustodyGroup } from "../custody/make-custody.ts";
import type { Claims } from "../dark/claims.ts";
import type { JudgingParts } from "../judging-parts.ts";
import type { Proofs } from "../proofs/proofs.ts";
import { SanctionedCopies } from "./sanctioned-copies.ts";
import { SanctionedReissue } from "./sanctioned-reissue.ts";

interface SanctionedParts
  extends Pick<JudgingParts, "config" | "announcements" | "platform" | "holders" | "newId" | "recorder">,
    Pick<CustodyGroup, "tickActs"> {
  readonly claims: Claims;
  readonly wasSeen: Proofs["wasSeen"];
  readonly onIdAssigned: (itemId: string) => void;
  readonly lookAgain: (place: PlaceKey) => void;
}

/** The parts that know which copies accuse nobody. */
export interface SanctionedGroup {
  readonly sanctionedReissue: SanctionedReissue;
  /** True when nothing of this material, or in this world, is ever judged. */
  readonly isExempt: (material: string, world: string) => boolean;
}

export function makeSanctioned(parts: SanctionedParts): SanctionedGroup {
  const { tickActs, claims } = parts;
  const sanctionedCopies = new SanctionedCopies({
    ...parts,
    isBrought: (copy) => tickActs.isReportedAt(copy.itemId, copy.place, copy.boxId),
  });
  const sanctionedReissue = new SanctionedReissue({
    ...parts,
    sanctionedCopies,
    wasDouble: (itemId, copies) => parts.wasSeen(itemId) || claims.isDouble(itemId, copies),
  });
  return { sanctionedReissue, isExempt: (material, world) => sanctionedCopies.isExempt(material, world) };
}
