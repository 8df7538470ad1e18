import type { Copy } from "../looking/look.ts";
import type { PlaceKey } from "../model/place.ts";
import type { LookHints, StackVisitor } from "../platform.ts";
import type { Custody } from "../store.ts";
import type { Opener } from "./verdict.ts";

/** What judging must know of other servers on the same database. */
export interface OtherServers {
  /** What is seen of a place; nothing while it is not known to be what its player owns. */
  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean;
  /** True while nobody knows yet whether what the place shows is its player's. */
  isProvisional(place: PlaceKey): boolean;
  /** The same, of players who left before that was known, and of players who may be on a server that does not answer. */
  isUnknown(place: PlaceKey): boolean;
  /** True when the place goes with its player from server to server: what is on record of it may have another server's times. */
  isOneEverywhere(place: PlaceKey): boolean;
  /** True when another server has what is on record; what goes with its player is the same place everywhere. */
  isElsewhere(custody: Custody, found: PlaceKey): boolean;
  /** The item turned up here while it is on record at another server. */
  found(copy: Copy, custody: Custody, opener: Opener | undefined): void;
  /** The copy turned up here, and nobody saw where it was before; whose doing that is, if it is known. */
  cameHere(copy: Copy, opener: Opener | undefined): void;
  /** True while other servers are asked about the item, or are to be. */
  isAskedAbout(itemId: string): boolean;
  /** A copy of the item is not any more where it was, or its place went dark. */
  left(itemId: string, isDark: boolean): void;
}
