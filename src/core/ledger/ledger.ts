import type { PlaceCount } from "../looking/look.ts";
import type { GoodsWatch } from "../looking/observer.ts";
import { freshSet } from "../model/fresh-map.ts";
import type { Log } from "../model/log.ts";
import { groundPlace, locationOfPlace, ownerOfPlace, type PlaceKey, placeKind, playerPlace } from "../model/place.ts";
import type { Platform, Player } from "../platform.ts";
import type { Store } from "../store.ts";
import { type Balance, Books } from "./books.ts";
import { checkMaterials } from "./check-materials.ts";
import type { Excess } from "./excess.ts";
import { GoodsReports } from "./goods-reports.ts";
import { MOST_LATE } from "./grants.ts";
import type { Growth, OwnedGrowth } from "./growth.ts";
import type { Handful } from "./handfuls.ts";
import { SPILLED } from "./handlers.ts";
import { Hints } from "./hints.ts";
import { LEDGER_MAKERS, type LedgerMakers } from "./ledger-makers.ts";
import { MissedPlaces } from "./missed-places.ts";
import { Passes } from "./passes.ts";
import type { Reckoning } from "./reckoning.ts";
import { Stock } from "./stock.ts";
import { Views } from "./views.ts";
import type { WatchList } from "./watch-list.ts";

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
  /** Tick ends between two reconciliations. */
  readonly interval: number;
  /** Begins to look at all players. Other places are looked at all the time. */
  readonly lookAtPlayers: () => void;
  /** The real parts when left out. */
  readonly makers?: LedgerMakers | undefined;
}

/**
 * Keeps account of stackable materials, which carry no ids: goods are conserved. It counts along while the examiner looks, and
 * what a player gained must have become less elsewhere, or have come from a source. It never takes anything away.
 */
