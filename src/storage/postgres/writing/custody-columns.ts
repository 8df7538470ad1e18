import { OWN_SLOTS, type PlaceKey, playerPlace, ROW, ROW_WORDS, timeAt } from "../../../core/storage-face.ts";
import { storableText } from "../../storable-text.ts";
import { type Where, whereAt } from "../questions/where.ts";
import { integerArray, smallintArray, timestampArray } from "./binary-arrays.ts";
import { storableMs } from "./binary-rows.ts";
import { type Dictionaries, playerKey } from "./dictionaries.ts";
import { formOf, placeHash, TEXT_FORM } from "./places.ts";
import type { ReferredBatch } from "./text-refs.ts";
import { besideWorld, lowWorld } from "./world-refs.ts";

/** No place names this world, so `formOf` derives no place from a location that is stored as text. */
const NO_WORLD = "\0";

/** The last custody row of an item in a group. */
interface CustodyRow extends Where {
  readonly item: number;
  readonly holder: number;
  readonly timestampMs: number;
  readonly place: PlaceKey;
  readonly form: number;
}

interface CustodyParameters {
  readonly items: readonly number[];
  readonly parameters: readonly unknown[];
}

const MOVED = `
  SELECT * FROM unnest($1::integer[], $2::integer[], $3::timestamptz[], $4::integer[], $5::integer[], $6::integer[],
    $7::integer[], $8::smallint[], $9::smallint[], $10::text[])
    AS row (item, holder, confirmed, place_hash, x, y, z, world, place_form, place)`;

/** True if this server has custody. Its rows may move only its own custody, even if they come late. */
const isOurs = (custody: string) => `
  (${custody}.server = $11
    OR ${custody}.server IS NULL AND dt_world(${custody}.world, ${custody}.place_form) IN (SELECT ref FROM dt_worlds WHERE server = $11))`;

/**
 * Moves custody of many items that already have a custody row, in one statement. It changes fewer rows than it was given if another
 * server has custody of some: the network then has to settle that.
 */
export const MOVE_CUSTODY = `
  UPDATE dt_custody AS custody SET holder = moved.holder, confirmed = moved.confirmed, place_hash = moved.place_hash,
    x = moved.x, y = moved.y, z = moved.z, world = moved.world, place_form = moved.place_form, place = moved.place,
    server = $11
  FROM (${MOVED}) AS moved WHERE custody.item = moved.item AND ${isOurs("custody")}`;

/** The same for items that may have no custody row yet; it costs a quarter more. */
export const BEGIN_CUSTODY = `
  INSERT INTO dt_custody AS custody (item, holder, confirmed, place_hash, x, y, z, world, place_form, place, server)
  SELECT item, holder, confirmed, place_hash, x, y, z, world, place_form, place, $11 FROM (${MOVED}) AS moved
  ON CONFLICT (item) DO UPDATE SET holder = excluded.holder, confirmed = excluded.confirmed,
    place_hash = excluded.place_hash, x = excluded.x, y = excluded.y, z = excluded.z, world = excluded.world,
    place_form = excluded.place_form, place = excluded.place, server = excluded.server
  WHERE ${isOurs("custody")}`;

/** The custody rows of a group. If an item has several, the last one counts. */
export class CustodyColumns {
  readonly #batches: readonly ReferredBatch[];
  readonly #dictionaries: Dictionaries;
  /** For each batch, the number of rows in the batches before it. */
  readonly #rowsBefore: number[] = [];
  /** For each item's entry, the index of its last custody row among all rows of the group. */
  readonly #last = new Map<number, number>();

  constructor(batches: readonly ReferredBatch[], dictionaries: Dictionaries) {
    this.#batches = batches;
    this.#dictionaries = dictionaries;
    let rows = 0;
    for (const { batch } of batches) {
      this.#rowsBefore.push(rows);
      rows += batch.rowCount;
    }
  }

  get count(): number {
    return this.#last.size;
  }

  put(entry: number, batch: number, row: number): void {
    this.#last.set(entry, (this.#rowsBefore[batch] as number) + row);
  }

  /** The entries of all items, once each. */
  entries(): IterableIterator<number> {
    return this.#last.keys();
  }

  /**
   * Returns the first ten parameters of `MOVE_CUSTODY` or `BEGIN_CUSTODY` for the entries that pass `isFor`; `undefined` if
   * none does. They are sorted by item, so that all servers lock rows in the same order.
   */
  parameters(refOf: (entry: number) => number, isFor: (entry: number) => boolean): CustodyParameters | undefined {
    const rows: CustodyRow[] = [];
    for (const [entry, row] of this.#last) if (isFor(entry)) rows.push(this.#rowOf(refOf(entry), row));
    if (rows.length === 0) return undefined;
    rows.sort((a, b) => a.item - b.item);
    const items = rows.map(({ item }) => item);
    const parameters = [
      integerArray(items),
      integerArray(rows.map(({ holder }) => holder)),
      timestampArray(rows.map(({ timestampMs }) => timestampMs)),
      integerArray(rows.map(({ place }) => placeHash(place))),
      integerArray(rows.map(({ x }) => x)),
      integerArray(rows.map(({ y }) => y)),
      integerArray(rows.map(({ z }) => z)),
      smallintArray(rows.map(({ world }) => lowWorld(world))),
      smallintArray(rows.map(({ world, form }) => besideWorld(world, form))),
      rows.map(({ place, form }) => (form === TEXT_FORM ? storableText(place) : null)),
    ];
    return { items, parameters };
  }

  #rowOf(item: number, row: number): CustodyRow {
    const index = lastAtMost(this.#rowsBefore, row);
    const referred = this.#batches[index] as ReferredBatch;
    const { rows, strings } = referred.batch;
    const at = (row - (this.#rowsBefore[index] as number)) * ROW_WORDS;
    const holderText = rows[at + ROW.player] as number;
    const holder = referred.players[holderText] as number;
    const holderId = strings[holderText] ?? "";
    const text = rows[at + ROW.text] as number;
    const place = text === OWN_SLOTS ? playerPlace(holderId) : (strings[text] ?? "");
    const where = whereAt(referred, at, this.#dictionaries);
    const world = where.isUnusual ? NO_WORLD : (strings[rows[at + ROW.world] as number] ?? "");
    // A holder without a UUID is stored as nobody, so the place could not be derived from it later.
    const isNobody = holder === 0 || playerKey(holderId) !== holderId;
    const form = isNobody ? TEXT_FORM : formOf(place, holderId, { ...where, world });
    return { ...where, item, holder, timestampMs: storableMs(timeAt(referred.batch, at)), place, form };
  }
}

/** Returns the index of the last of these rising numbers that is not above `most`. */
function lastAtMost(numbers: readonly number[], most: number): number {
  let [from, to] = [0, numbers.length];
  while (to - from > 1) {
    const middle = (from + to) >> 1;
    if ((numbers[middle] as number) <= most) from = middle;
    else to = middle;
  }
  return from;
}
