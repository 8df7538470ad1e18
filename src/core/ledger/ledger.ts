import { type Holder, NOBODY } from "../detection/last-actors.ts";
import type { GoodsWatch } from "../detection/observer.ts";
import type { Log } from "../log.ts";
import { ownerOfPlace, type PlaceKey } from "../place.ts";
import type { Item, Platform, Player } from "../platform.ts";
import type { Store } from "../store.ts";
import { type Balance, Books } from "./books.ts";
import { checkMaterials } from "./check-materials.ts";
import type { Excess } from "./excess.ts";
import { Hints } from "./hints.ts";
import { Passes } from "./passes.ts";
import { type Growth, Reckoning } from "./reckoning.ts";
import { Stock } from "./stock.ts";
import { Views } from "./views.ts";
import { NOT_WATCHED, WatchList } from "./watch-list.ts";

export interface LedgerParts {
  readonly platform: Platform;
  readonly log: Log;
  /** Each material with the excess that is told. */
  readonly thresholds: ReadonlyMap<string, number>;
  readonly nameOf: (playerId: string) => string;
  /** True where goods appear on purpose. */
  readonly isAnnounced: (place: PlaceKey) => boolean;
  readonly isExempt: (material: string, world: string) => boolean;
  readonly onExcess: (excess: Excess) => void;
  /** Boundaries between two reconciliations. */
  readonly interval: number;
  /** Begins to look at all players. Other places are looked at all the time. */
  readonly lookAtPlayers: () => void;
}

/** Places of which the age is checked in one tick. */
const TIDIED_PER_TICK = 1024;

/**
 * Keeps account of stackable materials, which carry no ids: goods are conserved. It counts along while the examiner looks, and
 * what a player gained must have become less elsewhere, or have come from a source. It never takes anything away.
 */
