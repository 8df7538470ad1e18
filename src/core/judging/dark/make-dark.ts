import type { LookingGroup } from "../../looking/make-looking.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { Claim, Store } from "../../store.ts";
import type { CustodyGroup } from "../custody/make-custody.ts";
import { EarlierEnds } from "../ends/earlier-ends.ts";
import type { CrashDoubt } from "../from-store/crash-doubt.ts";
import type { StoreLookups } from "../from-store/store-lookups.ts";
import type { JudgingParts } from "../judging-parts.ts";
import type { ProofGroup } from "../proofs/make-proofs.ts";
import type { SanctionedGroup } from "../sanctioned/make-sanctioned.ts";
import type { Verdict } from "../verdict.ts";
import { AbsentOwners } from "./absent-owners.ts";
import { ClaimWrites } from "./claim-writes.ts";
import { Claims } from "./claims.ts";
import { DarkPlaces } from "./dark-places.ts";
import { ReturnedPlaces } from "./returned-places.ts";

interface ClaimParts
  extends Pick<JudgingParts, "writes" | "clock" | "births" | "network" | "isUnfiled">,
    Pick<LookingGroup, "presence"> {
  readonly crashDoubt: CrashDoubt;
  readonly store: () => Store | undefined;
  readonly isProven: (itemId: string) => boolean;
  readonly onFree: (itemId: string) => void;
  readonly onVerdict: (verdict: Verdict) => void;
}

/** What is on record about places that must be looked at again. */
export interface ClaimGroup {
  readonly claimWrites: ClaimWrites;
  readonly claims: Claims;
  readonly absentOwners: AbsentOwners;
}

export function makeClaims(parts: ClaimParts): ClaimGroup {
  const { network, crashDoubt, isProven, isUnfiled } = parts;
  const mustKeep = ({ kind, itemId }: Claim) => kind === "pending" && (isProven(itemId) || isUnfiled(itemId));
  const claimWrites = new ClaimWrites(parts.store, parts.writes, parts.clock, mustKeep);
  const claims = new Claims(claimWrites, parts.births, (seenMs) => crashDoubt.isFromBeforeCrash(seenMs));
  const travelsWithPlayer = (place: PlaceKey) => network?.travelsWithPlayer(place) === true;
  return { claimWrites, claims, absentOwners: new AbsentOwners({ ...parts, claims, travelsWithPlayer }) };
}

interface DarkParts
  extends Pick<JudgingParts, "platform" | "serverName" | "clock" | "holders" | "network" | "isDoubtfulId">,
    LookingGroup,
    ClaimGroup,
    CustodyGroup,
    SanctionedGroup,
    ProofGroup {
  readonly crashDoubt: CrashDoubt;
  readonly storeLookups: StoreLookups;
  readonly onLeft: (itemId: string, place: PlaceKey) => void;
  readonly onVerdict: (verdict: Verdict) => void;
}

/** The parts that know what cannot be looked at now, or ended. */
export interface DarkGroup {
  readonly darkPlaces: DarkPlaces;
  readonly returnedPlaces: ReturnedPlaces;
  readonly earlierEnds: EarlierEnds;
}

export function makeDark(parts: DarkParts): DarkGroup {
  const { network, crashDoubt, storeLookups, endedItems, tellProven } = parts;
  const darkPlaces = new DarkPlaces({
    ...parts,
    isUnknown: (place) => network?.isUnknown(place) === true,
    isAsking: (itemId) => storeLookups.isAsking(itemId),
    isAskedAbout: (itemId) => network?.isAskedAbout(itemId) === true,
    endedNow: (itemId) => endedItems.endedNow(itemId),
  });
  const returnedPlaces = new ReturnedPlaces({
    ...parts,
    darkPlaces,
    isFromBeforeCrash: (seenMs) => crashDoubt.isFromBeforeCrash(seenMs),
    onProven: (here, ended, opener) => tellProven(here.itemId, [here], opener, here.item.material, [ended]),
  });
  return { darkPlaces, returnedPlaces, earlierEnds: new EarlierEnds({ ...parts, darkPlaces }) };
}
