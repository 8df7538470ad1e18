import type { Presence } from "../../looking/presence/presence.ts";
import { onlyWaiting } from "../../model/fresh-map.ts";
import type { Location } from "../../model/location.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import { ENDED, NOWHERE, type PlaceKey, recordOf } from "../../model/place.ts";
import type { Recorder } from "../../recording/recorder.ts";
import type { Holders } from "./holders.ts";

/** Ids without a visible place that are remembered; beyond it the store is asked. */
const MAX_UNPLACED = 65_536;

/** The place that an id was seen to leave, and who held it there. */
export interface LastHolding {
  readonly place: PlaceKey;
  readonly holderId: string;
}

/** Where an id comes from that was given out just now. */
export const NEW: LastHolding = { place: NOWHERE, holderId: NIL_UUID };

const NO_LOCATION: Location = { world: "", x: 0, y: 0, z: 0 };

/** Writes down where each id was last confirmed, and knows which ids may turn up anywhere without a question. */
export class CustodyWriter {
  readonly #recorder: Recorder;
  readonly #presence: Presence;
  readonly #holders: Holders;
  readonly #onWritten: ((itemId: string) => void) | undefined;
  /** Ids that were seen to leave their last place, or are new, and are at no visible place now. */
  readonly #unplaced = new Map<string, LastHolding>();
  /** Those that left a place at this tick end. */
  #left = new Map<string, LastHolding>();

  /** `onWritten` hears of every row. */
  constructor(recorder: Recorder, presence: Presence, holders: Holders, onWritten?: (itemId: string) => void) {
    this.#onWritten = onWritten;
    this.#recorder = recorder;
    this.#presence = presence;
    this.#holders = holders;
  }

  /** The id is new: wherever it turns up first is its place. */
  minted(itemId: string): void {
    this.#expect(itemId, NEW);
  }

  departed(itemId: string, holding: LastHolding): void {
    this.#left.set(itemId, holding);
  }

  /**
   * Once, when nothing has to be asked about an id that turned up: who held it at the place that it was seen to leave, or `NEW`.
   * Else `undefined`.
   */
  takeLastHolding(itemId: string): LastHolding | undefined {
    const holding = this.lastHoldingOf(itemId);
    if (holding === undefined) return undefined;
    this.#left.delete(itemId);
    this.#unplaced.delete(itemId);
    return holding;
  }

  /** The place that an item was seen to leave which is at no visible place now, and who held it there. */
  lastHoldingOf(itemId: string): LastHolding | undefined {
    return this.#left.get(itemId) ?? this.#unplaced.get(itemId);
  }

  /** Who held an item that is at no visible place; the nil UUID when that is not known. */
  lastHolderOf(itemId: string): string {
    return this.lastHoldingOf(itemId)?.holderId ?? NIL_UUID;
  }

  confirm(itemId: string, place: PlaceKey, location: Location): void {
    this.#write(itemId, this.#holders.holderOf(itemId, place).id, recordOf(place), location);
  }

  /** No place is on record as its own: it is nowhere to be seen, or at several, and nobody can say at which it was before. */
  writeNowhere(itemId: string, holderId = NIL_UUID): void {
    this.#write(itemId, holderId, NOWHERE, NO_LOCATION);
  }

  /** It was placed or used up. */
  ended(itemId: string, holderId: string, location: Location): void {
    this.#write(itemId, holderId, ENDED, location);
  }

  /** At the end of a tick: what left its place and is nowhere to be seen is on record as such. */
  writeLost(isWaiting: (itemId: string) => boolean): void {
    for (const [itemId, holding] of this.#left) {
      if (this.#presence.has(itemId) || isWaiting(itemId)) continue;
      this.#expect(itemId, holding);
      this.writeNowhere(itemId, holding.holderId);
    }
    this.#left = onlyWaiting(this.#left, isWaiting);
  }

  #write(itemId: string, holderId: string, place: PlaceKey, location: Location): void {
    this.#recorder.custody(itemId, holderId, place, location);
    this.#onWritten?.(itemId);
  }

  #expect(itemId: string, holding: LastHolding): void {
    this.#unplaced.set(itemId, holding);
    if (this.#unplaced.size <= MAX_UNPLACED) return;
    const [oldest] = this.#unplaced.keys();
    this.#unplaced.delete(oldest!);
  }
}
