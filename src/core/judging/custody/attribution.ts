import type { Action } from "../../item-event.ts";
import type { Copy } from "../../looking/look.ts";
import type { Cause } from "../../looking/look-cause.ts";
import type { Presence } from "../../looking/presence/presence.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import { ownerOfPlace, type PlaceKey } from "../../model/place.ts";
import type { Recorder } from "../../recording/recorder.ts";
import type { TickActs } from "../tick-acts.ts";
import type { Opener } from "../verdict.ts";
import type { Holders } from "./holders.ts";

interface AttributionParts {
  readonly tickActs: TickActs;
  readonly holders: Holders;
  readonly presence: Presence;
  readonly recorder: Recorder;
}

/** Decides which player an arrival or a departure is attributed to. */
export class Attribution {
  readonly #parts: AttributionParts;
  /** Arrivals that no player is behind. Their holder is known once the tick end has looked everywhere. */
  #unwrittenRows: { readonly copy: Copy; readonly action: Action }[] = [];

  constructor(parts: AttributionParts) {
    this.#parts = parts;
  }

  /** The player who acted on that very item there in this tick, or else the player whose sighting it is. */
  openerOf(itemId: string, place: PlaceKey, cause: Cause, boxId: string | null = null): Opener | undefined {
    const { tickActs } = this.#parts;
    const actor = tickActs.actorExactlyAt(itemId, place, boxId);
    if (actor !== undefined) return { player: actor, hasActed: !tickActs.didNotBring(actor, itemId, boxId), place };
    return cause.player && { player: cause.player, hasActed: false, place };
  }

  /** The same for one copy of a look. */
  openerOfCopy(copy: Copy, cause: Cause): Opener | undefined {
    return this.openerOf(copy.itemId, copy.place, cause, copy.boxId);
  }

  /** The item left the place. Returns who held it there. */
  holderWhenLeft(itemId: string, place: PlaceKey): string {
    // This is the quick way: thousands may leave with one box.
    const owner = ownerOfPlace(place);
    if (owner !== undefined) return owner;
    const { tickActs, holders } = this.#parts;
    const actor = tickActs.actorAt(itemId, place);
    if (actor !== undefined) holders.noteAct(itemId, place, actor.id);
    return holders.holderOf(itemId, place).id;
  }

  /** The item turned up, and is nowhere else. If it moved without an event, it still belongs to its last holder. */
  noteArrival(copy: Copy, lastHolder = NIL_UUID): void {
    if (this.#arrivedWithOwner(copy)) return;
    const { tickActs, holders } = this.#parts;
    const { itemId, place } = copy;
    const holder = tickActs.actorAt(itemId, place, copy.boxId)?.id ?? lastHolder;
    if (holder !== NIL_UUID) holders.noteAct(itemId, place, holder);
  }

  /** A further copy turned up. If nobody brought it, it has no holder. */
  noteFurtherCopy(copy: Copy): void {
    if (this.#arrivedWithOwner(copy)) return;
    const { tickActs, holders } = this.#parts;
    const { itemId, place } = copy;
    const actor = tickActs.actorExactlyAt(itemId, place, copy.boxId);
    if (actor !== undefined) holders.noteAct(itemId, place, actor.id);
    else holders.noteUnbrought(itemId, place);
  }

  /** A row must be written for this arrival, and no player is behind it. */
  writeRowLater(copy: Copy, action: Action): void {
    this.#unwrittenRows.push({ copy, action });
  }

  /**
   * Called once the tick end has looked: it is now known whether such an arrival is a further copy, or came from another place.
   * `lastHoldings`: those of the ids that left one of several places.
   */
  writeRows(lastHoldings: ReadonlyMap<string, { readonly holderId: string }>): void {
    const { holders, presence, recorder } = this.#parts;
    for (const { copy, action } of this.#unwrittenRows) {
      const { itemId, place, location } = copy;
      const lastHolder = lastHoldings.get(itemId)?.holderId ?? NIL_UUID;
      const isOnlyOne = !presence.isAtSeveral(itemId) && presence.placesOf(itemId)[0] === place;
      if (lastHolder !== NIL_UUID && isOnlyOne) holders.noteAct(itemId, place, lastHolder);
      recorder.recordTransfer(itemId, holders.holderOf(itemId, place).id, action, location);
    }
    if (this.#unwrittenRows.length > 0) this.#unwrittenRows = [];
  }

  /** True if the place is a player's own: the item then belongs to that player, even if somebody else brought it there. */
  #arrivedWithOwner(copy: Copy): boolean {
    const { tickActs, holders } = this.#parts;
    const { itemId, place } = copy;
    const owner = ownerOfPlace(place);
    if (owner === undefined) return false;
    const bringer = tickActs.actorExactlyAt(itemId, place, copy.boxId);
    if (bringer === undefined || bringer.id === owner) holders.noteTookOver(itemId, place);
    else holders.noteBroughtTo(itemId, place, bringer.id);
    return true;
  }
}