export class Ledger implements GoodsWatch {
  readonly passes = new Passes(() => this.#boundary);
  readonly counter: Stock;
  readonly #parts: LedgerParts;
  readonly #watched: WatchList;
  readonly #hints = new Hints();
  readonly #views = new Views();
  readonly #reckoning: Reckoning;
  readonly #books: Books;
  #boundary = 1;
  #tidiedUpTo = -1;
  #ages: Iterator<readonly [PlaceKey, number]> | undefined;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    const { platform, log, thresholds, onExcess } = parts;
    const watched = new WatchList(thresholds, platform);
    const stock = new Stock(watched);
    this.counter = stock;
    this.#watched = watched;
    this.#reckoning = new Reckoning({
      watched,
      hints: this.#hints,
      isMeant: (growth) => this.#isMeant(growth),
      actualOf: (growth) => this.#actualOf(growth),
    });
    this.#books = new Books({
      watched,
      stock,
      log,
      onExcess,
      onBrought: (place, number, amount, boundary) => this.#brought(place, number, amount, boundary),
    });
  }

  /** Balances of earlier runs count from here on; after an unclean stop everybody begins anew. */
  connect(store: Store, wasCleanStop: boolean): Promise<void> {
    return this.#books.connect(store, wasCleanStop);
  }

  /** A player did something that may have moved goods between these places and the player's own. */
  acted(player: Player, places: readonly PlaceKey[]): void {
    this.#hints.acted(player, places);
  }

  /** So many of an item's material were used up there: eaten, placed, vanished. */
  usedUp(place: PlaceKey, item: Item, count: number): void {
    const number = this.#watched.numberOf(item.material);
    if (number !== NOT_WATCHED) this.#hints.usedUp(place, number, count);
  }

  /** A player crafted something: its ingredients are gone for good. */
  crafted(place: PlaceKey, item: Item): void {
    for (const { number, count } of this.#watched.ingredientsOf(item.material, item.count)) {
      this.#hints.usedUp(place, number, count);
    }
  }

  /** Something was given to whoever holds the place, by a command, by staff or by ourselves. */
  granted(place: PlaceKey): void {
    this.#hints.granted(place, this.#boundary);
  }

  counted(place: PlaceKey, isWhole: boolean): void {
    const stock = this.counter;
    const isKnown = stock.has(place);
    const before = stock.countsAt(place);
    stock.put(place, this.#boundary, (number, difference, since) => {
      if (!isWhole) return;
      if (difference < 0) this.#fell(place, number, before[number]!, before[number]! + difference, since);
      else if (isKnown) this.#grew(place, number, difference, since, this.#holderOf(place));
      else this.#cameToLight(place, number, difference);
    });
    if (!isKnown) this.#books.appeared(place, stock.countsAt(place), this.#boundary);
  }

  /** The place cannot be looked at, and was not looked at just before: whatever it held may have gone elsewhere. */
  dark(place: PlaceKey): void {
    const counts = this.counter.countsAt(place);
    const isOwn = ownerOfPlace(place) !== undefined;
    for (let number = 0; number < counts.length && !isOwn; number++) {
      if (counts[number]! > 0) this.#fell(place, number, counts[number]!, 0, this.#boundary - 1);
    }
    this.left(place);
  }

  /** The place went dark after a last look: what it holds is out of the world until it comes back. */
  left(place: PlaceKey): void {
    if (!this.counter.has(place)) return;
    this.#books.disappeared(place, this.counter.countsAt(place));
    this.counter.forget(place);
    this.#views.forget(place);
  }

  /** Everybody is looked at: what is still open is settled when that is done. */
  reconcile(): void {
    this.#parts.lookAtPlayers();
  }

  /** After the looks of a boundary. */
  endBoundary(): void {
    for (const view of this.#reckoning.endBoundary(this.#boundary)) {
      this.#views.show(view.place, view.number, view.left, this.#watched.size);
    }
    for (const gain of this.#reckoning.takeUnexplained(this.passes.covered)) {
      if (!this.#isGiven(gain)) this.#books.addExcess(gain.holder, gain.number, gain.left, gain.actual);
    }
    if (this.#boundary === 1) this.#checkMaterials();
    this.#tidy();
    this.#hints.endTick(this.#boundary);
    if (this.#boundary++ % this.#parts.interval === 0) this.reconcile();
  }

  /** What is in a player's books, in the order of the configuration. The player may be offline. */
  balances(playerId: string): Promise<Balance[]> {
    return this.#books.balances(playerId, (number) => this.#reckoning.pendingOf(playerId, number));
  }

  /** Before a clean stop. Resolves when all balances are kept. */
  finish(): Promise<void> {
    return this.#books.finish();
  }

  #checkMaterials(): void {
    const names = this.#watched.thresholds.map((_, number) => this.#watched.nameOf(number));
    checkMaterials(names, this.#parts.platform, this.#parts.log);
  }

  #fell(place: PlaceKey, number: number, before: number, now: number, since: number): void {
    const left = this.#views.realFall(place, number, before, now);
    if (left > 0) this.#reckoning.fell({ number, place, left, since, seen: this.#boundary });
  }

  #grew(place: PlaceKey, number: number, left: number, since: number, holder: Holder | undefined): void {
    this.#reckoning.grew({ number, place, left, since, seen: this.#boundary, holder, isView: false });
  }

  /** What comes to light was there before. A window may show what lay elsewhere at any time since the last pass. */
  #cameToLight(place: PlaceKey, number: number, left: number): void {
    const isView = Views.isView(place);
    const since = isView ? this.passes.covered : this.#boundary - 1;
    this.#reckoning.grew({ number, place, left, since, seen: this.#boundary, holder: undefined, isView });
  }

  /** A player came with more than the last session left with. */
  #brought(place: PlaceKey, number: number, left: number, boundary: number): void {
    const holder = this.#holderOf(place);
    this.#reckoning.grew({ number, place, left, since: boundary - 1, seen: boundary, holder, isView: false });
  }

  /** Who must explain what grew there: the owner, or whoever handled a container in this tick. */
  #holderOf(place: PlaceKey): Holder | undefined {
    const owner = ownerOfPlace(place);
    if (owner !== undefined) return { id: owner, name: this.#parts.nameOf(owner) };
    const handler = this.#hints.handlerOf(place);
    return handler && { id: handler.id, name: handler.name };
  }

  #actualOf({ holder, place, number }: Growth): number {
    const { id } = holder ?? NOBODY;
    const elsewhere = ownerOfPlace(place) === id ? 0 : this.counter.countsAt(place)[number]!;
    return this.#books.heldBy(id, number) + elsewhere;
  }

  /** Goods that appear on purpose: given, announced, in creative mode, or where nothing is judged. */
  #isMeant(growth: Growth): boolean {
    if (this.#isGiven(growth)) return true;
    const { platform, isExempt } = this.#parts;
    const material = this.#watched.nameOf(growth.number);
    for (const player of platform.players()) {
      if (player.id !== growth.holder?.id) continue;
      if (player.isCreative() || isExempt(material, player.location().world)) return true;
    }
    return false;
  }

  #isGiven(growth: Growth): boolean {
    return this.#hints.isGranted(growth) || this.#parts.isAnnounced(growth.place);
  }

  /** A place that a whole pass did not come by is gone, or went dark without a sign. */
  #tidy(): void {
    const { covered } = this.passes;
    if (this.#ages === undefined) {
      if (covered <= this.#tidiedUpTo) return;
      this.#tidiedUpTo = covered;
      this.#ages = this.counter.ages()[Symbol.iterator]();
    }
    for (let steps = 0; steps < TIDIED_PER_TICK; steps++) {
      const next = this.#ages.next();
      if (next.done) {
        this.#ages = undefined;
        return;
      }
      const [place, boundary] = next.value;
      if (boundary < this.#tidiedUpTo) this.dark(place);
    }
  }
}
