import { IdMap } from "../model/id-map.ts";
import { ID_WORDS, writeIdWords } from "../model/item-id.ts";
import type { Location } from "../model/location.ts";

/** One entry of the cache, as section 2.5 names its fields. */
export interface KnownItem {
  readonly playerUUID: string;
  readonly location: string;
  readonly lastSeenMs: number;
  readonly firstSeenMs: number;
}

/** The number of an entry: where its row is. Valid until the entry is removed. */
export type Entry = number;
export const NO_ENTRY: Entry = -1;

const PAGE_BITS = 12;
const PAGE_ENTRIES = 1 << PAGE_BITS;
const PAGE_MASK = PAGE_ENTRIES - 1;

/**
 * The known items: who was last seen with each id, where and when. It lives on the game's thread only, which is what
 * "safe for concurrent access" means here.
 *
 * Entries are rows of typed columns rather than objects: a million of them cost the garbage collector nothing, and
 * updating one allocates nothing. Columns come in pages: growing never copies what is there.
 */
export class KnownItems {
  readonly #entryOf = new IdMap<Entry>();
  readonly #texts = new TextTable();
  readonly #pages: KnownItemsPage[] = [];
  /** Numbers of removed entries, to be used again. */
  readonly #free: Entry[] = [];
  #used = 0;

  get size(): number {
    return this.#entryOf.size;
  }

  /** How many texts (players, worlds) the entries refer to. */
  get textCount(): number {
    return this.#texts.size;
  }

  /** How many numbers there are to walk over, free ones included. */
  get entryCount(): number {
    return this.#used;
  }

  /** `NO_ENTRY` when the id is not known. A text found here is a canonical id: only such are ever added. */
  entryOf(itemId: string): Entry {
    return this.#entryOf.get(itemId) ?? NO_ENTRY;
  }

  get(itemId: string): KnownItem | undefined {
    const entry = this.entryOf(itemId);
    if (entry === NO_ENTRY) return undefined;
    const page = this.#page(entry);
    const at = entry & PAGE_MASK;
    return {
      playerUUID: this.#texts.at(page.player[at]!),
      location: `${this.#texts.at(page.world[at]!)}:${page.x[at]},${page.y[at]},${page.z[at]}`,
      lastSeenMs: page.lastSeenMs[at]!,
      firstSeenMs: page.firstSeenMs[at]!,
    };
  }

