import { freshMap, freshSet } from "../model/fresh-map.ts";
import { type PlaceKey, placeKind } from "../model/place.ts";
import type { Player } from "../platform.ts";

/** A class and no literal, for the reason that `QueuedLook` gives. */
class Report {
  readonly itemId: string;
  /** Absent when the item only got its id. */
  readonly player: Player | undefined;
  /** The places besides the player's own that it may have gone to or come from. */
  readonly touched: readonly PlaceKey[];

  constructor(itemId: string, player: Player | undefined, touched: readonly PlaceKey[]) {
    this.itemId = itemId;
    this.player = player;
    this.touched = touched;
  }
}

const NO_PLACES: readonly PlaceKey[] = [];

/**
 * What events of the tick under way said about ids: a transfer is written for each, and a look need not write another. Events are
 * many, and few are asked about: they are sorted only when somebody asks.
 */
export class TickReports {
  #reports: Report[] = [];
  #sorted = 0;
  #actorOn = new Map<string, Player | undefined>();
  /** Who moved which id to or from which place; the key is both. */
  #actorAt = new Map<string, Player>();
  /** Ids, and the places between which and a window whose block is gone they were moved; the key is both. */
  #byWindow = new Set<string>();

  /** Who placed the blocks of this tick: what is in them came with them. */
  #placedBy = new Map<PlaceKey, Player>();

  minted(itemId: string): void {
    this.#reports.push(new Report(itemId, undefined, NO_PLACES));
  }

  acted(itemId: string, player: Player, touched: readonly PlaceKey[]): void {
    this.#reports.push(new Report(itemId, player, touched));
  }

  /** A box, say, became the block at this place. */
  placed(place: PlaceKey, player: Player): void {
    this.#placedBy.set(place, player);
  }

  has(itemId: string): boolean {
    this.#sort();
    return this.#actorOn.has(itemId);
  }

  /** Whoever acted on the item last in this tick. */
  actorOf(itemId: string): Player | undefined {
    this.#sort();
    return this.#actorOn.get(itemId);
  }

  /** Whoever acted on the item at this very place, be it inside a box (`boxId`), or by placing the block that it is in. */
  actorExactlyAt(itemId: string, place: PlaceKey, boxId: string | null = null): Player | undefined {
    this.#sort();
    const ofItem = this.#actorOn.get(itemId);
    const actor = ofItem && (this.#actorAt.get(`${itemId} ${place}`) ?? (ofItem.place === place ? ofItem : undefined));
    return actor ?? (boxId === null ? this.#placedBy.get(place) : this.actorExactlyAt(boxId, place));
  }

  /** The same, or else whoever did something with it, wherever that was. */
  actorAt(itemId: string, place: PlaceKey, boxId: string | null = null): Player | undefined {
    this.#sort();
    return (
      this.actorExactlyAt(itemId, place, boxId) ??
      this.#actorOn.get(itemId) ??
      (boxId === null ? undefined : this.#actorOn.get(boxId))
    );
  }

  /** An event said that it went to or from the place, be it inside a box (`boxId`). */
  isReportedAt(itemId: string, place: PlaceKey, boxId: string | null = null): boolean {
    this.#sort();
    return this.#isAt(itemId, place) || (boxId !== null && this.#isAt(boxId, place));
  }

  /** It went to or from the place by way of a window whose block is gone, be it inside a box (`boxId`). */
  isByWindow(itemId: string, place: PlaceKey, boxId: string | null): boolean {
    this.#sort();
    if (this.#byWindow.size === 0) return false;
    return this.#byWindow.has(`${itemId} ${place}`) || (boxId !== null && this.#byWindow.has(`${boxId} ${place}`));
  }

  /** What was said of an id that waits, or of a box around something that waits, is still to be known in the next tick. */
  finishTickEnd(isKept: (itemId: string) => boolean): void {
    if (this.#reports.length > 0) this.#reports = this.#reports.filter(({ itemId }) => isKept(itemId));
    this.#sorted = 0;
    this.#actorOn = freshMap(this.#actorOn);
    this.#actorAt = freshMap(this.#actorAt);
    this.#byWindow = freshSet(this.#byWindow);
    this.#placedBy = freshMap(this.#placedBy);
  }

  /** Of most ids nothing was said, and to make the longer key takes longer than to see that. */
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
      // What came out of a window may go on within the tick, by the same hands.
      const isFromWindow = this.#byWindow.has(`${itemId} ${player.place}`);
      if (isFromWindow || touched.some((place) => placeKind(place) === "window"))
        for (const place of places) this.#byWindow.add(`${itemId} ${place}`);
    }
  }
}
