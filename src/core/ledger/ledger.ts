import type { PlaceCount } from "../looking/look.ts";
import type { GoodsWatch } from "../looking/observer.ts";
import { freshSet } from "../model/fresh-map.ts";
import type { Log } from "../model/log.ts";
import { enderPlace, groundPlace, locationOfPlace, ownerOfPlace, type PlaceKey, placeKind } from "../model/place.ts";
import type { Platform, Player } from "../platform.ts";
import type { Store } from "../store.ts";
import { Creations } from "./books/creations.ts";
import type { Excess } from "./books/excess.ts";
import { type Balance, PlayerBalances } from "./books/player-balances.ts";
import { LookHorizon } from "./counts/look-horizon.ts";
import { OpenContainers } from "./counts/open-containers.ts";
import { PlaceCounts } from "./counts/place-counts.ts";
import { SelfFillingContainers } from "./counts/self-filling-containers.ts";
import { type OnDifference, Sessions } from "./counts/sessions.ts";
import { Views } from "./counts/views.ts";
import { EVENT_SKEW_TICKS } from "./event-skew.ts";
import { Blames } from "./gains/blame.ts";
import type { Evidence } from "./gains/evidence.ts";
import { Origins } from "./gains/origins.ts";
import { Reconciliation } from "./gains/reconciliation.ts";
import { TickChanges } from "./gains/tick-changes.ts";
import type { WaitingGains } from "./gains/waiting-gains.ts";
import { ConsumedGoods } from "./hints/consumed-goods.ts";
import { isAt, isContainer, PlayerActs } from "./hints/player-acts.ts";
import { Whereabouts } from "./hints/whereabouts.ts";
import { LEDGER_MAKERS, type LedgerMakers } from "./ledger-makers.ts";
import { checkMaterials, NOT_WATCHED, type WatchList } from "./materials/watch-list.ts";

/** How many places and links of gains are settled in one tick, which takes about a tenth of a millisecond. */
const SETTLED_PER_TICK = 200;

/** How many of the grounds onto which something fell lately are looked at in each tick. */
const MAX_FALLS = 16;

export interface LedgerParts {
  readonly platform: Platform;
  readonly log: Log;
  /** Each material, and the excess from which staff are told. */
  readonly thresholds: ReadonlyMap<string, number>;
  readonly nameOf: (playerId: string) => string;
  readonly isExempt: (material: string, world: string) => boolean;
  readonly onExcess: (excess: Excess) => void;
  /** Ticks between two reconciliations. */
  readonly interval: number;
  /** True if several servers share the store and players take their goods along from one to the other. */
  readonly sharesPlayerData?: boolean;
  /** Begins to look at all players. Other places are looked at all the time. */
  readonly lookAtPlayers: () => void;
  /** The real parts when left out. */
  readonly makers?: LedgerMakers | undefined;
}

/**
 * Keeps account of stackable materials, which carry no ids but are conserved. It counts along with every look. Events and looks
 * allow a set of possible histories; a player's excess is the amount that the player must have created in all of them.
 */
export class Ledger implements GoodsWatch {
  /** Listens to the passes over all players and places. */
  readonly horizon: LookHorizon;
  readonly counter: PlaceCounts;
  readonly watched: WatchList;
  readonly acts: PlayerActs;
  readonly consumed = new ConsumedGoods();
  readonly open = new OpenContainers();
  readonly origins: Origins;
  readonly #parts: LedgerParts;
  readonly #known: Evidence;
  readonly #sessions: Sessions;
  readonly #waiting: WaitingGains;
  readonly #reconciliation: Reconciliation;
  readonly #blames: Blames;
  readonly #creations: Creations;
  readonly #balances: PlayerBalances;
  /** What the looks of this tick have found. */
  readonly #changes = new TickChanges();
  /** Places that must be counted in this tick: only then can what they hold be told apart from goods elsewhere. */
  #mustBeSeen = new Set<PlaceKey>();
  /** Places that went dark in this tick, broken containers included. */
  #goneNow = new Set<PlaceKey>();
  #tick = 1;

