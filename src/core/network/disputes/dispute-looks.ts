import type { Holders } from "../../judging/custody/holders.ts";
import type { AbsentOwners } from "../../judging/dark/absent-owners.ts";
import { asEvidence } from "../../judging/evidence.ts";
import type { VisibleCopies } from "../../judging/visible-copies.ts";
import type { Copy } from "../../looking/look.ts";
import type { Presence } from "../../looking/presence/presence.ts";
import type { UnprocessedItems } from "../../looking/unprocessed-items.ts";
import type { Dispute } from "../../model/network-questions.ts";
import { accountPlace, ENDED, NOWHERE, ownerOfPlace, type PlaceKey } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { Custody } from "../../store.ts";
import type { GameClock } from "../../time/game-clock.ts";
import type { OwnLook } from "./dispute-steps.ts";
import type { StayTokens } from "./stay-tokens.ts";
import type { TrackedDispute } from "./tracked-disputes.ts";

/** At least this many items that are out of sight are looked for at a tick end, however long it has taken. */
const MIN_SEARCHES = 8;

export interface DisputeLooksParts {
  readonly presence: Presence;
  readonly unprocessed: UnprocessedItems;
  readonly visibleCopies: VisibleCopies;
  readonly holders: Holders;
  readonly clock: GameClock;
  readonly stayTokens: StayTokens;
  /** True when the copy is here because an unclean stop brought it back. */
  readonly isRolledBack: (copy: Copy) => boolean;
  readonly canSee: (place: PlaceKey) => boolean;
  /** Looks where an item that is out of sight can have gone. False when that takes longer than this tick end. */
  readonly lookFor: (itemId: string) => boolean;
  readonly isProvisional: (place: PlaceKey) => boolean;
  /** True while the things of a player who had joined by that tick have not been looked at yet. */
  readonly isAnybodyUnknownSince: (tick: number) => boolean;
  /** True when the place goes with its player from server to server. */
  readonly travelsWithPlayer: (place: PlaceKey) => boolean;
  /** The player with whom the item came to this server. */
  readonly carrierOf: (itemId: string) => string | undefined;
  /** True when the last look at the place before it went dark found the item there. */
  readonly wasHeldWhenDark: (place: PlaceKey, itemId: string) => boolean;
  readonly absentOwners: Pick<AbsentOwners, "haveFirst" | "mayHaveFirst" | "placesOf">;
  /** Nobody knows which copy is the item: custody names no place, and while it does not, nothing is taken. */
  readonly writeNowhere: (itemId: string) => void;
  /** The same for good: whatever custody goes to may be a copy, and nothing is taken before staff have decided. */
  readonly writeMayBeCopy: (itemId: string) => void;
  /** True if another server that answers asks about the item, too. */
  readonly isAskedByAnother: (dispute: Dispute) => boolean;
}

/** What this server sees of disputed items. */
export class DisputeLooks {
  readonly #parts: DisputeLooksParts;
  #searchTick = -1;
  #searches = 0;

  constructor(parts: DisputeLooksParts) {
    this.#parts = parts;
  }

