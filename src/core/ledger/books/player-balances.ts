import type { Holder } from "../../judging/custody/holders.ts";
import type { Log } from "../../model/log.ts";
import { ownerOfPlace, type PlaceKey } from "../../model/place.ts";
import type { Store } from "../../store.ts";
import type { PlaceCounts } from "../counts/place-counts.ts";
import type { OnDifference, Sessions } from "../counts/sessions.ts";
import { Views } from "../counts/views.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import type { WatchList } from "../materials/watch-list.ts";
import type { Accounts } from "./accounts.ts";
import { type Excess, stepOf, wholeOf } from "./excess.ts";

/** One material in a player's books, as staff see it. */
export interface Balance {
  readonly material: string;
  readonly actual: number;
  readonly expected: number;
  readonly excess: number;
  /** How much came lately and may still be explained. */
  readonly pending: number;
  readonly threshold: number;
}

interface PlayerBalancesParts {
  readonly accounts: Accounts;
  readonly watched: WatchList;
  readonly counts: PlaceCounts;
  readonly sessions: Sessions;
  readonly log: Log;
  /** True if players take their goods along to other servers on the same store. */
  readonly sharesPlayerData: boolean;
  /** A player came with more, or less, than the last session had at its end. */
  readonly onDifference: OnDifference;
  readonly onExcess: (excess: Excess) => void;
}

/** Each player's part of the ledger: what the player should have, and what came without an explanation. */
export class PlayerBalances {
  readonly #parts: PlayerBalancesParts;
  /** Players of whom it is not known what they should have, with the tick of their first look. */
  readonly #arrivals = new Map<string, number>();
  /** Players who have left within the last seconds, with the tick: what was seen until then still counts. */
  readonly #left = new Map<string, number>();
  readonly #accounts: Accounts;
  #store: Store | undefined;

  constructor(parts: PlayerBalancesParts) {
    this.#parts = parts;
    this.#accounts = parts.accounts;
  }

  connect(store: Store, wasCleanStop: boolean): Promise<void> {
    this.#store = store;
    return this.#accounts.connect(store, wasCleanStop);
  }

