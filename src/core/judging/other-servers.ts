import type { Copy } from "../looking/look.ts";
import type { Presence } from "../looking/presence/presence.ts";
import type { UnprocessedItems } from "../looking/unprocessed-items.ts";
import type { PlaceKey } from "../model/place.ts";
import type { LookHints, StackVisitor } from "../platform.ts";
import type { Custody } from "../store.ts";
import type { AbsentOwners } from "./dark/absent-owners.ts";
import type { Opener, Verdict } from "./verdict.ts";
import type { VisibleCopies } from "./visible-copies.ts";

/** What judging must know about other servers on the same database. */
export interface OtherServers {
  /** Looks at a place. Finds nothing while `isProvisional`. */
  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean;
  /** True after a join, until it is known that what the place shows belongs to its player. */
  isProvisional(place: PlaceKey): boolean;
  /**
   * True while nobody knows what the place holds: it is provisional, its player left before that ended, or another server may have
   * the player and does not answer.
   */
  isUnknown(place: PlaceKey): boolean;
  /** True when the place goes with its player from server to server. Another server may have written when it was last seen. */
  travelsWithPlayer(place: PlaceKey): boolean;
  /** True when the item is on record at another server. A place that goes with its player is the same on all servers. */
  isElsewhere(custody: Custody, found: PlaceKey): boolean;
  /** The item turned up here while it is on record at another server. */
  noteOnRecordElsewhere(copy: Copy, custody: Custody, opener: Opener | undefined): void;
  /** The copy turned up here, and nobody saw where it was before. `opener`: who brought it, if that is known. */
  noteArrival(copy: Copy, opener: Opener | undefined): void;
  /** True while other servers are being asked about the item, or will be. */
  isAskedAbout(itemId: string): boolean;
  /** A copy of the item is no longer where it was, or its place went dark. */
  onItemLeft(itemId: string, isDark: boolean): void;
}

/** What the network asks of the parts that judge. */
export interface NetworkJudging {
  readonly presence: Presence;
  readonly unprocessed: UnprocessedItems;
  readonly visibleCopies: VisibleCopies;
  readonly absentOwners: AbsentOwners;
  /** Nobody knows which copy is the item: custody names no place, so that no server takes anything. */
  readonly writeNowhere: (itemId: string) => void;
  /** The same, and whichever copy custody goes to may not be the item, until staff have decided. */
  readonly writeMayBeCopy: (itemId: string) => void;
  readonly canSee: (place: PlaceKey) => boolean;
  /** Looks where an item that is in sight nowhere can have gone. False if that takes longer than this tick end. */
  readonly lookFor: (itemId: string) => boolean;
  readonly isRolledBack: (itemId: string) => boolean;
  /** True when the last look at the place before it went dark found the item there. */
  readonly wasHeldWhenDark: (place: PlaceKey, itemId: string) => boolean;
  /** Gives sanctioned copies a fresh id; true when no suspicion remains. Exempt copies keep their id. */
  readonly reissueIfSanctioned: (copy: Copy) => boolean;
  /** Gives every visible copy of the id a fresh one. */
  readonly reissueAll: (itemId: string) => void;
  /** Asks the store where the item is on record now. If that is here, it goes on record where it is. */
  readonly askAgain: (copy: Copy) => void;
  readonly onVerdict: (verdict: Verdict, copies: readonly Copy[]) => void;
}
