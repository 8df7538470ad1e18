import type { Action } from "../../item-event.ts";
import { freshMap } from "../../model/fresh-map.ts";
import { isOwned, type PlaceKey } from "../../model/place.ts";
import type { Player } from "../../platform.ts";

/**
 * A place to look at when the tick ends, and the reason. It is a class instead of a literal: V8 may come to allocate the literals of one
 * place in the code among the old objects. That is slow, and there are many entries, which live for one tick.
 */
export class QueuedLook {
  readonly place: PlaceKey;
  readonly action: Action;
  readonly player: Player | undefined;
  /** True when everything there counts as seen with the player. */
  readonly isSighting: boolean;
  /** True if something with an id moved there or away. */
  readonly isMove: boolean;

  constructor(place: PlaceKey, action: Action, player: Player | undefined, isSighting: boolean, isMove: boolean) {
    this.place = place;
    this.action = action;
    this.player = player;
    this.isSighting = isSighting;
    this.isMove = isMove;
  }
}

/** Looks in one tick. The rest is looked at in the next: nothing is dropped. */
const LOOKS_PER_TICK = 256;

/** Reasons to look that say nothing about the items themselves. Any act in the same tick says more. */
const MERE_SIGHTINGS: ReadonlySet<Action> = new Set(["SCAN", "JOIN", "RESPAWN"]);

/**
 * The places to look at. Each place is looked at once, however often it was mentioned. If there are too many for one tick, players' own
 * places and places where something was moved go first. There are never many of those, whatever a player fills or loads.
 */
export class LookQueue {
  /** Entries that were taken before but not looked at. */
  #again = new Map<PlaceKey, QueuedLook>();
  #entries = new Map<PlaceKey, QueuedLook>();

  get size(): number {
    return this.#again.size + this.#entries.size;
  }

  /**
   * If a place is mentioned twice, an act replaces a mere sighting, and a mention with a player replaces one without. The rows that result
   * from the look name that act and that player.
   */
  add(place: PlaceKey, action: Action, player: Player | undefined, isSighting = false, isMove = false): void {
    const entry = this.#listOf(place).get(place);
    if (entry === undefined) {
      this.#put(new QueuedLook(place, action, player, isSighting, isMove));
      return;
    }
    const saysMore =
      (entry.player === undefined && player !== undefined) ||
      (MERE_SIGHTINGS.has(entry.action) && !MERE_SIGHTINGS.has(action));
    if (!saysMore && (entry.isSighting || !isSighting) && (entry.isMove || !isMove)) return;
    this.#put(
      new QueuedLook(
        place,
        saysMore ? action : entry.action,
        saysMore ? (player ?? entry.player) : entry.player,
        entry.isSighting || isSighting,
        entry.isMove || isMove,
      ),
    );
  }

  #put(entry: QueuedLook): void {
    this.#listOf(entry.place).set(entry.place, entry);
  }

  #listOf(place: PlaceKey): Map<PlaceKey, QueuedLook> {
    return this.#again.size > 0 && this.#again.has(place) ? this.#again : this.#entries;
  }

  /** Takes back entries that were not looked at: they come first next time. */
  putBack(entries: readonly QueuedLook[]): void {
    const since = [...this.#again.values()];
    this.#again = new Map();
    for (const entry of entries) {
      const other = this.#entries.get(entry.place);
      if (other !== undefined) since.push(other);
      this.#entries.delete(entry.place);
      this.#again.set(entry.place, entry);
    }
    for (const { place, action, player, isSighting, isMove } of since)
      this.add(place, action, player, isSighting, isMove);
  }

  /** Removes a place that was already looked at for another reason. */
  strike(place: PlaceKey): void {
    this.#again.delete(place);
    this.#entries.delete(place);
  }

  /** Takes the entries to look at in this tick end. */
  takeAll(): QueuedLook[] {
    // Usually that is everything.
    if (this.#again.size === 0 && this.#entries.size <= LOOKS_PER_TICK) {
      const all = [...this.#entries.values()];
      this.#entries = freshMap(this.#entries);
      return all;
    }
    const due: QueuedLook[] = [];
    for (const isWanted of [goesFirst, () => true])
      for (const entries of [this.#again, this.#entries])
        for (const entry of entries.values()) {
          if (due.length === LOOKS_PER_TICK) return due;
          if (!isWanted(entry)) continue;
          due.push(entry);
          entries.delete(entry.place);
        }
    return due;
  }
}

function goesFirst({ place, isMove }: QueuedLook): boolean {
  return isMove || isOwned(place);
}
