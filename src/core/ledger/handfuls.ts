import { freshMap } from "../model/fresh-map.ts";
import { type PlaceKey, placeKind } from "../model/place.ts";
import type { Player } from "../platform.ts";
import { MOST_LATE } from "./grants.ts";

/** A player dropped or picked up so many, by the event. */
export interface Handful {
  readonly player: Player;
  readonly number: number;
  readonly count: number;
  /** How much was known to lie on the ground before: less than was picked up has come there since, and was no original. */
  lay?: number;
  /** The tick end of the last look at the player's slots before the one that is to find it there. */
  handsSeen?: number;
  /** What of it was not found yet where it must be missing, or be more. */
  left: number;
  /** The game's own object: an event that comes twice is one act. */
  readonly stack: object;
}

/** Handfuls, each with the ground that it lay on. */
export type NotMissed = readonly (readonly [PlaceKey, Handful])[];

const NOTHING: readonly Handful[] = [];
const NOTHING_MISSED: NotMissed = [];

/** What players dropped and picked up in this tick, by the ground. Only there do events say how much was moved. */
export class Handfuls {
  #dropped = new Map<PlaceKey, Handful[]>();
  #pickedUp = new Map<PlaceKey, Handful[]>();
  /** Grounds onto which something may have fallen lately that nobody dropped, and at which tick end there was word of it last. */
  readonly #sighted = new Map<PlaceKey, number>();

  dropped(ground: PlaceKey, handful: Handful): void {
    note(this.#dropped, ground, handful);
  }

  pickedUp(ground: PlaceKey, handful: Handful): void {
    note(this.#pickedUp, ground, handful);
  }

  sighted(ground: PlaceKey, tickEnd: number): void {
    this.#sighted.set(ground, tickEnd);
  }

  /** What was dropped there, once: the look that follows tells what became of it. */
  takeDropped(ground: PlaceKey): readonly Handful[] {
    const dropped = this.#dropped.size === 0 ? undefined : this.#dropped.get(ground);
    if (dropped === undefined) return NOTHING;
    this.#dropped.delete(ground);
    return dropped;
  }

  /** A look at a place begins, of which this was known since a tick end, and this was dropped there since. */
  looked(place: PlaceKey, counts: Int32Array, dropped: readonly Handful[], seen: number | undefined): void {
    if (seen !== undefined && placeKind(place) === "player") {
      for (const [, handful] of this.allPickedUp()) if (handful.player.place === place) handful.handsSeen ??= seen;
    }
    for (const handful of this.#pickedUp.get(place) ?? []) {
      const { number } = handful;
      const since = dropped.reduce((sum, one) => sum + (one.number === number ? one.count : 0), 0);
      handful.lay ??= counts[number]! + since;
    }
  }

  /** Mostly nobody picks anything up in a tick. */
  get isAnyPickedUp(): boolean {
    return this.#pickedUp.size > 0;
  }

  /** Everything that was picked up, with the ground that it lay on. */
  *allPickedUp(): Iterable<readonly [PlaceKey, Handful]> {
    for (const [ground, handfuls] of this.#pickedUp) for (const handful of handfuls) yield [ground, handful];
  }

  /** Everything of a material that a player picked up, with the ground that it lay on. */
  *pickedUpBy(playerId: string, number: number): Iterable<readonly [PlaceKey, Handful]> {
    for (const entry of this.allPickedUp()) {
      const [, handful] = entry;
      if (handful.number === number && handful.player.id === playerId) yield entry;
    }
  }

  /** What a player picked up in this tick, and nobody has found it missing, with the ground that it lay on. */
  notMissed(playerId: string, number: number): NotMissed {
    if (!this.isAnyPickedUp) return NOTHING_MISSED;
    return [...this.pickedUpBy(playerId, number)].filter(([, { left }]) => left > 0);
  }

  /** True when there was word at that tick end, or since, of something that may have fallen there. */
  isSighted(ground: PlaceKey, since: number): boolean {
    return (this.#sighted.get(ground) ?? -1) >= since;
  }

  endTick(tickEnd: number): void {
    this.#dropped = freshMap(this.#dropped);
    this.#pickedUp = freshMap(this.#pickedUp);
    for (const [ground, sighted] of this.#sighted) if (tickEnd - sighted > MOST_LATE) this.#sighted.delete(ground);
  }
}

function note(handfuls: Map<PlaceKey, Handful[]>, ground: PlaceKey, handful: Handful): void {
  const known = handfuls.get(ground) ?? [];
  if (!known.some(({ stack }) => stack === handful.stack)) known.push(handful);
  handfuls.set(ground, known);
}
