import type { Copy } from "../../looking/look.ts";
import { freshMap } from "../../model/fresh-map.ts";
import { formatLocation, type Location } from "../../model/location.ts";
import {
  accountPlace,
  blockPlace,
  ENDED,
  isLeftoverWindow,
  locationOfPlace,
  type PlaceKey,
} from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { Item, Player } from "../../platform.ts";
import { RecentMap } from "../../time/recent-map.ts";
import { countItems } from "../evidence.ts";
import type { Opener } from "../verdict.ts";
import type { BeforeEnd, EndOpeners } from "./end-openers.ts";

/** An item became a block, or was used up. */
export interface End {
  readonly how: "placed" | "used";
  readonly player: Player;
  readonly item: Item;
  readonly location: Location;
}

interface KnownEnd extends End {
  readonly before: BeforeEnd;
}

interface EndedItemsParts {
  readonly copiesOf: (itemId: string) => readonly Copy[];
  /** Gives sanctioned copies a fresh id; true when no suspicion remains. */
  readonly reissueIfSanctioned: (copies: readonly Copy[]) => boolean;
  readonly isExempt: (material: string, world: string) => boolean;
  /** True if it is already proven by visible copies. */
  readonly isProven: (itemId: string) => boolean;
  readonly openers: Pick<EndOpeners, "beforeEnd" | "openerOf">;
  readonly now: () => number;
  /** `copies`: what is left as items. `ended`: evidence that nobody can take away. */
  readonly onProven: (
    itemId: string,
    copies: readonly Copy[],
    opener: Opener,
    material: string,
    ended: readonly SeenCopy[],
  ) => void;
  /** The item ended, and nothing is left of it. */
  readonly onEnded: (end: End, ended: EndedCopy) => void;
}

/** A copy that has ended: as it was with the player who ended it, and as it goes on record. */
export interface EndedCopy {
  /** Who ended it. */
  readonly player: Player;
  readonly before: BeforeEnd;
  readonly copy: Copy;
  readonly seen: SeenCopy;
}

/** An event may come late, or again. Within this time after the first, at the same block, it reports the same end. */
const TOLD_AGAIN_MS = 1000;

/**
 * True if the second end may be the first one reported again. If more time has passed, the block was broken and another one was placed
 * there.
 */
export function isSoon(first: { readonly seenMs: number }, second: { readonly seenMs: number }): boolean {
  return second.seenMs - first.seenMs <= TOLD_AGAIN_MS;
}

/** At least this many broken blocks are remembered: more than are broken in a second. */
const MIN_BROKEN = 4096;

/** At least this many ids are remembered with their end; the store knows the others. */
const MIN_REMEMBERED = 16_384;

/**
 * An unstackable item is conserved, also when it becomes a block or is used up: it has then left the player's hand. If its id still exists
 * when the tick ends, or ends a second time elsewhere, there were two, as in a stack above 1. A second look could not tell more.
 */