  /** A player's own place was looked at for the first time, and held these counts. `mayHaveActed`: the player may have got goods here before. */
  noteAppeared(place: PlaceKey, counts: Int32Array, tick: number, mayHaveActed: boolean): void {
    const playerId = ownerOfPlace(place)!;
    this.#left.delete(playerId);
    if (!this.#parts.sessions.noteAppeared(place, counts, tick)) return;
    const { watched, onDifference } = this.#parts;
    this.#arrivals.set(playerId, tick);
    if (mayHaveActed) return;
    Promise.all([this.#accounts.read(playerId), this.#wasPerhapsElsewhere()]).then(
      ([held, wasPerhapsElsewhere]) => {
        if (held === undefined || wasPerhapsElsewhere) return;
        this.#arrivals.delete(playerId);
        // A material that was not counted then has no balance yet.
        for (const [materialIndex, now] of counts.entries()) {
          const difference = now - (held.get(watched.nameOf(materialIndex)) ?? now);
          // The player has got nothing from others while away. What is missing may have gone any time.
          const since = difference > 0 ? tick - 1 : undefined;
          if (difference !== 0) onDifference(place, materialIndex, difference, tick, since);
        }
      },
      (error: unknown) => this.#parts.log.warn(`The balance of ${playerId} cannot be read: ${error}`),
    );
  }

  /** The player was here and nobody has looked, or was given something while away: the next session may bring anything. */
  expectAnything(playerId: string): void {
    this.#parts.sessions.expectAnything(playerId);
    void this.#accounts.save(playerId, undefined);
    this.#accounts.forget(playerId);
  }

  /** A place that held these counts went dark; `undefined` if they are not known. */
  noteGone(place: PlaceKey, counts: Int32Array | undefined, tick: number): void {
    const { sessions, counts: known } = this.#parts;
    const ending = sessions.noteGone(place, counts ?? known.countsAt(place));
    const playerId = ownerOfPlace(place);
    if (playerId === undefined || ending === undefined) return;
    this.#left.set(playerId, tick);
    void this.#accounts.save(playerId, ending === "whole" ? counts : undefined);
    this.#accounts.forget(playerId);
  }

  /**
   * The tick at which it was first known what a player has; 0 if that could be compared with what the last session left with. Infinity if
   * only the player's ender chest was looked at: then it is not known yet.
   */
  arrivalOf(playerId: string): number {
    const { sessions } = this.#parts;
    const isHere = sessions.sessionsOf(playerId).length > 0 || this.#left.has(playerId);
    const isYetToCome = !isHere && sessions.placesOf(playerId).length > 0;
    return isYetToCome ? Number.POSITIVE_INFINITY : (this.#arrivals.get(playerId) ?? 0);
  }

  finishTickEnd(tick: number): void {
    for (const [playerId, at] of this.#left) {
      if (tick - at <= 2 * EVENT_SKEW_TICKS) continue;
      this.#left.delete(playerId);
      this.#arrivals.delete(playerId);
    }
  }

  /** How much of a material a player has in all own places. Windows, which are only views, do not count. */
  heldBy(playerId: string, materialIndex: number): number {
    let sum = 0;
    for (const place of this.#parts.sessions.placesOf(playerId)) {
      if (!Views.isView(place)) sum += this.#parts.counts.countAt(place, materialIndex);
    }
    return sum;
  }

  /** Goods came to a player and nothing explains them. Staff are told at the threshold, at twice of it, at four times, and so on. */
  addExcess(player: Holder, materialIndex: number, amount: number, actual: number): void {
    const { watched, onExcess } = this.#parts;
    const material = watched.nameOf(materialIndex);
    const threshold = watched.thresholds[materialIndex]!;
    const entry = this.#accounts.entry(player.id, material);
    entry.excess += amount;
    const excess = wholeOf(entry.excess);
    if (stepOf(excess, threshold) > stepOf(entry.told, threshold)) {
      entry.told = excess;
      onExcess({ player, players: [player.name], material, threshold, ...totals(actual, excess) });
    }
    void this.#accounts.saveExcess(player.id);
  }

  /** Returns a player's books, in the order of the configuration. The player may be offline. */
  async balances(playerId: string, pendingOf: (materialIndex: number) => number): Promise<Balance[]> {
    const { watched } = this.#parts;
    const isHere = this.#parts.sessions.placesOf(playerId).length > 0;
    const held = await this.#accounts.read(playerId);
    const balances = watched.thresholds.map((threshold, materialIndex) => {
      const material = watched.nameOf(materialIndex);
      const actual = isHere ? this.heldBy(playerId, materialIndex) : (held?.get(material) ?? 0);
      const excess = wholeOf(this.#accounts.excessOf(playerId, material));
      return { material, threshold, pending: pendingOf(materialIndex), ...totals(actual, excess) };
    });
    if (!isHere) this.#accounts.forget(playerId);
    return balances;
  }

  /** Before a clean stop: books what every player who is still here holds now. Resolves when everything is stored. */
  async finish(): Promise<void> {
    for (const place of [...this.#parts.sessions.all()]) this.noteGone(place, this.#parts.counts.countsAt(place), 0);
    await this.#accounts.whenStored();
  }

  /** True if players may take their goods to another server and back: nobody here knows what happened to them there. */
  async #wasPerhapsElsewhere(): Promise<boolean> {
    if (!this.#parts.sharesPlayerData || this.#store === undefined) return false;
    return (await this.#store.servers()).some(({ isThisOne }) => !isThisOne);
  }
}

/** A player who passed goods on has had them, too: a balance never falls below zero. */
function totals(held: number, excess: number): { actual: number; expected: number; excess: number } {
  const actual = Math.max(held, excess);
  return { actual, expected: actual - excess, excess };
}
