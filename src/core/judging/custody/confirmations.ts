import type { Copy, Look } from "../../looking/look.ts";
import type { Cause } from "../../looking/look-cause.ts";
import type { Observer } from "../../looking/observer.ts";
import type { Presence } from "../../looking/presence/presence.ts";
import type { UnprocessedItems } from "../../looking/unprocessed-items.ts";
import { freshSet, onlyWaiting } from "../../model/fresh-map.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { Recorder } from "../../recording/recorder.ts";
import type { GameClock } from "../../time/game-clock.ts";
import type { CrashDoubt } from "../from-store/crash-doubt.ts";
import type { StoreLookups } from "../from-store/store-lookups.ts";
import type { FirstCopies } from "../proofs/first-copies.ts";
import type { TickActs } from "../tick-acts.ts";
import type { Attribution } from "./attribution.ts";
import type { CustodyWriter, LastHolding } from "./custody-writer.ts";

interface ConfirmationsParts {
  readonly clock: Pick<GameClock, "isSpent">;
  readonly observer: Observer;
  readonly unprocessed: UnprocessedItems;
  readonly presence: Presence;
  readonly recorder: Recorder;
  readonly tickActs: TickActs;
  readonly attribution: Attribution;
  readonly custodyWriter: CustodyWriter;
  readonly crashDoubt: CrashDoubt;
  readonly firstCopies: FirstCopies;
  readonly storeLookups: StoreLookups;
}

/** Ids for which one tick end records where they stayed. When one of two equal boxes is taken away, everything in it has another copy. */
const STAYED_PER_TICK = 128;

/** At least this many are recorded, even if the tick end's time is spent. */
const MIN_STAYED = 32;

/** Puts on record where items are. While an id is at several places, custody stays with the copy that was there first. */
export class Confirmations {
  readonly #parts: ConfirmationsParts;
  /** Ids that left one place at this tick end and are still at another, with their holder at the place that they left. */
  #leftPlaces = new Map<string, LastHolding>();
  /** Ids that turned up at this tick end while another copy was in sight. */
  #furtherCopies = new Set<string>();

  /** Ids that left one of several places, or turned up at another, and are still to be confirmed where they are. */
  readonly #stayed = new Set<string>();
  /** The same for ids that the store is asked about: its record of them must stay as it is until it has answered. */
  readonly #asked = new Set<string>();

  constructor(parts: ConfirmationsParts) {
    this.#parts = parts;
  }

  /** Custody follows the item. Writes a row, unless this tick has already written one or the id is new. */
  confirm(copy: Copy, cause: Cause, isCustody = true, isLogged = this.#parts.tickActs.has(copy.itemId)): void {
    const { presence, custodyWriter, crashDoubt, attribution, recorder, firstCopies } = this.#parts;
    // Whether another copy is still where it was is known at the end of the tick, if they are not all in the dark by then. Until then custody
    // goes only where an event said that the item went.
    const isFurther = presence.isAtSeveral(copy.itemId);
    if (isFurther) this.#furtherCopies.add(copy.itemId);
    if (isCustody && (!isFurther || firstCopies.isReported(copy.itemId, copy.place)))
      custodyWriter.writeCustody(copy.itemId, copy.place, copy.location);
    crashDoubt.noteConfirmed(copy.itemId);
    if (copy.isNew || isLogged) return;
    if (cause.player === undefined) attribution.writeRowLater(copy, cause.action);
    else recorder.recordTransfer(copy.itemId, cause.player.id, cause.action, copy.location);
  }

  /** The id left the place, and is still at another. */
  noteOneLeft(itemId: string, holding: LastHolding): void {
    this.#leftPlaces.set(itemId, holding);
  }

  /** The place that the id left at this tick end while it was at several. */
  leftPlaceOf(itemId: string): PlaceKey | undefined {
    return this.#leftPlaces.get(itemId)?.place;
  }

  /** The store's answer tells which copy was there first, so custody is confirmed again at the end of the tick. */
  addFurtherCopy(itemId: string): void {
    if (this.#parts.presence.isAtSeveral(itemId)) this.#furtherCopies.add(itemId);
  }

  /** The item is put on record at the end of the tick, at its first place. */
  confirmAgain(itemId: string): void {
    this.#stayed.add(itemId);
  }

  /**
   * Records here the waiting items that were seen to leave their earlier place. About the others the store is asked once they can be looked
   * at again: until then it has them where they were.
   */
  confirmWaiting({ place, copies }: Look): void {
    const { unprocessed, presence, custodyWriter } = this.#parts;
    const [here] = copies;
    if (here === undefined) return;
    for (const itemId of unprocessed.idsAt(place)) {
      if (presence.has(itemId) || custodyWriter.takeLastHolding(itemId) === undefined) continue;
      custodyWriter.writeCustody(itemId, place, here.location);
    }
  }

  /** Called at the end of a tick, after all looks were processed. */
  finishTickEnd(isWaiting: (itemId: string) => boolean): void {
    const { custodyWriter, attribution } = this.#parts;
    attribution.writeRows(this.#leftPlaces);
    for (const ids of [this.#leftPlaces.keys(), this.#furtherCopies])
      for (const itemId of ids) if (!isWaiting(itemId)) this.#stayed.add(itemId);
    this.#leftPlaces = onlyWaiting(this.#leftPlaces, isWaiting);
    this.#furtherCopies = freshSet(this.#furtherCopies);
    for (const itemId of this.#asked)
      if (!this.#parts.storeLookups.isAsking(itemId) && this.#asked.delete(itemId)) this.#stayed.add(itemId);
    this.#confirmStayed();
    custodyWriter.writeLost(isWaiting);
  }

  /** False while ids that stayed are still to be put on record. */
  get isDone(): boolean {
    return this.#stayed.size === 0;
  }

  #confirmStayed(): void {
    const { clock, observer, presence, custodyWriter, firstCopies, storeLookups } = this.#parts;
    let ids = 0;
    for (const itemId of this.#stayed) {
      if (ids === STAYED_PER_TICK || (ids >= MIN_STAYED && clock.isSpent)) return;
      ids++;
      this.#stayed.delete(itemId);
      if (storeLookups.isAsking(itemId)) {
        this.#asked.add(itemId);
        continue;
      }
      if (presence.isAtSeveral(itemId) && !firstCopies.isKnown(itemId)) continue;
      const copy = observer.firstCopyOf(itemId);
      if (copy !== undefined) custodyWriter.writeCustody(itemId, copy.place, copy.location);
    }
  }
}
