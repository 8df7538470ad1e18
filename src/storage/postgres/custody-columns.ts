import type { PlaceKey } from "../../core/index.ts";
import { integerArray, smallintArray, timestampArray } from "./binary-arrays.ts";
import { playerText } from "./dictionaries.ts";
import { formOf, placeHash, TEXT_FORM } from "./place-form.ts";
import { storableText } from "./storable-text.ts";

export interface CustodyRow {
  readonly entry: number;
  readonly holder: number;
  readonly holderId: string;
  readonly timestampMs: number;
  readonly world: number;
  readonly worldName: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly place: PlaceKey;
}

const MOVED = `
  moved AS (
    SELECT * FROM unnest($1::integer[], $2::integer[], $3::timestamptz[], $4::integer[], $5::integer[], $6::integer[],
      $7::integer[], $8::smallint[], $9::smallint[], $10::text[])
      AS row (item, holder, confirmed, place_hash, x, y, z, world, place_form, place)
  ), others AS (
    SELECT before.item, before.holder, theirs.server FROM moved
    JOIN dt_custody AS before USING (item)
    JOIN dt_worlds AS theirs ON theirs.ref = before.world
    WHERE theirs.server <> $11
  )`;

/**
 * Moves custody of many items that have a row of it, in one statement, which gives back the rows whose custody was
 * another server's, with whose: what a network has to settle.
 */
export const MOVE_CUSTODY = `
  WITH ${MOVED}, written AS (
    UPDATE dt_custody AS custody SET holder = moved.holder, confirmed = moved.confirmed, place_hash = moved.place_hash,
      x = moved.x, y = moved.y, z = moved.z, world = moved.world, place_form = moved.place_form, place = moved.place
    FROM moved WHERE custody.item = moved.item
  )
  SELECT item, holder, server FROM others`;

/** The same for items of which that is not known; it costs a quarter more. */
export const BEGIN_CUSTODY = `
  WITH ${MOVED}, written AS (
    INSERT INTO dt_custody (item, holder, confirmed, place_hash, x, y, z, world, place_form, place)
    SELECT item, holder, confirmed, place_hash, x, y, z, world, place_form, place FROM moved
    ON CONFLICT (item) DO UPDATE SET holder = excluded.holder, confirmed = excluded.confirmed,
      place_hash = excluded.place_hash, x = excluded.x, y = excluded.y, z = excluded.z, world = excluded.world,
      place_form = excluded.place_form, place = excluded.place
  )
  SELECT item, holder, server FROM others`;

/** The custody rows of a group; of several for one item the last counts. */
export class CustodyColumns {
  readonly #last = new Map<number, CustodyRow>();

  get count(): number {
    return this.#last.size;
  }

  put(row: CustodyRow): void {
    this.#last.set(row.entry, row);
  }

  /** The entries of all items, once each. */
  entries(): IterableIterator<number> {
    return this.#last.keys();
  }

  /**
   * The first ten parameters of `MOVE_CUSTODY` or `BEGIN_CUSTODY` for the rows that it is for; `undefined` when there is
   * none. They come sorted by item, so that servers lock them in one order.
   */
  parameters(refOf: (entry: number) => number, isFor: (entry: number) => boolean): unknown[] | undefined {
    const rows = [...this.#last.values()].filter(({ entry }) => isFor(entry));
    if (rows.length === 0) return undefined;
    rows.sort((a, b) => refOf(a.entry) - refOf(b.entry));
    const forms = rows.map(formOfRow);
    return [
      integerArray(rows.map(({ entry }) => refOf(entry))),
      integerArray(rows.map(({ holder }) => holder)),
      timestampArray(rows.map(({ timestampMs }) => timestampMs)),
      integerArray(rows.map(({ place }) => placeHash(place))),
      integerArray(rows.map(({ x }) => x)),
      integerArray(rows.map(({ y }) => y)),
      integerArray(rows.map(({ z }) => z)),
      smallintArray(rows.map(({ world }) => world)),
      smallintArray(forms),
      forms.includes(TEXT_FORM)
        ? rows.map(({ place }, at) => (forms[at] === TEXT_FORM ? storableText(place) : null))
        : new Array<null>(rows.length).fill(null),
    ];
  }
}

function formOfRow({ place, holderId, worldName, x, y, z, holder }: CustodyRow): number {
  // A holder that is no UUID is stored as nobody, and would come back as nobody.
  if (holder === 0 || playerText(holderId) !== holderId) return TEXT_FORM;
  return formOf(place, holderId, { world: worldName, x, y, z });
}