  /** The look of this tick end. `onStale` is called when custody must be read again before it can be said that nothing is here. */
  lookAt(tracked: TrackedDispute, copies: readonly Copy[], onStale: () => void): OwnLook {
    const { unprocessed, visibleCopies, absentOwners, writeNowhere } = this.#parts;
    const { itemId, holder } = tracked.dispute;
    // Custody is no longer the holder's: the server that has the item without custody opens a new dispute.
    if (tracked.custody !== undefined && tracked.custody.server !== holder.server) return { kind: "gone" };
    // A hopper may have carried it on since its place was last looked at.
    const isLookedFor = copies.length > 0 || this.#lookFor(itemId);
    const [copy] = copies.length > 0 ? copies : visibleCopies.copiesOf(itemId);
    if (copy !== undefined && this.#isRolledBack(tracked, copy)) return { kind: "gone" };
    if (copy !== undefined && tracked.side === "holder") {
      // What is here came to light after the owner left with the item.
      if (absentOwners.haveFirst(itemId)) return { kind: "dark" };
      if (absentOwners.mayHaveFirst(itemId) && tracked.custody?.place !== NOWHERE) {
        writeNowhere(itemId);
        // What is on record is read again only when the database answers.
        if (tracked.custody !== undefined) tracked.custody = { ...tracked.custody, place: NOWHERE };
      }
    }
    if (copy !== undefined) {
      const broughtFrom = this.#broughtFrom(tracked);
      return { kind: "held", token: this.tokenOf(copy), seen: this.evidenceOf(copy), broughtFrom };
    }
    if (!isLookedFor || unprocessed.isWaiting(itemId)) return { kind: "unknown" };
    if (tracked.side === "finder") return { kind: "gone" };
    // Custody must have been read after the item was last seen here.
    const { custody } = tracked;
    if (tracked.custodyTick <= tracked.seenTick) {
      onStale();
      return { kind: "unknown" };
    }
    return custody === undefined ? { kind: "gone" } : this.#lookAtCustody(custody, tracked);
  }

  evidenceOf(copy: Copy): SeenCopy {
    return asEvidence(copy, this.#parts.holders, this.#parts.clock.now());
  }

  /** The copy as custody describes it, at a place that cannot be looked at. */
  remembered({ itemId, place, location, holderId }: Custody): SeenCopy {
    const { holders, clock } = this.#parts;
    const holderName = holders.nameOf(holderId);
    return { itemId, place, slot: "", location, holderId, holderName, count: 1, seenMs: clock.now() };
  }

  tokenOf(copy: Copy): string {
    // The search for the copy may have looked at a place that it has left.
    this.endMoves();
    return this.#parts.stayTokens.tokenOf(copy.itemId, this.#parts.isRolledBack(copy));
  }

  endMoves(): void {
    const { stayTokens, presence } = this.#parts;
    const hasEntered = (itemId: string) => presence.hasArrived(itemId);
    stayTokens.endMoves((itemId) => hasEntered(itemId) || (this.#lookFor(itemId) && hasEntered(itemId)));
  }

  /** Looks where an item that is out of sight can have gone. False when its turn has not come, or when that takes longer. */
  #lookFor(itemId: string): boolean {
    const { clock, lookFor } = this.#parts;
    if (this.#searchTick !== clock.tick) [this.#searchTick, this.#searches] = [clock.tick, 0];
    if (this.#searches >= MIN_SEARCHES && clock.isSpent) return false;
    this.#searches++;
    return lookFor(itemId);
  }

  /**
   * True if both servers show the own things of a player who is on both. That counts as one item, until it is put elsewhere on one of them.
   */
  isSameAccount(here: PlaceKey, there: PlaceKey | undefined): boolean {
    return there !== undefined && accountPlace(here) === accountPlace(there) && this.#parts.travelsWithPlayer(here);
  }

  /**
   * True if the item had left its place, or this server with a player, and a crash brought it back after the finder had it. The finder has
   * the copy that moved on: custody goes there, and this server asks about its own.
   */
  #isRolledBack({ side, dispute, custody }: TrackedDispute, copy: Copy): boolean {
    if (side !== "holder" || (dispute.step !== "opened" && dispute.step !== "dark") || custody === undefined)
      return false;
    const { travelsWithPlayer, isProvisional, canSee, isRolledBack } = this.#parts;
    const { place } = custody;
    const isAway = travelsWithPlayer(place) && !isProvisional(place) && !canSee(place);
    return (place === NOWHERE || isAway) && isRolledBack(copy);
  }

  /** On the finder's side: the player's place at which the item is on record, if that player was seen to bring it along. */
  #broughtFrom({ side, custody }: TrackedDispute): PlaceKey | undefined {
    if (side !== "finder" || custody === undefined || !this.#parts.travelsWithPlayer(custody.place)) return undefined;
    return ownerOfPlace(custody.place) === this.#parts.carrierOf(custody.itemId) ? custody.place : undefined;
  }

  #lookAtCustody(custody: Custody, tracked: TrackedDispute): OwnLook {
    const { sinceTick, seenTick } = tracked;
    const { presence, unprocessed, isProvisional, isAnybodyUnknownSince, travelsWithPlayer, canSee, wasHeldWhenDark } =
      this.#parts;
    const { place, itemId } = custody;
    if (place === ENDED) return { kind: "gone" };
    // Nobody can say which copy is the item before its owner is seen.
    if (place === NOWHERE && this.#parts.absentOwners.mayHaveFirst(itemId)) return this.#lookAtUnknown(tracked);
    // A player who was joining when the item was last seen, or asked about, may have it. Later joins do not matter: on a busy server
    // somebody always joins.
    if (place === NOWHERE)
      return { kind: isAnybodyUnknownSince(Math.max(sinceTick, seenTick + 1)) ? "unknown" : "gone" };
    if (isProvisional(place)) return { kind: "unknown" };
    if (canSee(place)) {
      // `canSee` may have made the first look since the place came to light. What it found is answered with the next look.
      const isFound = presence.has(itemId) || unprocessed.isWaiting(itemId);
      return { kind: isFound ? "unknown" : "gone" };
    }
    // On another server, the player would have custody there. So the player is nowhere, and nobody can look at the player's things.
    if (travelsWithPlayer(place)) return { kind: "dark" };
    return { kind: "dark", seen: wasHeldWhenDark(place, itemId) ? this.remembered(custody) : undefined };
  }

  /**
   * An absent owner may have the item. If the owner turned up on the finder's server with it, or further servers have it, there may be two
   * of which this server sees none: custody goes to the finder, so that the others ask there.
   */
  #lookAtUnknown({ dispute }: TrackedDispute): OwnLook {
    const { absentOwners, isAskedByAnother, writeMayBeCopy } = this.#parts;
    const { itemId, finder } = dispute;
    const isOwner = (place: PlaceKey) => ownerOfPlace(place) === finder.seen?.holderId;
    if (!absentOwners.placesOf(itemId, "unknown").some(isOwner) && !isAskedByAnother(dispute)) return { kind: "dark" };
    writeMayBeCopy(itemId);
    return { kind: "gone" };
  }
}
