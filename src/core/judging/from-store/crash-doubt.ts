import type { PlaceKey } from "../../model/place.ts";
import type { Custody } from "../../store.ts";
import { RecentMap } from "../../time/recent-map.ts";

/** Ids, and places, that are remembered. What was seen before these is in doubt again. */
const REMEMBERED = 131_072;

/**
 * Knows what a crash may have undone. After an unclean stop the store may be newer than the saved world: history from before is then no
 * evidence until the places themselves were looked at.
 */
export class CrashDoubt {
  readonly #serverName: string | undefined;
  /** Not known until the store has said it, which may be after the first looks. */
  #wasCleanStop: boolean | undefined;
  /** Ids that this process has seen after an unclean stop. By id and not by time, because clocks may be set, also during a restart. */
  #confirmed = recentSet<string>();
  #doubtfulBeforeMs = Number.NEGATIVE_INFINITY;
  #lookedAt = recentSet<PlaceKey>();
  /** At how many untouched places the first looks found each id. */
  #timesRestored = new RecentMap<string, number>(REMEMBERED);
  /** Ids with several copies in sight, and whether the crash made them, as judged when they were first seen. */
  readonly #doubles = new Map<string, boolean>();
  readonly #knownBefore = recentSet<string>();
  /** Ids that the first looks found just where the store has them: the crash has undone nothing about them. */
  #inPlace = recentSet<string>();
  /** Ids that a crash, perhaps several starts ago, has left elsewhere than on record. False once staff have decided. */
  readonly #mayBeCopies = new RecentMap<string, boolean>(REMEMBERED);

  /** `serverName` is absent when the server has the store to itself. */
  constructor(serverName?: string) {
    this.#serverName = serverName;
  }

  /** `crashNoticedMs`: when the last crash was noticed, possibly several starts ago; left out if there was none. */
  begin(wasCleanStop: boolean, startedMs: number, crashNoticedMs = Number.NEGATIVE_INFINITY): void {
    this.#wasCleanStop = wasCleanStop;
    if (wasCleanStop) this.#forget();
    // Even if the clock was set back since, what this process sees is not in doubt.
    this.#doubtfulBeforeMs = Math.min(startedMs, crashNoticedMs);
  }

  get isUnclean(): boolean {
    return this.#wasCleanStop === false;
  }

  /** The id was seen, or asked about and found where the store has it. */
  noteConfirmed(itemId: string): void {
    if (this.#mayBeUnclean) this.#confirmed.set(itemId, true);
  }

  /** True if something was last confirmed before the last crash. A clean restart since then does not change that. */
  isFromBeforeCrash(confirmedMs: number): boolean {
    return confirmedMs < this.#doubtfulBeforeMs;
  }

  /** The same for custody in the store. Crashes of other servers are not known here. */
  isCustodyFromBefore({ server, confirmedMs, mayBeCopy }: Custody): boolean {
    if (mayBeCopy) return true;
    const isOurs = this.#serverName === undefined || this.#serverName === server;
    return isOurs && this.isFromBeforeCrash(confirmedMs);
  }

  /**
   * A crash has left the item elsewhere than on record: what was found may be a copy, and the item where nobody has looked. No look ends that,
   * nor anything that players do. It stays on record with the item's custody.
   */
  noteMayBeCopy(itemId: string): void {
    this.#mayBeCopies.set(itemId, true);
  }

  /** Staff have decided which copy is the item. */
  noteDecided(itemId: string): void {
    if (this.mayBeCopy(itemId)) this.#mayBeCopies.set(itemId, false);
  }

  mayBeCopy(itemId: string): boolean {
    return this.#mayBeCopies.get(itemId) === true;
  }

  /** True if everything known about the id was confirmed before a possible crash, which may have undone it. */
  isDoubtful(itemId: string): boolean {
    return this.#mayBeUnclean && !this.#confirmed.get(itemId);
  }

  /** True if the place was not looked at since a possible unclean stop: the first look finds what the world was saved with. */
  isFirstLook(place: PlaceKey): boolean {
    return this.#mayBeUnclean && !this.#lookedAt.get(place);
  }

  /** A look at the place has been processed: anything that turns up there later was put there. */
  noteLook(place: PlaceKey): void {
    if (this.#mayBeUnclean) this.#lookedAt.set(place, true);
  }

  /** An id turned up that no event of this tick had touched, and that was not seen to leave another place. */
  countRestored(itemId: string, place: PlaceKey): void {
    if (!this.isFirstLook(place)) return;
    this.#timesRestored.set(itemId, (this.#timesRestored.get(itemId) ?? 0) + 1);
  }

  /**
   * Several copies are in sight. If the crash did not make them by now, moving one to a place where nobody has looked does not change that.
   */
  noteSeveral(itemId: string): void {
    if (this.#mayBeUnclean && !this.#doubles.has(itemId)) this.#doubles.set(itemId, this.#cameBackTwice(itemId));
  }

  /** There is one copy, and none in the dark: the one that came to light a second time was the same item, moved by a machine. */
  noteSingle(itemId: string): void {
    this.#doubles.delete(itemId);
    if (this.#cameBackTwice(itemId)) this.#timesRestored.set(itemId, 1);
  }

  /** The store knows the id from before the crash: only such an item can be doubled by it. */
  markKnownBefore(itemId: string): void {
    if (this.isUnclean) this.#knownBefore.set(itemId, true);
  }

  /** The store has it where it was found. */
  markInPlace(itemId: string): void {
    if (this.#mayBeUnclean) this.#inPlace.set(itemId, true);
  }

  /** True if a first look after an unclean stop found the id where the store does not have it: the crash has brought it back. */
  isRolledBack(itemId: string): boolean {
    return this.#timesRestored.get(itemId) !== undefined && !this.#inPlace.get(itemId);
  }

  get #mayBeUnclean(): boolean {
    return this.#wasCleanStop !== true;
  }

  /** True when the copies came to light at several places that nobody had touched: the crash made them. */
  isMadeByCrash(itemId: string): boolean {
    return this.#knownBefore.get(itemId) === true && (this.#doubles.get(itemId) ?? this.#cameBackTwice(itemId));
  }

  #forget(): void {
    [this.#confirmed, this.#inPlace, this.#lookedAt] = [recentSet(), recentSet(), recentSet()];
    this.#timesRestored = new RecentMap(REMEMBERED);
    this.#doubles.clear();
  }

  #cameBackTwice(itemId: string): boolean {
    return (this.#timesRestored.get(itemId) ?? 0) > 1;
  }
}

function recentSet<Key>(): RecentMap<Key, true> {
  return new RecentMap(REMEMBERED);
}
