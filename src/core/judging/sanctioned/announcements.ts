import { canonicalItemId } from "../../model/item-id.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { GameClock } from "../../time/game-clock.ts";

/** What another plugin says before it copies items on purpose: a kit, a shop, a restored inventory, a bulk edit. */
export interface Announcement {
  /** Who or what copies, in a few words; it goes to the console. */
  readonly cause: string;
  /** The ids that will appear again. */
  readonly ids?: readonly string[];
  /** The places at which copies will appear. */
  readonly places?: readonly PlaceKey[];
  /** What appears there, for the ledger: a material, such as `diamond`; goods of any kind when left out. */
  readonly material?: string;
  /** How many of it appear at each of the places; any number when left out. */
  readonly amount?: number;
}

/** How long an announcement holds: a plugin announces at the moment it acts, and a sweep may take its time. */
const HOLDS_MS = 60_000;

/** How many entries of each kind go into the note that outlives the process: the newest ones. */
const MAX_NOTED = 1000;

/** A place key is short; a longer text is not one. */
const LONGEST_PLACE = 200;

/** Remembers what was announced, for as long as it holds. */
export class Announcements {
  readonly #clock: GameClock;
  readonly #untilById = new Map<string, number>();
  readonly #untilByPlace = new Map<PlaceKey, number>();
  #isChanged = false;

  constructor(clock: GameClock) {
    this.#clock = clock;
  }

  add({ ids = [], places = [] }: Announcement): void {
    this.#tidy();
    const until = this.#clock.steadyMs + HOLDS_MS;
    for (const id of ids) {
      const itemId = canonicalItemId(id);
      if (itemId !== undefined) this.#set(this.#untilById, itemId, until);
    }
    for (const place of places) this.#set(this.#untilByPlace, place, until);
  }

  /** True when something was announced since the last note. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Returns what holds now, and for how much longer, as a text for `restore`; `undefined` if nothing does. */
  takeNote(): string | undefined {
    this.#tidy();
    this.#isChanged = false;
    if (this.#untilById.size + this.#untilByPlace.size === 0) return undefined;
    const left = (notes: ReadonlyMap<string, number>) =>
      [...notes]
        .filter(([key]) => key.length <= LONGEST_PLACE)
        .slice(-MAX_NOTED)
        .map(([key, until]) => [key, until - this.#clock.steadyMs]);
    return JSON.stringify({ ids: left(this.#untilById), places: left(this.#untilByPlace) });
  }

  /** Restores the note of an earlier process. Everything holds `lessMs` less than the note says. */
  load(note: string, lessMs: number): void {
    try {
      const { ids, places } = JSON.parse(note) as Record<"ids" | "places", [string, number][]>;
      for (const [notes, entries] of [
        [this.#untilById, ids],
        [this.#untilByPlace, places],
      ] as const) {
        for (const [key, leftMs] of entries) {
          const until = this.#clock.steadyMs + Math.min(leftMs, HOLDS_MS) - lessMs;
          if (until >= this.#clock.steadyMs && !(notes.get(key)! >= until)) this.#set(notes, key, until);
        }
      }
    } catch {
      // We did not write this note: there is nothing to restore.
    }
  }

  isAnnouncedId(itemId: string): boolean {
    return this.#holds(this.#untilById.get(itemId));
  }

  isAnnouncedPlace(place: PlaceKey): boolean {
    return this.#holds(this.#untilByPlace.get(place));
  }

  /** Keeps the newest last. */
  #set(notes: Map<string, number>, key: string, until: number): void {
    notes.delete(key);
    notes.set(key, until);
    this.#isChanged = true;
  }

  #holds(until: number | undefined): boolean {
    return until !== undefined && this.#clock.steadyMs <= until;
  }

  #tidy(): void {
    for (const notes of [this.#untilById, this.#untilByPlace]) {
      for (const [key, until] of notes) if (!this.#holds(until)) notes.delete(key);
    }
  }
}
