import type { Holder, Holders } from "../judging/custody/holders.ts";
import type { Claims } from "../judging/dark/claims.ts";
import type { JudgingGroup } from "../judging/make-judging.ts";
import { type Copy, canLook } from "../looking/look.ts";
import { giveOwnStack } from "../looking/own-stack.ts";
import { reissue } from "../looking/reissue.ts";
import type { LookQueue } from "../looking/rounds/look-queue.ts";
import type { PlaceKey } from "../model/place.ts";
import type { Item, Platform, Player } from "../platform.ts";
import type { Recorder } from "../recording/recorder.ts";
import { type NewId, readItemId } from "../tagging/item-tag.ts";

/** A scan that somebody waits for. */
interface ScanRequest {
  readonly players: readonly Player[];
  readonly done: (itemCount: number) => void;
}

interface LiveItemsParts {
  readonly platform: Platform;
  readonly judging: JudgingGroup;
  readonly lookQueue: LookQueue;
  /** Looks at a player when this tick ends, as the periodic scan does. */
  readonly scan: (player: Player) => void;
  readonly holders: Holders;
  readonly recorder: Recorder;
  readonly newId: NewId;
}

/** Answers what staff ask about the game as it is now: where ids are in sight, a scan at once, a fresh id for an item. */
export class LiveItems {
  readonly #parts: LiveItemsParts;
  #scans: ScanRequest[] = [];

  constructor(parts: LiveItemsParts) {
    this.#parts = parts;
  }

  /** How many ids are in sight now. */
  get visibleIds(): number {
    return this.#parts.judging.presence.size;
  }

  get claims(): Claims {
    return this.#parts.judging.claims;
  }

  /** Where the last looks found the id. */
  placesOf(itemId: string): readonly PlaceKey[] {
    return this.#parts.judging.presence.placesOf(itemId);
  }

  /** The holder of the item while it lies there; the nil UUID and an empty name if none is known. */
  holderOf(itemId: string, place: PlaceKey): Holder {
    return this.#parts.holders.holderOf(itemId, place);
  }

  /** Looks at these players when this tick ends. Resolves with the number of tracked items that they have. */
  scan(players: readonly Player[]): Promise<number> {
    for (const player of players) this.#parts.scan(player);
    return new Promise((done) => this.#scans.push({ players, done }));
  }

  /** Called after the looks of a tick. Waits if not everything fitted into that tick. */
  answerScans(): void {
    const { judging, lookQueue } = this.#parts;
    if (this.#scans.length === 0 || lookQueue.size > 0 || judging.unprocessed.areWaiting) return;
    const scans = this.#scans;
    this.#scans = [];
    for (const { players, done } of scans) {
      done(players.reduce((count, { place }) => count + judging.presence.idsAt(place).length, 0));
    }
  }

  /**
   * Gives an item in a player's hand a fresh id, with a row for it and one that ends the history of the old id. Items inside a box keep
   * their ids. `undefined` if the item has no id.
   */
  reissue(player: Player, held: Item): { readonly itemId: string; readonly freshId: string } | undefined {
    const itemId = readItemId(held);
    if (itemId === null) return undefined;
    const item = this.#heldAlone(player, held, itemId);
    const location = player.location();
    const slot = "hand";
    const where = { place: player.place, slot, outer: item, outerSlot: slot, boxId: null, location };
    const copy = { itemId, item, ...where, isNew: false };
    const { recorder, judging, lookQueue } = this.#parts;
    const freshId = reissue(copy, [], player.id, this.#parts)!;
    recorder.recordTransfer(itemId, player.id, "REISSUED", location);
    judging.itemReports.noteNewId(freshId);
    lookQueue.add(player.place, "REISSUED", player);
    return { itemId, freshId };
  }

  /** The stack in the player's hand. Every other slot that had the same stack object has one of its own afterwards. */
  #heldAlone(player: Player, held: Item, itemId: string): Item {
    const { platform, judging } = this.#parts;
    const slots: Pick<Copy, "place" | "outer" | "outerSlot">[] = [];
    for (const place of new Set([player.place, ...judging.presence.placesOf(itemId)]))
      canLook(platform, place, (outer, outerSlot) => {
        if (outer.stack === held.stack) slots.push({ place, outer, outerSlot });
      });
    for (const slot of slots.slice(1)) giveOwnStack(slot, platform);
    // The hand may have been one of these slots.
    return player.heldItem() ?? held;
  }
}
