import {
  type Custody,
  custodyTimeOf,
  ownerOfPlace,
  parseLocation,
  type StoreQuestions,
} from "../../../core/storage-face.ts";
import { storableText } from "../../storable-text.ts";
import type { Row, Statements } from "../connection.ts";
import { placeHash, placeOf, TEXT_FORM } from "../writing/places.ts";

export function custodyQuestions(to: Statements, server: number): Pick<StoreQuestions, "custodyOf" | "custodyAt"> {
  return {
    async custodyOf(itemIds) {
      return (await to.query(`${CUSTODY} WHERE i.uuid = ANY ($1::uuid[])`, [itemIds])).map(custodyFrom);
    },

    /**
     * On this server only, because another server has worlds and players' slots of the same names. A player holds whatever is in the
     * player's own places, so an index may find it. For other places all custody is read, because only staff ask.
     */
    async custodyAt(place) {
      const holder = ownerOfPlace(place);
      const values = [placeHash(place), server, ...(holder === undefined ? [] : [holder])];
      const held = holder === undefined ? "" : "AND c.holder = (SELECT ref FROM dt_players WHERE uuid = $3)";
      const rows = await to.query(`${CUSTODY} WHERE c.place_hash = $1 AND s.ref = $2 ${held}`, values);
      const stored = storableText(place);
      return rows.map(custodyFrom).filter((custody) => custody.place === stored);
    },
  };
}

/** Returns the custody of those items that another server holds. */
export async function custodyOfOthers(to: Statements, items: readonly number[], server: number): Promise<Custody[]> {
  return (await to.query(`${CUSTODY} WHERE c.item = ANY ($1::integer[]) AND s.ref <> $2`, [items, server])).map(
    custodyFrom,
  );
}

/** Add a condition on `i`, `c`, `w` or `s`. */
export const CUSTODY = `
  SELECT i.uuid::text AS item, p.uuid::text AS holder, dt_beside(c.place_form) AS place_form, c.place, s.name AS server, c.version,
    CASE WHEN w.is_unusual THEN u.location ELSE w.name || ':' || c.x || ',' || c.y || ',' || c.z END AS location,
    (extract(epoch FROM c.confirmed) * 1000)::float8 AS ts
  FROM dt_custody AS c
  JOIN dt_items AS i ON i.ref = c.item
  JOIN dt_players AS p ON p.ref = c.holder
  JOIN dt_worlds AS w ON w.ref = dt_world(c.world, c.place_form)
  JOIN dt_servers AS s ON s.ref = coalesce(c.server, w.server)
  LEFT JOIN dt_unusual AS u ON w.is_unusual AND u.ref = c.x`;

export function custodyFrom(row: Row): Custody {
  const holderId = row.holder as string;
  const location = row.location as string;
  const form = row.place_form as number;
  const block = parseLocation(location) ?? { world: "", x: 0, y: 0, z: 0 };
  return {
    itemId: row.item as string,
    place: form === TEXT_FORM ? (row.place as string) : placeOf(form, holderId, block),
    holderId,
    location,
    ...custodyTimeOf(Math.round(row.ts as number)),
    server: row.server as string,
    version: row.version as number,
  };
}
