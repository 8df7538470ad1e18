import { freshMap, freshSet } from "../model/fresh-map.ts";
import type { PlaceKey } from "../model/place.ts";
import type { Player } from "../platform.ts";

/** A class instead of a literal, for the reason that `QueuedLook` gives. */
class Act {
  readonly itemId: string;
  /** Absent when the item only got its id. */
  readonly player: Player | undefined;
  /** Places, besides the player's own, that the item may have gone to or come from. */
  readonly touched: readonly PlaceKey[];
  /** False for what happens to a player: walking over an item, dying. */
  readonly isDeliberate: boolean;
  /** True if the last look found the item with the player already. Known only if one of the places is a window whose block is gone. */
  readonly wasHeld: boolean;

  constructor(
    itemId: string,
    player: Player | undefined,
    touched: readonly PlaceKey[],
    isDeliberate: boolean,
    wasHeld: boolean,
  ) {
    this.itemId = itemId;
    this.player = player;
    this.touched = touched;
    this.isDeliberate = isDeliberate;
    this.wasHeld = wasHeld;
  }
}

const NO_PLACES: readonly PlaceKey[] = [];

/** Acts on one id that are kept for the next tick. A box may be carried about for hours while something in it waits. */
const MAX_KEPT = 8;

/**
 * Who did what with which id in the current tick, as events said. A transfer is written for each act, so a look need not write another. Acts
 * are many and few are asked about, so they are indexed only when somebody asks.
 */
export class TickActs {
  readonly #isAtPlace: (itemId: string, place: PlaceKey) => boolean;
  #acts: Act[] = [];
  #indexed = 0;
  #actorOn = new Map<string, Player | undefined>();
  /** Who moved an id to or from a place; the key is id and place. */
  #actorAt = new Map<string, Player>();
  /** Ids that two players moved to or from one place; the key is id and place. */
  #byTwo = new Set<string>();
  /** Whether a player did anything with an id on purpose; the key is id and player. */
  #isDeliberate = new Map<string, boolean>();
  /** Ids that a player moved to or from a place at which another player had moved them before; the key is id and player. */
  #isPassedOn = new Set<string>();
  /** Ids that were moved between a place and a window whose block is gone; the key is id and place. */
  #byWindow = new Set<string>();

  /** Ids that two players moved to or from one place, one of them out of such a window. */
  #mixed = new Set<string>();
  /** Ids that a player has from such a window only; the key is id and the player's place. */
  #onlyFromWindow = new Set<string>();
  /** Who placed the blocks of this tick: their contents came with them. */
  #placedBy = new Map<PlaceKey, Player>();

  /** `isAtPlace`: true if the last look at the place found the id there. */
  constructor(isAtPlace: (itemId: string, place: PlaceKey) => boolean) {
    this.#isAtPlace = isAtPlace;
  }

  noteNewId(itemId: string): void {
    this.#acts.push(new Act(itemId, undefined, NO_PLACES, false, false));
  }

  note(itemId: string, player: Player, touched: readonly PlaceKey[], isDeliberate = true): void {
    // This must be asked now: the looks of the tick end will find what the tick has changed.
    const wasHeld = touched.some(isWindow) && this.#isAtPlace(itemId, player.place);
    this.#acts.push(new Act(itemId, player, touched, isDeliberate, wasHeld));
  }

  /** The player placed a block here; it may have been a box. */
  notePlaced(place: PlaceKey, player: Player): void {
    this.#placedBy.set(place, player);
  }

  /** True if an event of this tick said that a player placed this very block, and as which item. */
  wasPlaced(place: PlaceKey): boolean {
    return this.#placedBy.has(place);
  }

  has(itemId: string): boolean {
    this.#index();
    return this.#actorOn.has(itemId);
  }

  /** The player who acted last on the item in this tick. */
  actorOf(itemId: string): Player | undefined {
    this.#index();
    return this.#actorOn.get(itemId);
  }

