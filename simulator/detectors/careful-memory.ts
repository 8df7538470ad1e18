import type { PlaceKey } from "../../src/core/index.ts";
import type { Restart } from "./detector.ts";

interface Custody {
  readonly place: PlaceKey;
  readonly at: number;
}

/** What the careful detector remembers. It survives a restart as it would in a store. */
export class CarefulMemory {
  /** Since when two copies of an id have been seen. */
  readonly pending = new Map<string, number>();
  readonly proven = new Set<string>();
  readonly suspected = new Set<string>();
  readonly #custody = new Map<string, Custody>();
  /** The ids that each place held at the last look before it went dark. */
  readonly #heldInTheDark = new Map<PlaceKey, ReadonlySet<string>>();

  readonly #ordersByTime: boolean;

  /** `ordersByTime`: the newer of two sightings is the one with the later time, not the one that arrived later. */
  constructor(ordersByTime = false) {
    this.#ordersByTime = ordersByTime;
  }

  noteConfirmed(itemId: string, place: PlaceKey, at: number): void {
    if (this.#ordersByTime && at < (this.#custody.get(itemId)?.at ?? at)) return;
    this.#custody.set(itemId, { place, at });
  }

  /** Where an id was last confirmed; `undefined` if that is longer ago than the detector can remember. */
  placeOf(itemId: string, now = 0, forgetsAfter = Number.POSITIVE_INFINITY): PlaceKey | undefined {
    const custody = this.#custody.get(itemId);
    return custody && now - custody.at <= forgetsAfter ? custody.place : undefined;
  }

  noteDark(place: PlaceKey, ids: readonly string[], at: number): void {
    this.#heldInTheDark.set(place, new Set(ids));
    for (const itemId of ids) this.noteConfirmed(itemId, place, at);
  }

  isHeldInTheDark(itemId: string, place: PlaceKey): boolean {
    return this.#heldInTheDark.get(place)?.has(itemId) === true;
  }

  /** After a crash, nothing that rests on history alone counts. Two copies that were seen are not history. */
  afterRestart(how: Restart, losesClaims: boolean): CarefulMemory {
    const next = new CarefulMemory(this.#ordersByTime);
    if (losesClaims) return next;
    for (const [itemId, since] of this.pending) next.pending.set(itemId, since);
    for (const itemId of this.proven) next.proven.add(itemId);
    if (how === "crash") return next;
    for (const itemId of this.suspected) next.suspected.add(itemId);
    for (const [itemId, custody] of this.#custody) next.#custody.set(itemId, custody);
    for (const [place, ids] of this.#heldInTheDark) next.#heldInTheDark.set(place, ids);
    return next;
  }
}
