import { freshMap, freshSet } from "../model/fresh-map.ts";
import { type PlaceKey, placeKind } from "../model/place.ts";
import type { Player } from "../platform.ts";

/** A class instead of a literal, for the reason that `QueuedLook` gives. */
class Report {
  readonly itemId: string;
  /** Absent when the item only got its id. */
  readonly player: Player | undefined;
  /** Places, besides the player's own, that the item may have gone to or come from. */
  readonly touched: readonly PlaceKey[];

  constructor(itemId: string, player: Player | undefined, touched: readonly PlaceKey[]) {
    this.itemId = itemId;
    this.player = player;
    this.touched = touched;
  }
}

const NO_PLACES: readonly PlaceKey[] = [];

/**
 * What events of the current tick said about ids. A transfer is written for each, so a look need not write another. Events are many and few
 * are asked about, so they are sorted only when somebody asks.
 */
export class TickReports {
  #reports: Report[] = [];
  #sorted = 0;
  #actorOn = new Map<string, Player | undefined>();
  /** Who moved an id to or from a place; the key is id and place. */
  #actorAt = new Map<string, Player>();
  /** Ids that were moved between a place and a window whose block is gone; the key is id and place. */
  #byWindow = new Set<string>();

  /** Who placed the blocks of this tick: their contents came with them. */
  #placedBy = new Map<PlaceKey, Player>();

  minted(itemId: string): void {
    this.#reports.push(new Report(itemId, undefined, NO_PLACES));
  }

  acted(itemId: string, player: Player, touched: readonly PlaceKey[]): void {
    this.#reports.push(new Report(itemId, player, touched));
  }

  /** The player placed a block here; it may have been a box. */
  placed(place: PlaceKey, player: Player): void {
    this.#placedBy.set(place, player);
  }

  has(itemId: string): boolean {
    this.#sort();
    return this.#actorOn.has(itemId);
  }

  /** The player who acted last on the item in this tick. */
  actorOf(itemId: string): Player | undefined {
    this.#sort();
    return this.#actorOn.get(itemId);
  }

  /** The player who acted on the item at this very place, also inside a box (`boxId`), or who placed the block that it is in. */
  actorExactlyAt(itemId: string, place: PlaceKey, boxId: string | null = null): Player | undefined {
    this.#sort();
    const ofItem = this.#actorOn.get(itemId);
    const actor = ofItem && (this.#actorAt.get(`${itemId} ${place}`) ?? (ofItem.place === place ? ofItem : undefined));
    return actor ?? (boxId === null ? this.#placedBy.get(place) : this.actorExactlyAt(boxId, place));
  }

  /** The same, or else the player who acted on the item or on its box anywhere. */
  actorAt(itemId: string, place: PlaceKey, boxId: string | null = null): Player | undefined {
    this.#sort();
    return (
      this.actorExactlyAt(itemId, place, boxId) ??
      this.#actorOn.get(itemId) ??
      (boxId === null ? undefined : this.#actorOn.get(boxId))
    );
  }

  /** True if an event said that the item went to or from the place, also inside a box (`boxId`). */
  isReportedAt(itemId: string, place: PlaceKey, boxId: string | null = null): boolean {
    this.#sort();
    return this.#isAt(itemId, place) || (boxId !== null && this.#isAt(boxId, place));
  }

  /** True if the item went to or from the place through a window whose block is gone, also inside a box (`boxId`). */
  isByWindow(itemId: string, place: PlaceKey, boxId: string | null): boolean {
    this.#sort();
    if (this.#byWindow.size === 0) return false;
    return this.#byWindow.has(`${itemId} ${place}`) || (boxId !== null && this.#byWindow.has(`${boxId} ${place}`));
  }

  /** Keeps reports about waiting ids, and about boxes around waiting items, for the next tick. */
  finishTickEnd(isKept: (itemId: string) => boolean): void {
    if (this.#reports.length > 0) this.#reports = this.#reports.filter(({ itemId }) => isKept(itemId));
    this.#sorted = 0;
    this.#actorOn = freshMap(this.#actorOn);
    this.#actorAt = freshMap(this.#actorAt);
    this.#byWindow = freshSet(this.#byWindow);
    this.#placedBy = freshMap(this.#placedBy);
  }

  /** Most ids have no report, and seeing that is quicker than building the longer key. */
  #isAt(itemId: string, place: PlaceKey): boolean {
    return this.#actorOn.has(itemId) && this.#actorAt.has(`${itemId} ${place}`);
  }

  #sort(): void {
    for (; this.#sorted < this.#reports.length; this.#sorted++) {
      const { itemId, player, touched } = this.#reports[this.#sorted]!;
      if (player !== undefined || !this.#actorOn.has(itemId)) this.#actorOn.set(itemId, player);
      if (player === undefined || touched.length === 0) continue;
      const places = [player.place, ...touched];
      for (const place of places) this.#actorAt.set(`${itemId} ${place}`, player);
      // An item that came out of a window may be moved on by the same player within the tick.
      const isFromWindow = this.#byWindow.has(`${itemId} ${player.place}`);
      if (isFromWindow || touched.some((place) => placeKind(place) === "window"))
        for (const place of places) this.#byWindow.add(`${itemId} ${place}`);
    }
  }
}
