import type { Observer } from "../../looking/observer.ts";
import type { Presence } from "../../looking/presence/presence.ts";
import type { SeenSlots } from "../../looking/presence/seen-slots.ts";
import type { UnprocessedItems } from "../../looking/unprocessed-items.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { Platform } from "../../platform.ts";
import type { GameClock } from "../../time/game-clock.ts";
import type { CopyMoves } from "../custody/copy-moves.ts";
import type { Holders } from "../custody/holders.ts";
import type { RecentMoves } from "../custody/recent-moves.ts";
import type { EndedCopy } from "../ends/ended-items.ts";
import type { CopyRanking } from "../proofs/copy-ranking.ts";
import type { FirstCopies, Standing } from "../proofs/first-copies.ts";
import type { Proofs } from "../proofs/proofs.ts";
import type { SanctionedReissue } from "../sanctioned/sanctioned-reissue.ts";
import type { Opener, Verdict } from "../verdict.ts";
import type { AbsentOwners } from "./absent-owners.ts";
import type { Claims } from "./claims.ts";

/** Copies of an item at several places. The last one is at a dark place, on which this opens a claim. */
export interface ContestedCopies {
  readonly material: string;
  readonly copies: readonly SeenCopy[];
  readonly opener: Opener | undefined;
  /** Nobody is told until the dark place is looked at, after a crash for example. */
  readonly isSilent: boolean;
  /** Which of these copies the dark one is. */
  readonly standing: Standing;
}

/** What `DarkPlaces` works with. */
export interface DarkPlacesParts {
  readonly platform: Platform;
  /** This server among those that share the store; absent when it is alone. */
  readonly serverName: string | undefined;
  readonly clock: GameClock;
  readonly holders: Holders;
  readonly presence: Presence;
  readonly seenSlots: Pick<SeenSlots, "boxesAt">;
  readonly firstCopies: FirstCopies;
  readonly observer: Observer;
  readonly unprocessed: UnprocessedItems;
  readonly proofs: Proofs;
  readonly claims: Claims;
  readonly absentOwners: AbsentOwners;
  readonly recentMoves: RecentMoves;
  readonly moves: Pick<CopyMoves, "hasComeSince">;
  readonly copyRanking: Pick<CopyRanking, "rankGoingDark">;
  readonly sanctionedReissue: SanctionedReissue;
  /** True while nobody knows what the place's player has, or had when leaving: nobody is told of a claim on it. */
  readonly isUnknown: (place: PlaceKey) => boolean;
  /** True while the store is asked where the id was. */
  readonly isAsking: (itemId: string) => boolean;
  /** True while other servers are being asked about the id, or will be. */
  readonly isAskedAbout: (itemId: string) => boolean;
  /** The copies of the id that were placed or used up in this tick. */
  readonly endedNow: (itemId: string) => readonly EndedCopy[];
  /** The id was at a place that was expected to go dark and did not. It is no longer there, nor anywhere in sight. */
  readonly onLeft: (itemId: string, place: PlaceKey) => void;
  readonly onVerdict: (verdict: Verdict) => void;
}