export class EndedItems {
  readonly #parts: EndedItemsParts;
  /** Ends of this tick, by id and by where: an event that comes twice reports one block. */
  #ended = new Map<string, Map<string, KnownEnd>>();
  /** Earlier ends of ids that were not seen again since. */
  readonly #lately = new RecentMap<string, { readonly where: string; readonly seen: SeenCopy | undefined }>(
    MIN_REMEMBERED,
  );

  /** How often a block was broken lately at each location: a block that is placed there afterwards is another one. */
  readonly #broken = new RecentMap<string, number>(MIN_BROKEN);

  constructor(parts: EndedItemsParts) {
    this.#parts = parts;
  }

  noteEnd(itemId: string, end: End): void {
    const ends = this.#ended.get(itemId) ?? new Map<string, KnownEnd>();
    const where = whereOf(end);
    const before = this.#parts.openers.beforeEnd(itemId, end.player);
    this.#ended.set(itemId, ends.set(`${where} ${this.#broken.get(where) ?? 0}`, { ...end, before }));
  }

  /** The block at this place was broken. */
  noteBroken(place: PlaceKey): void {
    const location = locationOfPlace(place);
    if (location === undefined) return;
    const where = formatLocation(location);
    this.#broken.set(where, (this.#broken.get(where) ?? 0) + 1);
  }

  /** How the id ended before it turned up again, if that was lately. Returned only once. */
  takeEnd(itemId: string): SeenCopy | undefined {
    const end = this.endOf(itemId);
    if (end !== undefined) this.#lately.set(itemId, { where: "", seen: undefined });
    return end;
  }

  /** How the id ended, if that was lately and it was not seen again. */
  endOf(itemId: string): SeenCopy | undefined {
    return this.#lately.get(itemId)?.seen;
  }

  /** The copies of the id that ended in this tick. */
  endedNow(itemId: string): readonly EndedCopy[] {
    return [...(this.#ended.get(itemId)?.values() ?? [])].map((end) => this.#endedCopy(itemId, end));
  }

  /** Called at the end of a tick, after its looks. */
  examineEnded(): void {
    for (const [itemId, ends] of this.#ended) this.#examine(itemId, ends);
  }

  finishTickEnd(): void {
    this.#ended = freshMap(this.#ended);
  }

  #examine(itemId: string, ends: Map<string, KnownEnd>): void {
    const { copiesOf, reissueIfSanctioned, isExempt, isProven, openers, onProven, onEnded } = this.#parts;
    const all = copiesOf(itemId);
    // A block that shows the item it was made of still holds it: nothing has ended.
    for (const [where, { how, location }] of ends)
      if (how === "placed" && all.some(({ place }) => place === blockPlace(location))) ends.delete(where);
    const [first] = ends;
    if (first === undefined) return;
    const [where, end] = first;
    const { player, item, location } = end;
    const copies = all.filter((copy) => isAnother(copy, end));
    const before = this.#lately.get(itemId);
    const ended = this.#endedCopy(itemId, end);
    const isToldAgain = before?.seen !== undefined && ends.has(before.where) && isSoon(before.seen, ended.seen);
    if (isToldAgain && ends.size === 1 && copies.length === 0) return;
    const earlier = before?.seen === undefined || isToldAgain ? [] : [before.seen];
    this.#lately.set(itemId, { where, seen: ended.seen });
    if (all.every((copy) => copy.item.count < 1)) onEnded(end, ended);
    if (earlier.length + ends.size + countItems(copies) < 2 || isProven(itemId)) return;
    if (isExempt(item.material, location.world) || (copies.length > 0 && reissueIfSanctioned(copies))) return;
    const opener = openers.openerOf(itemId, player, end.before);
    onProven(itemId, copies, opener, item.material, [...earlier, ...this.endedNow(itemId).map(({ seen }) => seen)]);
  }

  #endedCopy(itemId: string, { how, player, item, location, before }: KnownEnd): EndedCopy {
    const { id: holderId, name: holderName, place } = player;
    const at = formatLocation(location);
    const seenMs = this.#parts.now();
    return {
      player,
      before,
      copy: { itemId, item, place, slot: how, outer: item, outerSlot: how, location, isNew: false, boxId: null },
      seen: { itemId, place: ENDED, slot: how, location: at, holderId, holderName, count: 1, seenMs },
    };
  }
}

/** Two blocks are two ends; a player uses an item up once. */
function whereOf({ how, player, location }: End): string {
  return how === "placed" ? formatLocation(location) : player.id;
}

/**
 * False for a view that is no second item: a window whose block is gone shows what fell out of the block, and another session of the
 * account shows what this one has used up.
 */
function isAnother({ place, item }: Copy, { how, player }: End): boolean {
  if (item.count < 1 || isLeftoverWindow(place)) return false;
  return how === "placed" || place === player.place || accountPlace(place) !== accountPlace(player.place);
}
