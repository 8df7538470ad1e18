import type { Presence } from "../../looking/presence/presence.ts";
import type { UnprocessedItems } from "../../looking/unprocessed-items.ts";
import { accountPlace, type PlaceKey } from "../../model/place.ts";
import type { Player } from "../../platform.ts";
import type { CopyMoves } from "../custody/copy-moves.ts";
import type { FirstCopies } from "../proofs/first-copies.ts";
import type { Proofs } from "../proofs/proofs.ts";
import type { TickActs } from "../tick-acts.ts";
import type { Opener } from "../verdict.ts";

interface EndOpenersParts {
  readonly presence: Presence;
  readonly unprocessed: Pick<UnprocessedItems, "isWaiting">;
  /** True while nobody looks at the place, because it is not known whether what it shows is its player's. */
  readonly isProvisional: (place: PlaceKey) => boolean;
  readonly firstCopies: FirstCopies;
  readonly moves: Pick<CopyMoves, "isReportedAt">;
  readonly tickActs: TickActs;
  readonly pendingOf: Proofs["pendingOf"];
}

/** What was known of an id just before a copy of it ended. The looks of the tick end change it. */
export interface BeforeEnd {
  /** Present when two copies were seen before: who brought the further one, if that is known. */
  readonly pending: { readonly opener: Opener | undefined } | undefined;
  /** Where the only known copy was. Absent if the player may have had one that nobody has looked at, e.g. while joining. */
  readonly onlyPlace: PlaceKey | undefined;
}

/**
 * Decides who is behind a duplicate of which one copy was placed or used up. A player who does that to the original is not to blame: the
 * copy is somebody else's.
 */
export class EndOpeners {
  readonly #parts: EndOpenersParts;

  constructor(parts: EndOpenersParts) {
    this.#parts = parts;
  }

  beforeEnd(itemId: string, player: Player): BeforeEnd {
    const { presence, unprocessed, isProvisional, pendingOf } = this.#parts;
    const [place, ...others] = presence.placesOf(itemId);
    const isOnly = others.length === 0 && !isProvisional(player.place) && !unprocessed.isWaiting(itemId);
    return { pending: pendingOf(itemId), onlyPlace: isOnly ? place : undefined };
  }

  /** Called at the tick end, after its looks. If two were seen before, it is whoever brought the further copy then. */
  openerOf(itemId: string, player: Player, before: BeforeEnd): Opener {
    if (before.pending !== undefined) return before.pending.opener ?? { player, hasActed: false };
    return { player, hasActed: this.#hasBrought(itemId, player, before) };
  }

  /** True if the copy that ended came to the player in this tick, on purpose, while the item itself stayed where it was. */
  #hasBrought(itemId: string, player: Player, { onlyPlace }: BeforeEnd): boolean {
    const { presence, firstCopies, moves, tickActs } = this.#parts;
    if (onlyPlace === undefined || accountPlace(onlyPlace) === accountPlace(player.place)) return false;
    if (!presence.isAt(itemId, onlyPlace) || moves.isReportedAt(itemId, onlyPlace)) return false;
    if (tickActs.didNotBring(player, itemId, null)) return false;
    return !firstCopies.doubtAbout(itemId, player.place).isFirst;
  }
}
