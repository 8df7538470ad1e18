import type { Clock } from "./clock.ts";
import type { PlaceKey } from "./place.ts";
import { canonicalItemId } from "./tagging/item-id.ts";

/** What another plugin says before it copies items on purpose: a kit, a shop, a restored inventory, a bulk edit. */
export interface Announcement {
  /** Who or what copies, in a few words; shown to staff, and compared with `sanctioned-sources`. */
  readonly cause: string;
  /** The ids that will appear again. */
  readonly ids?: readonly string[];
  /** The places at which copies will appear. */
  readonly places?: readonly PlaceKey[];
}

/** How long an announcement holds: a plugin announces in the moment in which it acts. */
const HOLDS_MS = 10_000;

/** Remembers what was announced, for as long as it holds. */
export class Announcements {
  readonly #clock: Clock;
  readonly #ids = new Map<string, { cause: string; untilMs: number }>();
  readonly #places = new Map<PlaceKey, { cause: string; untilMs: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add({ cause, ids = [], places = [] }: Announcement): void {
    const note = { cause, untilMs: this.#clock.now() + HOLDS_MS };
    for (const id of ids) {
      const itemId = canonicalItemId(id);
      if (itemId !== undefined) this.#ids.set(itemId, note);
    }
    for (const place of places) this.#places.set(place, note);
  }

  /** The cause that was announced for this copy; `undefined` when none was. */
  causeOf(itemId: string, place: PlaceKey): string | undefined {
    const now = this.#clock.now();
    const notes = [this.#ids.get(itemId), this.#places.get(place)];
    return notes.find((note) => note !== undefined && now <= note.untilMs)?.cause;
  }

  /** Called now and then: forgets what no longer holds. */
  tidy(): void {
    const now = this.#clock.now();
    for (const notes of [this.#ids, this.#places]) {
      for (const [key, note] of notes) if (now > note.untilMs) notes.delete(key);
    }
  }
}
