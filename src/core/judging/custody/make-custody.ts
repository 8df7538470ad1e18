import type { Copy } from "../../looking/look.ts";
import type { LookingGroup } from "../../looking/make-looking.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { JudgingParts } from "../judging-parts.ts";
import { TickActs } from "../tick-acts.ts";
import { Attribution } from "./attribution.ts";
import { CopyMoves } from "./copy-moves.ts";
import { CustodyWriter } from "./custody-writer.ts";
import { GatheredCopies } from "./gathered-copies.ts";
import { RecentMoves } from "./recent-moves.ts";
import { UnknownIds } from "./unknown-ids.ts";

interface CustodyParts
  extends Pick<JudgingParts, "recorder" | "holders" | "clock" | "log">,
    Pick<LookingGroup, "presence" | "observer"> {
  readonly copiesGoingDark: (itemId: string) => readonly Copy[];
  readonly isHeldBack: (itemId: string) => boolean;
  readonly isUncertain: (itemId: string, place: PlaceKey) => boolean;
  readonly mayBeCopy: (itemId: string) => boolean;
  readonly writeInTurn: (itemId: string, place: PlaceKey, write: () => void) => void;
}

/** The parts that know where items went, and put it on record. */
export interface CustodyGroup {
  readonly tickActs: TickActs;
  readonly recentMoves: RecentMoves;
  readonly unknownIds: UnknownIds;
  readonly moves: CopyMoves;
  readonly custodyWriter: CustodyWriter;
  readonly attribution: Attribution;
}

export function makeCustody(parts: CustodyParts): CustodyGroup {
  const { recorder, holders, clock, presence, observer } = parts;
  const tickActs = new TickActs((itemId, place) => presence.isAt(itemId, place));
  const recentMoves = new RecentMoves(clock);
  const unknownIds = new UnknownIds(recorder, holders, clock, parts.log);
  return {
    tickActs,
    recentMoves,
    unknownIds,
    moves: new CopyMoves({
      copies: new GatheredCopies(parts),
      lookFor: (itemId) => observer.lookFor(itemId),
      tickActs,
      recentMoves,
      unknownIds,
    }),
    custodyWriter: new CustodyWriter(parts),
    attribution: new Attribution({ tickActs, holders, presence, recorder }),
  };
}
