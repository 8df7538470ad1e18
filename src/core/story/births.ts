import type { BirthKeeper } from "../judging/dark/claims.ts";
import type { Verdict } from "../judging/verdict.ts";
import type { Presence } from "../looking/presence/presence.ts";
import type { Birth } from "../model/birth.ts";
import { accountPlace, type PlaceKey } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { Claim } from "../store.ts";
import type { Clock } from "../time/clock.ts";
import type { EventNotes } from "./event-notes.ts";
import { afterStart, freezeBirth, REACH_MS, type ServerStart, type Suspicion } from "./freeze-birth.ts";
import type { EventRow, RecentEvents } from "./recent-events.ts";

/** Births that are put together in one tick. Further copies at the same places share one; other copies of that tick have none. */
const BIRTHS_PER_TICK = 4;

/** Acts on an item that are searched for its places and players: a player who moves it a thousand times must not slow us down. */
const MAX_OF_ITEM = 32;

/** The most suspicions whose births are kept. */
const MAX_KEPT = 1024;

export interface BirthsParts {
  readonly events: RecentEvents;
  readonly notes: EventNotes;
  readonly clock: Clock;
  readonly presence: () => Presence;
  /** True when the run before this one did not stop cleanly. */
  readonly isAfterCrash: () => boolean;
  readonly nameOf: (playerId: string) => string;
  /** A story could not be put together. Everything else goes on without it. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Freezes how a copy came to be when it is first suspected. If the suspicion is proven, that goes on record with the case. If it is
 * settled, that is forgotten. Judging does not depend on it.
 */
export class Births implements BirthKeeper {
  readonly #parts: BirthsParts;
  readonly #startedMs: number;
  readonly #births = new Map<string, Birth>();
  /** Ids without a claim. Their births are forgotten at the end of the tick, because a proof in the same tick may still need them. */
  readonly #closed = new Set<string>();
  /** Births that this tick has put together, by the places of the copies. */
  #now = new Map<string, Birth>();

  constructor(parts: BirthsParts) {
    this.#parts = parts;
    this.#startedMs = parts.clock.now();
  }

  birthOf({ itemId, kind, place, copies }: Claim): Birth | undefined {
    this.#closed.delete(itemId);
    return this.#births.get(itemId) ?? this.#keep(itemId, copies, kind === "dark" ? place : undefined);
  }

  load({ itemId, birth }: Claim): void {
    if (birth !== undefined && this.#births.size < MAX_KEPT) this.#births.set(itemId, birth);
  }

  /** A look found these ids where they had not been. */
  noteArrival(place: PlaceKey, itemIds: readonly string[]): void {
    this.#parts.notes.noteFound(place, itemIds);
  }

  forget(itemId: string): void {
    if (this.#births.has(itemId)) this.#closed.add(itemId);
  }

  /** Returns the verdict with its birth. */
  withBirth(verdict: Verdict): Verdict {
    if (verdict.kind !== "proven" && verdict.kind !== "contested") return verdict;
    const { itemId, copies } = verdict;
    const darkPlace = verdict.kind === "contested" ? verdict.darkPlace : undefined;
    const birth = this.#births.get(itemId) ?? this.#freeze(itemId, copies, darkPlace);
    if (birth === undefined) return verdict;
    const isByCrash = verdict.kind === "proven" && verdict.isFromCrash && birth.double.atMs >= this.#startedMs;
    return { ...verdict, birth: isByCrash ? afterStart(birth, this.#start) : birth };
  }

  tick(): void {
    for (const itemId of this.#closed) this.#births.delete(itemId);
    this.#closed.clear();
    if (this.#now.size > 0) this.#now = new Map();
  }

  get #start(): ServerStart {
    return { atMs: this.#startedMs, isAfterCrash: this.#parts.isAfterCrash() };
  }

  #keep(itemId: string, copies: readonly SeenCopy[], darkPlace: string | undefined): Birth | undefined {
    if (this.#births.size >= MAX_KEPT) return undefined;
    const birth = this.#freeze(itemId, copies, darkPlace);
    if (birth !== undefined) this.#births.set(itemId, birth);
    return birth;
  }

  #freeze(itemId: string, copies: readonly SeenCopy[], darkPlace: string | undefined): Birth | undefined {
    const where = copies.map(({ place }) => place).join(" ");
    const same = this.#now.get(where);
    if (same !== undefined || this.#now.size >= BIRTHS_PER_TICK || copies.length === 0) return same;
    const { events, clock, onFailure, nameOf } = this.#parts;
    try {
      const ofItem = events.ofItem(itemId, clock.now() - REACH_MS, MAX_OF_ITEM);
      const single =
        darkPlace === undefined ? this.#lastSingle(itemId, copies, ofItem) : whatWasDark(copies, darkPlace);
      const birth = freezeBirth({ itemId, copies, single, darkPlace, ofItem }, events, this.#start, nameOf);
      this.#now.set(where, birth);
      return birth;
    } catch (error) {
      // A failed story must not stop anything from being judged.
      onFailure(error);
      return undefined;
    }
  }

  /** Where the item was before this tick: a place that had it already, or else the place where a look last found it. */
  #lastSingle(itemId: string, copies: readonly SeenCopy[], ofItem: readonly EventRow[]): Suspicion["single"] {
    const presence = this.#parts.presence();
    const entered = new Set(presence.placesEntered(itemId));
    const stayed = copies.find(({ place }) => !entered.has(place));
    const earlierMs = stayed && presence.lookedEarlierMs(stayed.place);
    const { tickMs } = this.#parts.notes;
    if (stayed !== undefined && earlierMs !== undefined && earlierMs < tickMs)
      return { place: stayed.place, atMs: earlierMs };
    const seen = ofItem.findLast(({ kind, ms }) => kind === "seen" && ms < tickMs);
    return seen && { place: seen.place, atMs: seen.ms };
  }
}

/** The dark copy was there when its place was last looked at. The other one came to light since. */
function whatWasDark(copies: readonly SeenCopy[], darkPlace: string): Suspicion["single"] {
  const dark = copies.find(({ place }) => accountPlace(place) === accountPlace(darkPlace));
  return dark && { place: dark.place, atMs: dark.seenMs };
}