  /** Creates an entry for a canonical id that is not known: absent becomes present. */
  add(itemId: string, playerId: string, location: Location, nowMs: number): Entry {
    const entry = this.#free.pop() ?? this.#used++;
    if (entry >> PAGE_BITS === this.#pages.length) this.#pages.push(new KnownItemsPage());
    const page = this.#page(entry);
    const at = entry & PAGE_MASK;
    this.#entryOf.set(itemId, entry);
    page.ids[at] = itemId;
    writeIdWords(itemId, page.idWords, at * ID_WORDS);
    page.firstSeenMs[at] = nowMs;
    page.isRecorded[at] = 0;
    page.player[at] = this.#texts.use(playerId);
    page.world[at] = this.#texts.use(location.world);
    this.update(entry, playerId, location, nowMs);
    return entry;
  }

  /** Replaces what was last seen; the first sighting is kept. */
  update(entry: Entry, playerId: string, location: Location, nowMs: number): void {
    const page = this.#page(entry);
    const at = entry & PAGE_MASK;
    page.player[at] = this.#texts.replace(page.player[at]!, playerId);
    page.world[at] = this.#texts.replace(page.world[at]!, location.world);
    page.x[at] = Math.floor(location.x);
    page.y[at] = Math.floor(location.y);
    page.z[at] = Math.floor(location.z);
    page.lastSeenMs[at] = nowMs;
  }

  /** True if the entry has a different player or location. */
  differs(entry: Entry, playerId: string, location: Location): boolean {
    const page = this.#page(entry);
    const at = entry & PAGE_MASK;
    return (
      page.x[at] !== Math.floor(location.x) ||
      page.z[at] !== Math.floor(location.z) ||
      page.y[at] !== Math.floor(location.y) ||
      this.#texts.at(page.player[at]!) !== playerId ||
      this.#texts.at(page.world[at]!) !== location.world
    );
  }

  lastSeenMs(entry: Entry): number {
    return this.#page(entry).lastSeenMs[entry & PAGE_MASK]!;
  }

  playerAt(entry: Entry): string {
    return this.#texts.at(this.#page(entry).player[entry & PAGE_MASK]!);
  }

  /** True if the store was told of the id since the entry was made. A check of the rule alone does not tell it. */
  isRecorded(entry: Entry): boolean {
    return this.#page(entry).isRecorded[entry & PAGE_MASK] === 1;
  }

  markRecorded(entry: Entry): void {
    this.#page(entry).isRecorded[entry & PAGE_MASK] = 1;
  }

  /** An array that holds the entry's id as words, from `idWordsAt` on. */
  idWords(entry: Entry): Int32Array {
    return this.#page(entry).idWords;
  }

  idWordsAt(entry: Entry): number {
    return (entry & PAGE_MASK) * ID_WORDS;
  }

  /** Removes the entry if it was last seen more than `ttlMs` ago. */
  expire(entry: Entry, nowMs: number, ttlMs: number): boolean {
    const page = this.#page(entry);
    const at = entry & PAGE_MASK;
    const itemId = page.ids[at];
    if (itemId === undefined || !(nowMs - page.lastSeenMs[at]! > ttlMs)) return false;
    this.#entryOf.delete(itemId);
    page.ids[at] = undefined;
    this.#texts.release(page.player[at]!);
    this.#texts.release(page.world[at]!);
    this.#free.push(entry);
    return true;
  }

  #page(entry: Entry): KnownItemsPage {
    return this.#pages[entry >> PAGE_BITS]!;
  }
}

class KnownItemsPage {
  /** `undefined` where there is no entry. */
  readonly ids: (string | undefined)[] = new Array(PAGE_ENTRIES).fill(undefined);
  readonly idWords = new Int32Array(PAGE_ENTRIES * ID_WORDS);
  readonly player = new Int32Array(PAGE_ENTRIES);
  readonly world = new Int32Array(PAGE_ENTRIES);
  readonly x = new Int32Array(PAGE_ENTRIES);
  readonly y = new Int32Array(PAGE_ENTRIES);
  readonly z = new Int32Array(PAGE_ENTRIES);
  readonly lastSeenMs = new Float64Array(PAGE_ENTRIES);
  readonly firstSeenMs = new Float64Array(PAGE_ENTRIES);
  readonly isRecorded = new Uint8Array(PAGE_ENTRIES);
}

/** Gives recurring texts (players, worlds) a small number, for as long as it is in use. */
class TextTable {
  readonly #indexOf = new Map<string, number>();
  /** By number; empty if the number is free. */
  readonly #texts: string[] = [];
  readonly #uses: number[] = [];
  readonly #free: number[] = [];

  get size(): number {
    return this.#indexOf.size;
  }

  at(index: number): string {
    return this.#texts[index]!;
  }

  use(text: string): number {
    let index = this.#indexOf.get(text);
    if (index === undefined) {
      index = this.#free.pop() ?? this.#texts.length;
      this.#texts[index] = text;
      this.#uses[index] = 0;
      this.#indexOf.set(text, index);
    }
    this.#uses[index]!++;
    return index;
  }

  /** Returns the number of `text` and releases `index`. Mostly the two are the same. */
  replace(index: number, text: string): number {
    if (this.#texts[index] === text) return index;
    const used = this.use(text);
    this.release(index);
    return used;
  }

  release(index: number): void {
    if (--this.#uses[index]! > 0) return;
    this.#indexOf.delete(this.#texts[index]!);
    this.#texts[index] = "";
    this.#free.push(index);
  }
}