  constructor(parts: LedgerParts) {
    this.#parts = parts;
    const { platform, log, thresholds, onExcess, makers = LEDGER_MAKERS } = parts;
    const watched = makers.watchList(thresholds, platform);
    const counts = new PlaceCounts(watched);
    this.watched = watched;
    this.counter = counts;
    this.acts = new PlayerActs(watched);
    this.horizon = new LookHorizon({
      counts,
      tick: () => this.#tick,
      ownPlaces: () => this.#sessions.all(),
      unseen: () => this.#sessions.unseen,
      onMissed: (place) => this.noteGone(place),
      isUrgent: () => !this.#waiting.isEmpty || this.#known.losses.isWaiting,
    });
    const known: Evidence = {
      watched,
      counts,
      horizon: this.horizon,
      views: makers.views(),
      open: this.open,
      selfFilling: new SelfFillingContainers(watched.classes),
      acts: this.acts,
      consumed: this.consumed,
      whereabouts: new Whereabouts(),
      losses: makers.losses(this.horizon),
      mayMake: (playerId, classIndex, since) => this.#mayMake(playerId, classIndex, since),
      arrivalOf: (playerId) => this.#balances.arrivalOf(playerId),
      actualOf: (playerId, materialIndex, places) => this.#actualOf(playerId, materialIndex, places),
    };
    this.#known = known;
    this.origins = new Origins(known);
    this.#waiting = makers.waiting(known, this.origins);
    this.#blames = new Blames(known);
    this.#reconciliation = new Reconciliation(known, this.origins, this.#waiting, this.#blames);
    const onDifference: OnDifference = (...difference) => this.#reconciliation.noteBroughtAlong(...difference);
    this.#sessions = new Sessions(counts, known.views, onDifference);
    this.#balances = new PlayerBalances({
      accounts: makers.accounts(watched, log),
      watched,
      counts,
      sessions: this.#sessions,
      log,
      sharesPlayerData: parts.sharesPlayerData ?? false,
      onExcess,
      onDifference,
    });
    this.#creations = new Creations({
      watched,
      blames: this.#blames,
      countAt: (place, materialIndex) => counts.countAt(place, materialIndex),
      nameOf: parts.nameOf,
      onCreated: (player, materialIndex, count, actual) =>
        this.#balances.addExcess(player, materialIndex, count, actual),
      onShared: onExcess,
    });
  }

  get tick(): number {
    return this.#tick;
  }

  /** From now on balances of earlier runs count. After an unclean stop everybody starts afresh. */
  connect(store: Store, wasCleanStop: boolean): Promise<void> {
    return this.#balances.connect(store, wasCleanStop);
  }

  /** A command, staff, a plugin or Doubletake gives goods to the place: `count` of a material, or any goods if these are left out. */
  noteGrant(place: PlaceKey, material?: string, count?: number): void {
    const { classOf, weightOf, heaviest } = this.watched.classes;
    const owner = ownerOfPlace(place);
    if (owner !== undefined && !this.#isHere(owner)) this.#balances.expectAnything(owner);
    if (material === undefined)
      for (const classIndex of heaviest.keys()) this.#known.losses.give(classIndex, place, this.#tick);
    else {
      const materialIndex = this.watched.indexOf(material);
      if (materialIndex !== NOT_WATCHED)
        this.#known.losses.give(classOf[materialIndex]!, place, this.#tick, count && count * weightOf[materialIndex]!);
    }
  }

  /** A player has opened a container, or done something there, and may take goods out or put goods in from now on. */
  noteOpened(player: Player, place: PlaceKey, isAct = false): void {
    if (!isContainer(place)) return;
    // Goods that came into these hands before did not come out of it.
    if (this.open.containerOf(player.id) !== place) this.#mustBeSeen.add(player.place);
    this.open.noteOpened(player, place, this.#tick, isAct);
  }

  finishCount(place: PlaceKey, isWhole: boolean, lastPlaceCount?: PlaceCount): PlaceCount | undefined {
    const counts = this.counter;
    if (!isWhole) {
      // Nobody knows what is there, so it counts as dark.
      this.noteGone(place);
      this.#changes.visit(place, this.#tick - 1, true);
      return undefined;
    }
    // The event of a leaving may come twice: then the place is looked at again just before it goes.
    const isGone = this.#goneNow.size > 0 && this.#goneNow.has(place);
    if (isGone && !isContainer(place)) return undefined;
    const placeCount = lastPlaceCount?.isKept === true ? lastPlaceCount : counts.at(place);
    // The ground holds nothing until something is seen there.
    const isNew = placeCount === undefined && !isGone && placeKind(place) !== "ground";
    if (isNew) this.#changes.visit(place, this.#tick - 1, true);
    const next = counts.put(place, placeCount, this.#tick, (materialIndex, before, now, since) => {
      if (now < before) this.#noteDecrease(place, materialIndex, before, now, since);
      else if (!isNew || Views.isView(place)) this.#changes.add(place, materialIndex, now - before, since);
    });
    if (placeCount === undefined && !isGone) this.#noteAppeared(place);
    return next;
  }

  /** The place cannot be looked at, and had no last look: everything that it held may have gone elsewhere. */
  noteGone(place: PlaceKey): void {
    const counts = this.counter.countsAt(place);
    const since = Math.min(this.counter.at(place)?.tick ?? this.#tick, this.#tick - 1);
    for (const [materialIndex, count] of counts.entries())
      if (count > 0) this.#noteDecrease(place, materialIndex, count, 0, since);
    this.#forget(place, undefined);
  }

  /** A container was broken after a last look: its goods lie on the ground, or were taken along. */
  noteBroken(place: PlaceKey, player: Player | undefined): void {
    // Goods that they get from now on did not come out of it.
    for (const id of this.open.viewersOf(place))
      for (const own of this.#sessions.placesOf(id)) this.#mustBeSeen.add(own);
    this.open.close(place, this.#tick);
    const location = locationOfPlace(place);
    if (location !== undefined && !this.#goneNow.has(place)) {
      const ground = groundPlace(location);
      if (player !== undefined) this.acts.noteBreaking(player, place, ground);
      for (const [materialIndex, dropped] of this.counter.countsAt(place).entries())
        if (dropped > 0) this.acts.groundTransfers.push({ place, ground, materialIndex, dropped });
    }
    if (this.counter.has(place) && this.#changes.at.get(place)?.isNew !== true) this.#goneNow.add(place);
    this.noteGone(place);
  }

  /** The place went dark after a last look: its goods are out of the world until it comes back. */
  noteDark(place: PlaceKey): void {
    if (!this.counter.has(place)) return;
    this.#forget(place, this.counter.countsAt(place));
    // A container that is looked at again in this tick has come to light. A player's own place, or a ground, goes only once.
    if (!isContainer(place)) this.#goneNow.add(place);
  }

  /** Looks at all players. Gains that still wait are settled after that. */
  reconcile(): void {
    this.#parts.lookAtPlayers();
  }

  /**
   * Places that should be looked at in this tick and were not yet:
   * - containers that players have open, because goods that come in without an event must not be taken for the act of a later tick;
   * - grounds with goods onto which things fall, because that hides goods that leave;
   * - players who have just opened a container, or had one open that is gone now;
   * - other sessions of players who have just come.
   */
  placesInUse(): readonly PlaceKey[] {
    const { counter } = this;
    const isDue = (place: PlaceKey) => counter.has(place) && counter.at(place)!.tick !== this.#tick;
    const falls = this.origins.recentFalls().filter((ground) => counter.holdsAny(ground));
    const due = [
      ...this.open.at(this.#tick),
      ...falls.slice(0, MAX_FALLS),
      ...this.#mustBeSeen,
      ...this.#sessions.besideNew(),
    ].filter(isDue);
    return due.length === 0 ? due : [...new Set(due)];
  }

  /** While a gain waits: every place that was not looked at in this tick. */
  placesToCount(): readonly PlaceKey[] {
    return this.#waiting.isEmpty ? [] : [...this.counter.countedBefore(this.#tick)];
  }

  /** After the looks of a tick. */
  finishTickEnd(): void {
    const { whereabouts } = this.#known;
    const { begun, ended } = whereabouts.noteAll(this.#parts.platform.players(), this.#tick, this.horizon.at());
    for (const session of begun) this.#sessions.noteBegun(session);
    for (const session of ended) this.#noteLeft(session);
    this.horizon.check();
    // Everything was looked at again, and no later event can be about what those looks found.
    const settled = Math.min(this.horizon.at(this.#tick - EVENT_SKEW_TICKS - 1), this.horizon.at(this.horizon.at()));
    this.#sessions.compare();
    this.#reconciliation.finishTickEnd(this.#changes.at, this.#tick);
    for (const gain of this.#waiting.takeSettled(settled, SETTLED_PER_TICK)) this.#creations.reportGain(gain);
    // Every place was looked at since then, so goods that were lost before the pass before it explain no later gain.
    const forgotten = this.#waiting.coveredUpTo(this.horizon.at(settled));
    this.#known.losses.forget(forgotten);
    this.#blames.forget(forgotten);
    this.origins.finishTickEnd(this.#tick);
    if (this.#tick === 1) checkMaterials(this.watched.listedNames, this.#parts.platform, this.#parts.log);
    this.acts.finishTickEnd(this.#tick);
    this.consumed.finishTickEnd(this.#tick);
    this.open.finishTickEnd(this.#tick);
    this.#balances.finishTickEnd(this.#tick);
    this.#changes.finishTickEnd();
    this.#goneNow = freshSet(this.#goneNow);
    this.#mustBeSeen = freshSet(this.#mustBeSeen);
    if (this.#tick++ % this.#parts.interval === 0) this.reconcile();
  }

  /** Returns a player's books, in the order of the configuration. The player may be offline. */
  balances(playerId: string): Promise<Balance[]> {
    const pendingOf = (materialIndex: number) => this.#waiting.pendingOf(playerId, materialIndex);
    return this.#balances.balances(playerId, pendingOf);
  }

  /** Before a clean stop: nothing moves any more, and every place was looked at after the last move. Resolves when balances are stored. */
  finish(): Promise<void> {
    const lastLook = this.counter.oldestCount() ?? this.#tick;
    // What the last looks found may explain a gain, too.
    this.finishTickEnd();
    // Events about what was seen later may not have arrived.
    const settled = this.#waiting.takeSettled(lastLook - EVENT_SKEW_TICKS - 1, Number.POSITIVE_INFINITY);
    for (const gain of settled) this.#creations.reportGain(gain);
    return this.#balances.finish();
  }

  #isHere(playerId: string): boolean {
    for (const { id } of this.#parts.platform.players()) if (id === playerId) return true;
    return false;
  }

  #noteAppeared(place: PlaceKey): void {
    this.#known.selfFilling.forget(place);
    const owner = ownerOfPlace(place);
    if (owner === undefined) return;
    // What was in the player's ender chest meanwhile may be in these hands.
    const isEnderChestUsed = this.acts.acts.some((act) => isAt(act, enderPlace(owner)));
    const mayHaveActed = this.#sessions.unseen.delete(place) || isEnderChestUsed;
    this.#balances.noteAppeared(place, this.counter.countsAt(place), this.#tick, mayHaveActed);
  }

  /** Without a word, nobody could look at what the player had in the end. With one, it is known already. */
  #noteLeft(session: PlaceKey): void {
    const owner = ownerOfPlace(session)!;
    if (this.#sessions.unseen.delete(session)) this.#balances.expectAnything(owner);
    this.noteGone(session);
    if (this.#sessions.sessionsOf(owner).length === 0)
      for (const place of this.#sessions.placesOf(owner)) this.noteGone(place);
  }

  /** `held` is `undefined` if nobody knows what a player left with. */
  #forget(place: PlaceKey, held: Int32Array | undefined): void {
    const known = this.counter.at(place);
    if (known === undefined) return;
    // What the look of this tick has found there still counts, even if it is the same as before.
    if (known.tick === this.#tick) this.#changes.visit(place, known.before, false);
    this.#balances.noteGone(place, held, this.#tick);
    this.counter.forget(place);
    this.#known.views.forget(place);
    if (placeKind(place) === "player") this.open.forget({ id: ownerOfPlace(place)!, place }, this.#tick);
  }

  #noteDecrease(place: PlaceKey, materialIndex: number, before: number, now: number, since: number): void {
    const left = this.#known.views.realDecrease(place, materialIndex, before, now);
    if (left > 0) this.#changes.add(place, materialIndex, -left, since);
  }

  #actualOf(playerId: string, materialIndex: number, places: Iterable<PlaceKey>): number {
    let sum = this.#balances.heldBy(playerId, materialIndex);
    for (const place of places) if (ownerOfPlace(place) !== playerId) sum += this.counter.countAt(place, materialIndex);
    return sum;
  }

  /** In creative mode, and where nothing is judged, goods appear on purpose. */
  #mayMake(playerId: string, classIndex: number, since: number): boolean {
    const names = this.watched.listed[classIndex]!.map((materialIndex) => this.watched.nameOf(materialIndex));
    const isFreeIn = (world: string) => names.some((name) => this.#parts.isExempt(name, world));
    return this.#known.whereabouts.wasFree(playerId, since, isFreeIn);
  }
}
