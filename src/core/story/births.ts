import type { BirthKeeper } from "../judging/dark/claims.ts";
import type { Verdict } from "../judging/verdict.ts";
import type { Presence } from "../looking/presence/presence.ts";
import type { Birth } from "../model/birth.ts";
import { type PlaceKey, recordOf } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { Claim } from "../store.ts";
import type { Clock } from "../time/clock.ts";
import type { EventNotes } from "./event-notes.ts";
import { afterStart, freezeBirth, REACH_MS, type ServerStart, type Suspicion } from "./freeze-birth.ts";
import type { EventRow, RecentEvents } from "./recent-events.ts";

/** Births that one tick puts together; further copies at the same places share one, others of that tick have none. */
const BIRTHS_PER_TICK = 4;

/** Acts on an item that tell of its places and players: whoever moves it a thousand times does not make us slow. */
const MOST_OF_ITEM = 32;

/** Suspicions of which it is kept how they began. */
const MOST_KEPT = 1024;

export interface BirthsParts {
  readonly events: RecentEvents;
  readonly notes: EventNotes;
  readonly clock: Clock;
  readonly presence: () => Presence;
  /** True when the run before this one did not stop cleanly. */
  readonly isAfterCrash: () => boolean;
  readonly nameOf: (playerId: string) => string;
  /** A story failed; whatever it was about goes on without. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Freezes how a copy came to be when it is first suspected, and keeps that until the matter is proven, when it goes on record with the
 * case, or settled, when it is forgotten. Judging knows nothing of it.
 */
export class Births implements BirthKeeper {
  readonly #parts: BirthsParts;
  readonly #startedMs: number;
  readonly #births = new Map<string, Birth>();
  /** Ids of which nothing is claimed any more; what was proven in the same tick has taken its birth by the tick's end. */
  readonly #closed = new Set<string>();
  /** What this tick has put together, by the places of the copies. */
  #now = new Map<string, Birth>();

  constructor(parts: BirthsParts) {
    this.#parts = parts;
    this.#startedMs = parts.clock.now();
  }

  suspected({ itemId, kind, place, copies }: Claim): Birth | undefined {
    this.#closed.delete(itemId);
    return this.#births.get(itemId) ?? this.#keep(itemId, copies, kind === "dark" ? place : undefined);
  }

  restore({ itemId, birth }: Claim): void {
    if (birth !== undefined && this.#births.size < MOST_KEPT) this.#births.set(itemId, birth);
  }

  /** A look found these ids where they had not been. */
  arrived(place: PlaceKey, itemIds: readonly string[]): void {
    this.#parts.notes.arrived(place, itemIds);
  }

  closed(itemId: string): void {
    if (this.#births.has(itemId)) this.#closed.add(itemId);
  }

  /** The verdict, with how it began. */
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
    if (this.#births.size >= MOST_KEPT) return undefined;
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
      const ofItem = events.ofItem(itemId, clock.now() - REACH_MS, MOST_OF_ITEM);
      const single =
        darkPlace === undefined ? this.#lastSingle(itemId, copies, ofItem) : whatWasDark(copies, darkPlace);
      const birth = freezeBirth({ itemId, copies, single, darkPlace, ofItem }, events, this.#start, nameOf);
      this.#now.set(where, birth);
      return birth;
    } catch (error) {
      // What staff would like to read must not keep anything from being judged.
      onFailure(error);
      return undefined;
    }
  }

  /** Where it was before this tick: at a place at which it did not just turn up, or else where a look found it last. */
  #lastSingle(itemId: string, copies: readonly SeenCopy[], ofItem: readonly EventRow[]): Suspicion["single"] {
    const presence = this.#parts.presence();
    const entered = new Set(presence.enteredBy(itemId));
    const stayed = copies.find(({ place }) => !entered.has(place));
    const earlierMs = stayed && presence.lookedEarlierMs(stayed.place);
    const { tickMs } = this.#parts.notes;
    if (stayed !== undefined && earlierMs !== undefined && earlierMs < tickMs)
      return { place: stayed.place, atMs: earlierMs };
    const seen = ofItem.findLast(({ kind, ms }) => kind === "seen" && ms < tickMs);
    return seen && { place: seen.place, atMs: seen.ms };
  }
}

/** The copy in the dark was there when the place was last looked at; the other one came to light since. */
function whatWasDark(copies: readonly SeenCopy[], darkPlace: string): Suspicion["single"] {
  const dark = copies.find(({ place }) => recordOf(place) === recordOf(darkPlace));
  return dark && { place: dark.place, atMs: dark.seenMs };
}
