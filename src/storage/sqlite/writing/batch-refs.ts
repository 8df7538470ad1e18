import { type Batch, ROW } from "../../../core/storage-face.ts";
import { storableText } from "../../storable-text.ts";
import type { Dictionaries } from "./dictionaries.ts";
import { formOf, PLACE_FORMS, type PlaceForm } from "./places.ts";
import type { RecentRows } from "./recent-rows.ts";

/** The references of one batch's texts. Each text is looked up once, however many rows name it. */
export class BatchRefs {
  readonly #rows: Int32Array;
  readonly #strings: readonly string[];
  readonly #dictionaries: Dictionaries;
  readonly #recent: RecentRows;
  /** By the index of the text; 0 if it was not asked for yet. Places are counted from 1 here. */
  readonly #players: Int32Array;
  readonly #places: Int32Array;
  /** By the index of a place's text: the index, plus 1, of the world that the place is in. */
  readonly #worlds: Int32Array;
  readonly #contexts = new Map<number, number>();

  constructor({ rows, strings, baseMs }: Batch, dictionaries: Dictionaries, recent: RecentRows) {
    if (!Number.isFinite(baseMs)) throw new RangeError("a batch has no time");
    this.#rows = rows;
    this.#strings = strings;
    this.#dictionaries = dictionaries;
    this.#recent = recent;
    this.#players = new Int32Array(strings.length);
    this.#places = new Int32Array(strings.length);
    this.#worlds = new Int32Array(strings.length);
  }

  text(index: number): string {
    const text = this.#strings[index];
    if (text === undefined) throw new RangeError("a row refers to a text that its batch does not have");
    return text;
  }

  #storable(index: number): string {
    return storableText(this.text(index));
  }

  player(index: number): number {
    const known = this.#players[index];
    if (known) return known;
    const ref = this.#dictionaries.player(this.text(index));
    this.#players[index] = ref;
    return ref;
  }

  /** `action` is -1 if the row has none. */
  context(action: number, world: number): number {
    const key = action * this.#strings.length + world;
    let ref = this.#contexts.get(key);
    if (ref === undefined) {
      ref = this.#dictionaries.context(action < 0 ? "" : this.#storable(action), this.#storable(world));
      this.#contexts.set(key, ref);
    }
    return ref;
  }

  /** Returns the place's number in `recent`. */
  place(index: number): number {
    const known = this.#places[index];
    if (known) return known - 1;
    const place = this.#recent.placeIndex(this.#storable(index));
    this.#places[index] = place + 1;
    return place;
  }

  /** Returns how the row whose words begin at `at` names its place. */
  placeForm(at: number): PlaceForm {
    const rows = this.#rows;
    const index = rows[at + ROW.text] as number;
    const holder = rows[at + ROW.player] as number;
    const place = this.#recent.placeAt(this.place(index));
    if (place.ownerRef !== 0 && place.ownerRef === this.player(holder)) return PLACE_FORMS.withHolder;
    const world = rows[at + ROW.world] as number;
    const form = formOf(
      place,
      this.text(holder),
      this.#worlds[index] === world + 1 ? undefined : this.#storable(world),
      rows[at + ROW.x] as number,
      rows[at + ROW.y] as number,
      rows[at + ROW.z] as number,
    );
    if (form === PLACE_FORMS.withHolder) place.ownerRef = this.player(holder);
    else if (form === PLACE_FORMS.atLocation) this.#worlds[index] = world + 1;
    return form;
  }
}
