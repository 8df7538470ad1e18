import type { Location } from "../location.ts";
import { ID_WORDS, writeIdWords } from "../tagging/item-id.ts";

/** One entry of the cache, as section 2.5 names its fields. */
export interface KnownItem {
  readonly playerUUID: string;
  readonly location: string;
  readonly lastSeenMs: number;
  readonly firstSeenMs: number;
}

/** Where an entry is kept. Valid until the entry is removed. */
export type Slot = number;
export const NO_SLOT: Slot = -1;

const FIRST_CAPACITY = 1024;

/**
 * The known items: who was last seen with each id, where and when. It lives on the game's thread only, which is what
 * "safe for concurrent access" means here.
 *
 * Entries are rows of typed columns rather than objects: a million of them cost the garbage collector nothing, and
 * updating one allocates nothing.
 */
export class KnownItems {
  #slotOf = new Map<string, Slot>();
  #texts = new TextTable();
  /** Slots that removed entries left behind, to be used again. */
  #free: Slot[] = [];
  #used = 0;

  #ids: (string | undefined)[] = [];
  #words = new Int32Array(FIRST_CAPACITY * ID_WORDS);
  #player = new Int32Array(FIRST_CAPACITY);
  #world = new Int32Array(FIRST_CAPACITY);
  #x = new Int32Array(FIRST_CAPACITY);
  #y = new Int32Array(FIRST_CAPACITY);
  #z = new Int32Array(FIRST_CAPACITY);
  #lastSeenMs = new Float64Array(FIRST_CAPACITY);
  #firstSeenMs = new Float64Array(FIRST_CAPACITY);

  get size(): number {
    return this.#slotOf.size;
  }

  /** How many slots there are to walk over, free ones included. */
  get slotCount(): number {
    return this.#used;
  }

  /** `NO_SLOT` when the id is not known. A text found here is a canonical id: only such are ever added. */
  slotOf(itemId: string): Slot {
    return this.#slotOf.get(itemId) ?? NO_SLOT;
  }

  get(itemId: string): KnownItem | undefined {
    const slot = this.slotOf(itemId);
    if (slot === NO_SLOT) return undefined;
    return {
      playerUUID: this.playerAt(slot),
      location: `${this.#texts.at(this.#world[slot]!)}:${this.#x[slot]},${this.#y[slot]},${this.#z[slot]}`,
      lastSeenMs: this.#lastSeenMs[slot]!,
      firstSeenMs: this.#firstSeenMs[slot]!,
    };
  }

  /** Creates an entry for a canonical id that is not known: absent becomes present. */
  add(itemId: string, playerId: string, location: Location, nowMs: number): Slot {
    const slot = this.#free.pop() ?? this.#used++;
    if (slot >= this.#player.length) this.#grow();
    this.#slotOf.set(itemId, slot);
    this.#ids[slot] = itemId;
    writeIdWords(itemId, this.#words, slot * ID_WORDS);
    this.#firstSeenMs[slot] = nowMs;
    this.update(slot, playerId, location, nowMs);
    return slot;
  }

  /** Replaces what was last seen; the first sighting is kept. */
  update(slot: Slot, playerId: string, location: Location, nowMs: number): void {
    this.#player[slot] = this.#texts.indexOf(playerId);
    this.#world[slot] = this.#texts.indexOf(location.world);
    this.#x[slot] = Math.floor(location.x);
    this.#y[slot] = Math.floor(location.y);
    this.#z[slot] = Math.floor(location.z);
    this.#lastSeenMs[slot] = nowMs;
  }

  /** True when the entry's player or location is another than this. */
  differs(slot: Slot, playerId: string, location: Location): boolean {
    return (
      this.#x[slot] !== Math.floor(location.x) ||
      this.#z[slot] !== Math.floor(location.z) ||
      this.#y[slot] !== Math.floor(location.y) ||
      this.#texts.at(this.#player[slot]!) !== playerId ||
      this.#texts.at(this.#world[slot]!) !== location.world
    );
  }

  lastSeenMs(slot: Slot): number {
    return this.#lastSeenMs[slot]!;
  }

  playerAt(slot: Slot): string {
    return this.#texts.at(this.#player[slot]!);
  }

  /** The ids of all entries as words: `ID_WORDS` of them from `slot * ID_WORDS` on. Changes when the cache grows. */
  get idWords(): Int32Array {
    return this.#words;
  }

  /** Removes the entry at a slot if it was last seen more than `ttlMs` ago. */
  expire(slot: Slot, nowMs: number, ttlMs: number): boolean {
    const itemId = this.#ids[slot];
    if (itemId === undefined || !(nowMs - this.#lastSeenMs[slot]! > ttlMs)) return false;
    this.#slotOf.delete(itemId);
    this.#ids[slot] = undefined;
    this.#free.push(slot);
    return true;
  }

  #grow(): void {
    const capacity = this.#player.length * 2;
    this.#words = grown(this.#words, capacity * ID_WORDS);
    this.#player = grown(this.#player, capacity);
    this.#world = grown(this.#world, capacity);
    this.#x = grown(this.#x, capacity);
    this.#y = grown(this.#y, capacity);
    this.#z = grown(this.#z, capacity);
    this.#lastSeenMs = grown(this.#lastSeenMs, capacity);
    this.#firstSeenMs = grown(this.#firstSeenMs, capacity);
  }
}

/** Gives texts that recur (players, worlds) a small number. It holds each of them once and for good. */
class TextTable {
  #indexOf = new Map<string, number>();
  #texts: string[] = [];
  #lastText: string | undefined;
  #lastIndex = 0;

  at(index: number): string {
    return this.#texts[index]!;
  }

  indexOf(text: string): number {
    if (text === this.#lastText) return this.#lastIndex;
    let index = this.#indexOf.get(text);
    if (index === undefined) {
      index = this.#texts.push(text) - 1;
      this.#indexOf.set(text, index);
    }
    this.#lastText = text;
    this.#lastIndex = index;
    return index;
  }
}

function grown<Column extends Int32Array | Float64Array>(column: Column, length: number): Column {
  const larger = new (column.constructor as new (length: number) => Column)(length);
  larger.set(column);
  return larger;
}
