import type { LookingGroup } from "../../looking/make-looking.ts";
import { materialName } from "../../model/material.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { CustodyGroup } from "../custody/make-custody.ts";
import type { Claims } from "../dark/claims.ts";
import { EndOpeners } from "../ends/end-openers.ts";
import { type End, type EndedCopy, EndedItems } from "../ends/ended-items.ts";
import { asEvidence } from "../evidence.ts";
import type { CrashDoubt } from "../from-store/crash-doubt.ts";
import type { StoreLookups } from "../from-store/store-lookups.ts";
import type { JudgingParts } from "../judging-parts.ts";
import type { SanctionedGroup } from "../sanctioned/make-sanctioned.ts";
import { VisibleCopies } from "../visible-copies.ts";
import { CopyRanking } from "./copy-ranking.ts";
import { FirstCopies } from "./first-copies.ts";
import { Proofs, type TellProven } from "./proofs.ts";

interface ProofParts
  extends Pick<JudgingParts, "config" | "clock" | "holders" | "network" | "onVerdict">,
    LookingGroup,
    CustodyGroup,
    SanctionedGroup {
  readonly claims: Claims;
  readonly crashDoubt: CrashDoubt;
  readonly storeLookups: StoreLookups;
  readonly isDark: (place: PlaceKey) => boolean;
  readonly onEnded: (end: End, ended: EndedCopy) => void;
}

/** The parts that decide whether there are two, and which copy was there first. */
export interface ProofGroup {
  readonly firstCopies: FirstCopies;
  readonly copyRanking: CopyRanking;
  readonly visibleCopies: VisibleCopies;
  readonly proofs: Proofs;
  readonly endedItems: EndedItems;
  readonly tellProven: TellProven;
}

export function makeProofs(parts: ProofParts): ProofGroup {
  const { config, clock, holders, network, onVerdict, presence, observer, unprocessed, unseenMoves } = parts;
  const { moves, custodyWriter, sanctionedReissue, isExempt, crashDoubt, storeLookups } = parts;
  const isAsking = (itemId: string) => storeLookups.isAsking(itemId);
  const firstCopies = new FirstCopies({
    presence,
    unseen: unseenMoves,
    moves,
    onUnknown: (itemId) => custodyWriter.writeNowhere(itemId),
  });
  const copyRanking = new CopyRanking({
    presence,
    unseen: unseenMoves,
    seenSlots: parts.seenSlots,
    firstCopies,
    moves,
    olderSessions: (place) => parts.supersededSessions.olderThan(place),
    isWaiting: (itemId) => unprocessed.isWaiting(itemId),
    onExchanged: (itemId, place) => {
      storeLookups.noteLeft(itemId, place);
      firstCopies.noteCopyLeft(itemId, place);
    },
  });
  const tellProven: TellProven = (itemId, copies, opener, material = copies[0]!.item.material, ended = []) => {
    const now = clock.now();
    const isFromCrash = crashDoubt.isMadeByCrash(itemId);
    const evidence = [...ended, ...copies.map((copy) => asEvidence(copy, holders, now))];
    onVerdict(
      { kind: "proven", itemId, material: materialName(material), copies: evidence, opener, isFromCrash },
      copies,
    );
  };
  const proofs = new Proofs({
    ...parts,
    graceMs: config.movementGraceMs,
    needsSecondLook: config.detection === "evidence",
    isFirstKnown: (itemId) => firstCopies.isKnown(itemId),
    isFirstAsked: (itemId) => isAsking(itemId) || network?.isAskedAbout(itemId) === true,
    placesOf: (itemId) => presence.placesOf(itemId),
    isNewAt: (itemId, place) => presence.placesEntered(itemId).includes(place),
    reissueIfSanctioned: (copies) => sanctionedReissue.reissueIfSanctioned(copies),
    lookAround: (gone) => parts.nearbySearch.lookAround(gone),
    onProven: tellProven,
    onGone: (itemId) => onVerdict({ kind: "gone", itemId }, []),
    onCounted: (itemId, isOne) => {
      if (!isOne) crashDoubt.noteSeveral(itemId);
      else for (const part of [crashDoubt, firstCopies]) part.noteSingle(itemId);
    },
    onFirstLeft: (itemId, left) => copyRanking.noteFirstLeftOthers(itemId, left),
  });
  const openers = new EndOpeners({
    ...parts,
    isProvisional: (place) => network?.isProvisional(place) === true,
    firstCopies,
    pendingOf: (itemId) => proofs.pendingOf(itemId),
  });
  const endedItems = new EndedItems({
    copiesOf: (itemId) => observer.copiesOf(itemId),
    reissueIfSanctioned: (copies) => sanctionedReissue.reissueIfSanctioned(copies),
    isExempt,
    isProven: (itemId) => proofs.isProven(itemId),
    now: () => clock.now(),
    openers,
    onProven: tellProven,
    onEnded: parts.onEnded,
  });
  const visibleCopies = new VisibleCopies({ ...parts, firstCopies, isAsking });
  return { firstCopies, copyRanking, visibleCopies, proofs, endedItems, tellProven };
}
