import { NIL_UUID, type StoreQuestions } from "../../core/records.ts";
import type { Statements } from "./postgres-connection.ts";

export function itemQuestions(to: Statements): Pick<StoreQuestions, "firstSighting" | "idsByPrefix"> {
  return {
    async firstSighting(itemId) {
      const [row] = await to.query(FIRST_SIGHTING, [itemId]);
      if (!row) return undefined;
      return {
        firstSeenMs: Math.round(row.ts as number),
        material: row.material as string,
        playerId: (row.player as string | null) ?? NIL_UUID,
      };
    },

    /** Finds by a range of ids, so that the index answers. */
    async idsByPrefix(prefix, limit) {
      if (!isPrefixOfId(prefix)) return [];
      const digits = prefix.replaceAll("-", "");
      const rows = await to.query(BY_PREFIX, [digits.padEnd(32, "0"), digits.padEnd(32, "f"), limit]);
      return rows.map(({ id }) => id as string);
    },
  };
}

const TEMPLATE = "00000000-0000-0000-0000-000000000000";

function isPrefixOfId(prefix: string): boolean {
  if (prefix.length > TEMPLATE.length) return false;
  return [...prefix].every((character, at) =>
    TEMPLATE[at] === "-" ? character === "-" : /^[0-9a-f]$/.test(character),
  );
}

const FIRST_SIGHTING = `
  SELECT (extract(epoch FROM i.first_seen) * 1000)::float8 AS ts, coalesce(m.name, '') AS material, p.uuid::text AS player
  FROM dt_items AS i LEFT JOIN dt_materials AS m ON m.ref = i.material LEFT JOIN dt_players AS p ON p.ref = i.first_player
  WHERE i.uuid = $1 AND i.first_seen IS NOT NULL`;

const BY_PREFIX =
  "SELECT uuid::text AS id FROM dt_items WHERE uuid BETWEEN $1::uuid AND $2::uuid ORDER BY uuid LIMIT $3";
