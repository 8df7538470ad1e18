import { type PlaceKey, playerPlace } from "../../../core/storage-face.ts";
import { ItemTips } from "./item-tips.ts";
import { PLACE_FORMS, type PlaceForm, Places, type StoredPlace, storedText } from "./places.ts";

const FIRST_CAPACITY = 1024;

/** Offsets of a row's words. A row's words lie together, because compacting reads rows in any order. */
const WORD = {
  item: 0,
  tsHigh: 1,
  tsLow: 2,
  player: 3,
  context: 4,
  x: 5,
  y: 6,
  z: 7,
  /** The index of the place if the row confirms custody, otherwise -1. */
  place: 8,
  /** The item's previous row, and its previous row that confirmed custody; or -1. */
  previous: 9,
  previousCustody: 10,
  flags: 11,
} as const;
const WORDS = 12;

const IS_TRANSFER = 1;
const IS_AT_TEXT = 2;
/** The form of the place is stored above the flags. */
const FORM_SHIFT = 2;
const WORD_RANGE = 2 ** 32;

/**
 * The rows that are not compacted yet as integers in memory, so that a question finds an item's latest rows without an index on
 * the disk. Numbers are references into the dictionaries.
 */
export class RecentRows {
  length = 0;
  /** How many of the rows are transfers; the others only confirm custody. */
  transfers = 0;
  #words: Int32Array;
  readonly #places = new Places();
  /** The place numbers of players' own slots, by the player's reference. */
  #ownPlaces: number[] = [];
  readonly #tips = new ItemTips();
  /** The entry in `#tips` of the row that was added last. */
  #lastTip = 0;

  /** `room` is memory for the rows, made by `roomFor`. It grows if it must. */
  constructor(room: Int32Array = RecentRows.roomFor(FIRST_CAPACITY)) {
    this.#words = room;
  }

  /** Makes room for this many rows. The system provides the memory only as it is filled. */
  static roomFor(rows: number): Int32Array {
    return new Int32Array(rows * WORDS);
  }

  /** Drops all rows, and returns their room for reuse. */
  giveUpRoom(): Int32Array {
    this.length = 0;
    return this.#words;
  }

  item(at: number): number {
    return this.#words[at * WORDS + WORD.item] as number;
  }