export class Ledger implements GoodsWatch {
  readonly passes = new Passes(() => this.#tickEnd);
  readonly counter: Stock;
  /** What events say. */
  readonly reports: GoodsReports;
  readonly #parts: LedgerParts;
  readonly #watched: WatchList;
  readonly #hints: Hints;
  readonly #views: Views;
  readonly #reckoning: Reckoning;
  readonly #books: Books;
  readonly #missed: MissedPlaces;
  /** What went dark in this tick. */
  #leftNow = new Set<PlaceKey>();
  #tickEnd = 1;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    const { platform, log, thresholds, onExcess, makers = LEDGER_MAKERS } = parts;
    const watched = makers.watchList(thresholds, platform);
    this.#hints = new Hints(makers.grants());
    this.#views = makers.views();
    const stock = new Stock(watched);
    this.counter = stock;
    this.reports = new GoodsReports(watched, this.#hints, () => this.#tickEnd);
    this.#missed = new MissedPlaces(stock, (place) => this.dark(place));
    this.#watched = watched;
    this.#reckoning = makers.reckoning({
      watched,
      hints: this.#hints,
      falls: makers.falls(),
      isMeant: (growth) => this.#isMeant(growth),
      actualOf: (growth) => this.#actualOf(growth),
      arrivalOf: (playerId) => this.#books.arrivalOf(playerId),
    });
    this.#books = new Books({
      accounts: makers.accounts(watched, log),
      watched,
      stock,
      views: this.#views,
      log,
      onExcess,
      onDifference: (place, number, difference, tickEnd) => this.#broughtAlong(place, number, difference, tickEnd),
    });
  }

  /** Balances of earlier runs count from here on; after an unclean stop everybody begins anew. */
  connect(store: Store, wasCleanStop: boolean): Promise<void> {
    return this.#books.connect(store, wasCleanStop);
  }

  /** Something was given to whoever holds the place, by a command, by staff or by ourselves. */
  granted(place: PlaceKey): void {
    this.#hints.grants.granted(place, this.#tickEnd);
  }

  counted(place: PlaceKey, isWhole: boolean, lastPlaceCount?: PlaceCount): PlaceCount | undefined {
    const stock = this.counter;
    // A word that comes twice has the place looked at once more, just before it goes.
    if (this.#leftNow.size > 0 && this.#leftNow.has(place)) return undefined;
    const placeCount = lastPlaceCount?.isKept === true ? lastPlaceCount : stock.placeCountAt(place);
    this.#hints.looked(place, placeCount?.tickEnd);
    const { handfuls } = this.#hints;
    const dropped = handfuls.takeDropped(place);
    if (handfuls.isAnyPickedUp) handfuls.looked(place, stock.countsAt(place), dropped, placeCount?.tickEnd);
    if (placeCount !== undefined && dropped.length === 0 && stock.confirm(placeCount, this.#tickEnd)) return placeCount;
    if (isWhole) this.#expect(place, dropped);
    const isKnown = placeCount !== undefined;
    const next = stock.put(place, this.#tickEnd, (number, before, now, since) => {
      if (!isWhole) return;
      const difference = now - before;
      this.#hints.handlers.changed(place, number, difference);
      if (difference < 0) this.#fell(place, number, before, now, since);
      else if (isKnown ? !Views.isView(place) : isGround(place)) this.#grew(place, number, difference, since);
      else this.#cameToLight(place, number, difference);
    });
    if (!isKnown) this.#appeared(place);
    return next;
  }

  /** The place cannot be looked at, and was not looked at just before: whatever it held may have gone elsewhere. */
  dark(place: PlaceKey): void {
    const counts = this.counter.countsAt(place);
    const since = Math.min(this.counter.countedAt(place) ?? this.#tickEnd, this.#tickEnd - 1);
    for (let number = 0; number < counts.length; number++) {
      if (counts[number]! > 0) this.#fell(place, number, counts[number]!, 0, since);
    }
    this.#forget(place, undefined);
  }

  /** A container was broken after a last look: what it held lies on the ground, or is taken along. */
  broke(place: PlaceKey, player: Player | undefined): void {
    const location = locationOfPlace(place);
    if (player !== undefined && location !== undefined)
      this.#hints.handlers.acted(player, [place, groundPlace(location)], SPILLED);
    if (this.counter.has(place)) this.#reckoning.broke(place);
    this.dark(place);
  }

  /** The place went dark after a last look: what it holds is out of the world until it comes back. */
  left(place: PlaceKey): void {
    if (!this.counter.has(place)) return;
    this.#forget(place, this.counter.countsAt(place));
    this.#leftNow.add(place);
  }

  /** Everybody is looked at: what is still open is settled when that is done. */
  reconcile(): void {
    this.#parts.lookAtPlayers();
  }

  /**
   * Containers that players have open and nobody has looked at at this tick end: what comes in there without a word must not be
   * taken for the act of a later tick.
   */
  inUse(): readonly PlaceKey[] {
    const { counter } = this;
    const isDue = (place: PlaceKey) => counter.has(place) && counter.countedAt(place) !== this.#tickEnd;
    return this.#hints.open.at(this.#tickEnd).filter(isDue);
  }

  /** After the looks of a tick end. */
  finishTickEnd(): void {
    this.#missed.check(this.passes.covered);
    for (const view of this.#reckoning.finishTickEnd(this.#tickEnd)) {
      this.#views.show(view.place, view.number, view.left, this.#watched.size);
    }
    this.#reckoning.forgive((gain) => this.#isGiven(gain));
    for (const gain of this.#reckoning.takeUnexplained(this.#missed.settledUpTo)) {
      const holder = { id: gain.holderId, name: this.#parts.nameOf(gain.holderId) };
      this.#books.addExcess(holder, gain.number, gain.left, gain.actual);
    }
    if (this.#tickEnd === 1) this.#checkMaterials();
    this.#hints.endTick(this.#tickEnd);
    this.#leftNow = freshSet(this.#leftNow);
    if (this.#tickEnd++ % this.#parts.interval === 0) this.reconcile();
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

  #appeared(place: PlaceKey): void {
    const counts = this.counter.countsAt(place);
    if (!Views.isView(place)) this.#reckoning.cameToLight(place, counts);
    this.#books.appeared(place, counts, this.#tickEnd);
  }

  /** `held` is missing when nobody knows what a player left with. */
  #forget(place: PlaceKey, held: Int32Array | undefined): void {
    if (!this.counter.has(place)) return;
    this.#books.disappeared(place, held);
    this.counter.forget(place);
    this.#views.forget(place);
    this.#reckoning.wentDark(place);
    if (placeKind(place) === "player") this.#hints.open.left(ownerOfPlace(place)!);
  }

  #fell(place: PlaceKey, number: number, before: number, now: number, since: number): void {
    const left = this.#views.realFall(place, number, before, now);
    if (left > 0) this.#reckoning.fell({ number, place, left, since, seen: this.#tickEnd });
  }

  /**
   * What lies on the ground comes from all sorts of things, but for what somebody dropped there in this tick. A look finds only
   * what came and went together: whatever of the dropped is not there any more has left again, or something else has, and that
   * may be longer ago than the word of it.
   */
  #expect(ground: PlaceKey, dropped: readonly Handful[]): void {
    const seen = this.#tickEnd;
    for (const { player, number, left } of dropped) {
      this.counter.expect(ground, number, left, seen - MOST_LATE);
      const holderId = player.id;
      this.#reckoning.grew({ number, place: ground, left, since: seen - 1, seen, holderId, isView: false });
    }
  }

  #grew(place: PlaceKey, number: number, left: number, since: number): void {
    const holderId = this.#holderOf(place, number);
    this.#reckoning.grew({ number, place, left, since, seen: this.#tickEnd, holderId, isView: false });
  }

  /**
   * What comes to light was there before. A window may show what lay elsewhere at any time since the last pass; who opens one
   * after the other has the same place for all of them.
   */
  #cameToLight(place: PlaceKey, number: number, left: number): void {
    const isView = Views.isView(place);
    // What a player comes with is compared with what the last session left with, as soon as that is known.
    if (placeKind(place) === "player") return;
    const since = isView ? this.passes.covered : this.#tickEnd - 1;
    this.#reckoning.grew({ number, place, left, since, seen: this.#tickEnd, holderId: undefined, isView });
  }

  /** A player came with more or less than the last session left with, at any time since the last pass. */
  #broughtAlong(place: PlaceKey, number: number, difference: number, seen: number): void {
    const since = Math.min(seen - 1, this.passes.covered);
    const left =
      Math.abs(difference) - (difference < 0 ? 0 : this.#reckoning.untraceableAtArrival(place, number, seen));
    if (left <= 0) return;
    if (difference < 0) this.#reckoning.fell({ number, place, left, since, seen });
    else {
      const holderId = this.#holderOf(place, number);
      this.#reckoning.grew({ number, place, left, since, seen, holderId, isView: false });
    }
  }

  /** Who must explain what grew there: whoever alone handled it in this tick, be it another's slots, or else the owner. */
  #holderOf(place: PlaceKey, number: number): string | undefined {
    return this.#hints.handlers.handlerOf(place, number)?.id ?? ownerOfPlace(place);
  }

  #actualOf({ holderId, place, number }: OwnedGrowth): number {
    const elsewhere = ownerOfPlace(place) === holderId ? 0 : this.counter.countAt(place, number);
    return this.#books.heldBy(holderId, number) + elsewhere;
  }

  /** Goods that appear on purpose: given, announced, in creative mode, or where nothing is judged. */
  #isMeant(growth: Growth): boolean {
    if (this.#isGiven(growth)) return true;
    const { platform, isExempt } = this.#parts;
    const material = this.#watched.nameOf(growth.number);
    for (const player of platform.players()) {
      if (player.id !== growth.holderId) continue;
      if (player.isCreative() || isExempt(material, player.location().world)) return true;
    }
    return false;
  }

  #isGiven(growth: Growth): boolean {
    const { place, holderId } = growth;
    // Who was given something may have left since.
    const own = holderId === undefined ? [] : [playerPlace(holderId), ...this.#books.placesOf(holderId)];
    const places = [place, ...own];
    return places.some((one) => this.#hints.grants.isGranted(one, growth) || this.#parts.isAnnounced(one));
  }
}

/** What somebody dropped is known to be new, whatever else lay there. */
function isGround(place: PlaceKey): boolean {
  return placeKind(place) === "ground";
}
