import type { Clock } from "./clock.ts";
import { SteadyTime } from "./detection/steady-time.ts";
import type { PlaceKey } from "./place.ts";
import { canonicalItemId } from "./tagging/item-id.ts";

/** What another plugin says before it copies items on purpose: a kit, a shop, a restored inventory, a bulk edit. */
export interface Announcement {
  /** Who or what copies, in a few words; it goes to the console. */
  readonly cause: string;
  /** The ids that will appear again. */
  readonly ids?: readonly string[];
  /** The places at which copies will appear. */
  readonly places?: readonly PlaceKey[];
}

/** How long an announcement holds: a plugin announces in the moment in which it acts, and a sweep may take its time. */
const HOLDS_MS = 60_000;

/** Remembers what was announced, for as long as it holds. */
export class Announcements {
  readonly #time: SteadyTime;
  readonly #untilById = new Map<string, number>();
  readonly #untilByPlace = new Map<PlaceKey, number>();

  constructor(clock: Clock) {
    this.#time = new SteadyTime(clock);
  }

  /** Called once at every boundary: a clock that is set must not end what holds. */
  tick(): void {
    this.#time.tick();
  }

  add({ ids = [], places = [] }: Announcement): void {
    this.#tidy();
    const until = this.#time.ms + HOLDS_MS;
    for (const id of ids) {
      const itemId = canonicalItemId(id);
      if (itemId !== undefined) this.#untilById.set(itemId, until);
    }
    for (const place of places) this.#untilByPlace.set(place, until);
  }

  isAnnouncedId(itemId: string): boolean {
    return this.#holds(this.#untilById.get(itemId));
  }

  isAnnouncedPlace(place: PlaceKey): boolean {
    return this.#holds(this.#untilByPlace.get(place));
  }

  #holds(until: number | undefined): boolean {
    return until !== undefined && this.#time.ms <= until;
  }

  #tidy(): void {
    for (const notes of [this.#untilById, this.#untilByPlace]) {
      for (const [key, until] of notes) if (!this.#holds(until)) notes.delete(key);
    }
  }
}