  ts(at: number): number {
    const from = at * WORDS;
    return (
      (this.#words[from + WORD.tsHigh] as number) * WORD_RANGE + ((this.#words[from + WORD.tsLow] as number) >>> 0)
    );
  }

  player(at: number): number {
    return this.#words[at * WORDS + WORD.player] as number;
  }

  context(at: number): number {
    return this.#words[at * WORDS + WORD.context] as number;
  }

  x(at: number): number {
    return this.#words[at * WORDS + WORD.x] as number;
  }

  y(at: number): number {
    return this.#words[at * WORDS + WORD.y] as number;
  }

  z(at: number): number {
    return this.#words[at * WORDS + WORD.z] as number;
  }

  isTransfer(at: number): boolean {
    return ((this.#words[at * WORDS + WORD.flags] as number) & IS_TRANSFER) !== 0;
  }

  /** True if the location is a text instead of a block. The coordinates then mean nothing. */
  isAtText(at: number): boolean {
    return ((this.#words[at * WORDS + WORD.flags] as number) & IS_AT_TEXT) !== 0;
  }

  add(
    item: number,
    ts: number,
    player: number,
    context: number,
    x: number,
    y: number,
    z: number,
    isAtText: boolean,
    isTransfer: boolean,
  ): void {
    const at = this.length++;
    const from = at * WORDS;
    if (from === this.#words.length) this.#words = larger(this.#words);
    const words = this.#words;
    const tip = this.#tips.add(item);
    words[from + WORD.item] = item;
    const tsHigh = Math.floor(ts / WORD_RANGE);
    words[from + WORD.tsHigh] = tsHigh;
    words[from + WORD.tsLow] = ts - tsHigh * WORD_RANGE;
    words[from + WORD.player] = player;
    words[from + WORD.context] = context;
    words[from + WORD.x] = x;
    words[from + WORD.y] = y;
    words[from + WORD.z] = z;
    words[from + WORD.place] = -1;
    words[from + WORD.previous] = this.#tips.last(tip);
    words[from + WORD.flags] = (isTransfer ? IS_TRANSFER : 0) | (isAtText ? IS_AT_TEXT : 0);
    if (isTransfer) this.transfers++;
    this.#tips.setLast(tip, at);
    this.#lastTip = tip;
  }

  /** Returns the number of a place among the places of these rows. */
  placeIndex(place: PlaceKey): number {
    return this.#places.indexOf(place);
  }

  placeAt(placeIndex: number): StoredPlace {
    return this.#places.at(placeIndex) as StoredPlace;
  }

  /** Marks the row that was added last as confirming custody. */
  confirmCustody(placeIndex: number, form: PlaceForm): void {
    const at = this.length - 1;
    const from = at * WORDS;
    this.#words[from + WORD.place] = placeIndex;
    this.#words[from + WORD.flags] = (this.#words[from + WORD.flags] as number) | (form << FORM_SHIFT);
    this.#words[from + WORD.previousCustody] = this.#tips.lastCustody(this.#lastTip);
    this.#tips.setLastCustody(this.#lastTip, at);
  }

  /** The same, in the holder's own slots; `holder` is the reference of that player. */
  confirmAtHolder(holder: number, holderId: string): void {
    let place = this.#ownPlaces[holder];
    if (place === undefined) {
      place = this.#places.indexOf(playerPlace(holderId));
      this.#ownPlaces[holder] = place;
    }
    this.confirmCustody(place, this.placeAt(place).owner === holderId ? PLACE_FORMS.withHolder : PLACE_FORMS.text);
  }

  /** Returns the place if the row confirms custody. */
  placeOf(at: number): StoredPlace | undefined {
    return this.#places.at(this.#words[at * WORDS + WORD.place] as number);
  }

  /** Returns the text to store for the place if the row confirms custody, otherwise `null`. */
  storedPlaceOf(at: number): string | null {
    const place = this.#words[at * WORDS + WORD.place] as number;
    if (place < 0) return null;
    return storedText(
      this.placeAt(place),
      ((this.#words[at * WORDS + WORD.flags] as number) >> FORM_SHIFT) as PlaceForm,
    );
  }

  /** Removes the rows from this one on, after their transaction failed. */
  cut(length: number): void {
    this.#places.forgetOwnerRefs();
    this.#ownPlaces = [];
    while (this.length > length) {
      const from = --this.length * WORDS;
      const tip = this.#tips.find(this.item(this.length));
      this.#tips.setLast(tip, this.#words[from + WORD.previous] as number);
      if ((this.#words[from + WORD.place] as number) >= 0) {
        this.#tips.setLastCustody(tip, this.#words[from + WORD.previousCustody] as number);
      }
      if (this.isTransfer(this.length)) this.transfers--;
    }
  }

  /** Returns every item that has rows, and perhaps some that no longer have any, sorted. */
  sortedItems(): Int32Array {
    return this.#tips.sortedItems();
  }

  /** Returns the rows of an item, the last one first. */
  rowsOf(item: number): number[] {
    const found: number[] = [];
    const tip = this.#tips.find(item);
    if (tip < 0) return found;
    const words = this.#words;
    let at = this.#tips.last(tip);
    for (; at >= 0; at = words[at * WORDS + WORD.previous] as number) found.push(at);
    return found;
  }

  hasItem(item: number): boolean {
    const tip = this.#tips.find(item);
    return tip >= 0 && this.#tips.last(tip) >= 0;
  }

  /** Returns the last row that confirmed the item's custody, or -1. */
  custodyOf(item: number): number {
    const tip = this.#tips.find(item);
    return tip < 0 ? -1 : this.#tips.lastCustody(tip);
  }

  /** Yields the rows at this place that are the last custody of their item. */
  *custodyAt(place: PlaceKey): Generator<number> {
    const index = this.#places.find(place);
    if (index === undefined) return;
    for (let at = 0; at < this.length; at++) {
      if (this.#words[at * WORDS + WORD.place] === index && this.custodyOf(this.item(at)) === at) yield at;
    }
  }
}

function larger(from: Int32Array): Int32Array<ArrayBuffer> {
  const to = new Int32Array(from.length * 2);
  to.set(from);
  return to;
}
