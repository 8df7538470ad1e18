import type { Presence } from "../../looking/presence/presence.ts";
import { onlyWaiting } from "../../model/fresh-map.ts";
import type { Location } from "../../model/location.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import { accountPlace, ENDED, NOWHERE, type PlaceKey } from "../../model/place.ts";
import type { Recorder } from "../../recording/recorder.ts";
import type { Holders } from "./holders.ts";

/** Ids without a visible place that are remembered. About any others the store is asked. */
const MAX_UNPLACED = 65_536;

/** The place that an id was seen to leave, and who held it there. */
export interface LastHolding {
  readonly place: PlaceKey;
  readonly holderId: string;
  /** When the tick began in which it was seen to leave: moves that were reported since may have led it from there. */
  readonly since: number;
  /** True if it was in a block that was broken in this tick. */
  readonly isBroken?: boolean;
}

/** Where an id that was just given out comes from. */
export const NEW: LastHolding = { place: NOWHERE, holderId: NIL_UUID, since: 0 };

const NO_LOCATION: Location = { world: "", x: 0, y: 0, z: 0 };

interface CustodyWriterParts {
  readonly recorder: Recorder;
  readonly presence: Presence;
  readonly holders: Holders;
  /** True while custody must stay as it is, because an absent player may have the item. */
  readonly isHeldBack: (itemId: string) => boolean;
  /**
   * True while nobody knows whether an absent player has the item or the copy at this place is it, and the place goes with its player to
   * other servers, which would know nothing of that doubt.
   */
  readonly isUncertain: (itemId: string, place: PlaceKey) => boolean;
  /** True if nobody can say whether what was found after a crash is the item. */
  readonly mayBeCopy: (itemId: string) => boolean;
  /** Writes a row that has the id at this place, now or once the store was asked where the id was before. */
  readonly writeInTurn: (itemId: string, place: PlaceKey, write: () => void) => void;
}

/** Writes down where each id was last confirmed, and knows which ids may turn up anywhere without asking the store. */
export class CustodyWriter {
  readonly #parts: CustodyWriterParts;
  /** Ids that were seen to leave their last place, or are new, and are at no visible place now. */
  readonly #unplaced = new Map<string, LastHolding>();
  /** Ids that left a place at this tick end. */
  #left = new Map<string, LastHolding>();

  constructor(parts: CustodyWriterParts) {
    this.#parts = parts;
  }

  /** The id is new: the place where it first turns up is its place. */
  noteNewId(itemId: string): void {
    this.#keepUnplaced(itemId, NEW);
  }

  noteLeft(itemId: string, holding: LastHolding): void {
    this.#left.set(itemId, holding);
  }

  /**
   * For an id that turned up: returns, once, the place that it was seen to leave and its holder there, or `NEW`. `undefined` if the store
   * has to be asked.
   */
  takeLastHolding(itemId: string): LastHolding | undefined {
    const holding = this.lastHoldingOf(itemId);
    if (holding === undefined) return undefined;
    this.#left.delete(itemId);
    this.#unplaced.delete(itemId);
    return holding;
  }

  /** For an item that is at no visible place now: the place that it was seen to leave, and who held it there. */
  lastHoldingOf(itemId: string): LastHolding | undefined {
    return this.#left.get(itemId) ?? this.#unplaced.get(itemId);
  }

  /** Who held an item that is at no visible place; the nil UUID when that is not known. */
  lastHolderOf(itemId: string): string {
    return this.lastHoldingOf(itemId)?.holderId ?? NIL_UUID;
  }

  writeCustody(itemId: string, place: PlaceKey, location: Location): void {
    const { holders, isHeldBack, isUncertain } = this.#parts;
    const holderId = holders.holderOf(itemId, place).id;
    if (isUncertain(itemId, place)) this.writeNowhere(itemId, holderId);
    else if (!isHeldBack(itemId)) this.#write(itemId, holderId, accountPlace(place), location);
  }

  /** Records that the item has no known place: it is nowhere to be seen, or it is at several and nobody can say at which it was before. */
  writeNowhere(itemId: string, holderId = NIL_UUID): void {
    if (!this.#parts.isHeldBack(itemId)) this.#write(itemId, holderId, NOWHERE, NO_LOCATION);
  }

  /** The item was placed or used up. */
  writeEnd(itemId: string, holderId: string, location: Location): void {
    if (!this.#parts.isHeldBack(itemId)) this.#write(itemId, holderId, ENDED, location);
  }

  /** Called at the end of a tick. Records that ids which left their place are nowhere to be seen. */
  writeLost(isWaiting: (itemId: string) => boolean): void {
    for (const [itemId, holding] of this.#left) {
      if (this.#parts.presence.has(itemId) || isWaiting(itemId)) continue;
      this.#keepUnplaced(itemId, holding);
      this.writeNowhere(itemId, holding.holderId);
    }
    this.#left = onlyWaiting(this.#left, isWaiting);
  }

  #write(itemId: string, holderId: string, place: PlaceKey, location: Location): void {
    const { recorder, writeInTurn, mayBeCopy } = this.#parts;
    writeInTurn(itemId, place, () =>
      recorder.recordCustody(itemId, holderId, place, location, mayBeCopy(itemId) || undefined),
    );
  }

  #keepUnplaced(itemId: string, holding: LastHolding): void {
    this.#unplaced.set(itemId, holding);
    if (this.#unplaced.size <= MAX_UNPLACED) return;
    const [oldest] = this.#unplaced.keys();
    this.#unplaced.delete(oldest!);
  }
}