  /** The player who acted on the item at this very place, also inside a box (`boxId`), or who placed the block that it is in. */
  actorExactlyAt(itemId: string, place: PlaceKey, boxId: string | null = null): Player | undefined {
    this.#index();
    const ofItem = this.#actorOn.get(itemId);
    const actor = ofItem && (this.#actorAt.get(`${itemId} ${place}`) ?? (ofItem.place === place ? ofItem : undefined));
    return actor ?? (boxId === null ? this.#placedBy.get(place) : this.actorExactlyAt(boxId, place));
  }

  /** The same, or else the player who acted on the item or on its box anywhere. */
  actorAt(itemId: string, place: PlaceKey, boxId: string | null = null): Player | undefined {
    this.#index();
    return (
      this.actorExactlyAt(itemId, place, boxId) ??
      this.#actorOn.get(itemId) ??
      (boxId === null ? undefined : this.#actorOn.get(boxId))
    );
  }

  /**
   * True if all that the player did with the item, or with its box (`boxId`), was to walk over it or to die; or if another player had moved
   * it to or from one of the places before: then it is not known who of the two brought it.
   */
  didNotBring(player: Player, itemId: string, boxId: string | null): boolean {
    this.#index();
    const isOnly = (id: string) => {
      const act = `${id} ${player.id}`;
      return this.#isDeliberate.get(act) === false || this.#isPassedOn.has(act);
    };
    return isOnly(itemId) || (boxId !== null && isOnly(boxId));
  }

  /** False if no event said that anything went to or from a place. */
  get hasMoves(): boolean {
    this.#index();
    return this.#actorAt.size > 0;
  }

  /** True if two players moved the item to or from the place: one may have taken it, and the other brought another copy. */
  isMovedByTwo(itemId: string, place: PlaceKey): boolean {
    this.#index();
    return this.#byTwo.size > 0 && this.#byTwo.has(`${itemId} ${place}`);
  }

  /** True if an event said that the item went to or from the place, also inside a box (`boxId`). */
  isReportedAt(itemId: string, place: PlaceKey, boxId: string | null = null): boolean {
    this.#index();
    return this.#isAt(itemId, place) || (boxId !== null && this.#isAt(boxId, place));
  }

  /** True if the item went to or from the place through a window whose block is gone, also inside a box (`boxId`). */
  isByWindow(itemId: string, place: PlaceKey, boxId: string | null): boolean {
    this.#index();
    if (this.#byWindow.size === 0) return false;
    return this.#byWindow.has(`${itemId} ${place}`) || (boxId !== null && this.#byWindow.has(`${boxId} ${place}`));
  }

  /** True if two players moved the item to or from one place, one of them through such a window: nobody knows which copy went where. */
  isMixed(itemId: string, boxId: string | null): boolean {
    this.#index();
    return this.#mixed.size > 0 && (this.#mixed.has(itemId) || (boxId !== null && this.#mixed.has(boxId)));
  }

  /** Keeps acts on waiting ids, and on boxes around waiting items, for the next tick. */
  finishTickEnd(isKept: (itemId: string) => boolean): void {
    if (this.#acts.length > 0) this.#acts = lastOfEach(this.#acts.filter(({ itemId }) => isKept(itemId)));
    this.#indexed = 0;
    this.#actorOn = freshMap(this.#actorOn);
    this.#actorAt = freshMap(this.#actorAt);
    this.#byTwo = freshSet(this.#byTwo);
    this.#isDeliberate = freshMap(this.#isDeliberate);
    this.#isPassedOn = freshSet(this.#isPassedOn);
    this.#byWindow = freshSet(this.#byWindow);
    this.#mixed = freshSet(this.#mixed);
    this.#onlyFromWindow = freshSet(this.#onlyFromWindow);
    this.#placedBy = freshMap(this.#placedBy);
  }

  /** Nobody acted on most ids, and seeing that is quicker than building the longer key. */
  #isAt(itemId: string, place: PlaceKey): boolean {
    return this.#actorOn.has(itemId) && this.#actorAt.has(`${itemId} ${place}`);
  }

  #isByBoth(key: string): boolean {
    return this.#byTwo.has(key) && this.#byWindow.has(key);
  }

  #index(): void {
    for (; this.#indexed < this.#acts.length; this.#indexed++) {
      const { itemId, player, touched, isDeliberate, wasHeld } = this.#acts[this.#indexed]!;
      if (player !== undefined || !this.#actorOn.has(itemId)) this.#actorOn.set(itemId, player);
      if (player === undefined) continue;
      const act = `${itemId} ${player.id}`;
      this.#isDeliberate.set(act, isDeliberate || this.#isDeliberate.get(act) === true);
      if (touched.length === 0) continue;
      const places = [player.place, ...touched];
      for (const place of places) {
        const key = `${itemId} ${place}`;
        const earlier = this.#actorAt.get(key);
        if (earlier !== undefined && earlier.id !== player.id) {
          this.#byTwo.add(key);
          this.#isPassedOn.add(act);
        }
        this.#actorAt.set(key, player);
      }
      // An item that came out of a window may be moved on by the same player within the tick. If the player had one before, that may have been
      // moved on instead.
      const held = `${itemId} ${player.place}`;
      const isByWindow = touched.some(isWindow);
      if (isByWindow && !wasHeld) this.#onlyFromWindow.add(held);
      if (isByWindow || this.#onlyFromWindow.has(held))
        for (const place of places) this.#byWindow.add(`${itemId} ${place}`);
      if (this.#byTwo.size > 0 && places.some((place) => this.#isByBoth(`${itemId} ${place}`))) this.#mixed.add(itemId);
    }
  }
}

function lastOfEach(acts: readonly Act[]): Act[] {
  const counts = new Map<string, number>();
  const isKept = ({ itemId }: Act) => {
    const count = (counts.get(itemId) ?? 0) + 1;
    counts.set(itemId, count);
    return count <= MAX_KEPT;
  };
  return acts.toReversed().filter(isKept).reverse();
}

/** Asked at every event: `placeKind` would try every kind. */
function isWindow(place: PlaceKey): boolean {
  return place.startsWith("window:");
}
