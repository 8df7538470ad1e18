import { NIL_UUID, type StoreQuestions } from "../../../core/storage-face.ts";
import type { IdTable } from "../../id-table.ts";
import type { Statements } from "../connection.ts";
import { integerArray, timestampArray, uuidArray } from "../writing/binary-arrays.ts";
import type { RowGroup, SeenRow } from "../writing/row-group.ts";

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

    /** Searches a range of ids, so that the index can be used. */
    async idsByPrefix(prefix, limit) {
      if (!isPrefixOfId(prefix)) return [];
      const digits = prefix.replaceAll("-", "");
      const rows = await to.query(BY_PREFIX, [digits.padEnd(32, "0"), digits.padEnd(32, "f"), limit]);
      return rows.map(({ id }) => id as string);
    },
  };
}

/** Looks up ids that this process does not know yet. Items are never deleted, so the answers stay true. */
export async function findItems(to: Statements, items: IdTable, entries: readonly number[]): Promise<void> {
  if (entries.length === 0) return;
  const rows = await to.query(FIND, [uuidArray(entries, items.words)]);
  for (const { at, ref, is_seen } of rows) {
    const entry = entries[Number(at) - 1] as number;
    items.setRef(entry, Number(ref));
    if (is_seen) items.setSeen(entry);
  }
}

/**
 * Runs inside the writer's transaction. Adds rows for new ids, and marks the items that this group is the first to see.
 * Returns the entries that are newly seen. What `items` learns here is true only once the transaction is committed.
 */
export async function addItems(to: Statements, items: IdTable, group: RowGroup): Promise<ReadonlySet<number>> {
  const newlySeen = new Set<number>();
  const strangers = sortedById(
    group.strangers.filter((entry) => items.refOf(entry) === 0),
    items,
  );
  if (strangers.length > 0) {
    const inserted = await to.query(INSERT, [
      uuidArray(strangers, items.words),
      ...columns(strangers, group.sightings),
    ]);
    for (const { at, ref } of inserted) {
      const entry = strangers[Number(at) - 1] as number;
      items.setRef(entry, Number(ref));
      if (group.sightings.has(entry)) newlySeen.add(entry);
    }
    // Another server may have added some of them between our query and our insert.
    await findItems(
      to,
      items,
      strangers.filter((entry) => items.refOf(entry) === 0),
    );
  }
  const unseen = [...group.sightings.keys()].filter((entry) => !newlySeen.has(entry) && !items.isSeen(entry));
  if (unseen.length > 0) {
    const refs = unseen.map((entry) => items.refOf(entry));
    const updated = await to.query(MARK_SEEN, [integerArray(refs), ...columns(unseen, group.sightings)]);
    for (const { at } of updated) newlySeen.add(unseen[Number(at) - 1] as number);
  }
  for (const entry of group.sightings.keys()) items.setSeen(entry);
  return newlySeen;
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

const FIND = `
  SELECT wanted.at, item.ref, item.first_seen IS NOT NULL AS is_seen
  FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (uuid, at) JOIN dt_items AS item USING (uuid)`;

const INSERT = `
  WITH wanted AS (
    SELECT * FROM unnest($1::uuid[], $2::timestamptz[], $3::integer[], $4::integer[]) WITH ORDINALITY
      AS row (uuid, first_seen, material, first_player, at)
  ), inserted AS (
    INSERT INTO dt_items (uuid, first_seen, material, first_player)
    SELECT uuid, first_seen, material, first_player FROM wanted ON CONFLICT (uuid) DO NOTHING RETURNING uuid, ref
  )
  SELECT wanted.at, inserted.ref FROM inserted JOIN wanted USING (uuid)`;

const MARK_SEEN = `
  UPDATE dt_items AS item SET first_seen = row.first_seen, material = row.material, first_player = row.first_player
  FROM unnest($1::integer[], $2::timestamptz[], $3::integer[], $4::integer[]) WITH ORDINALITY
    AS row (ref, first_seen, material, first_player, at)
  WHERE item.ref = row.ref AND item.first_seen IS NULL
  RETURNING row.at`;

function columns(entries: readonly number[], sightings: ReadonlyMap<number, SeenRow>): Buffer[] {
  const rows = entries.map((entry) => sightings.get(entry));
  return [
    timestampArray(rows.map((row) => row?.timestampMs)),
    integerArray(rows.map((row) => row?.material || undefined)),
    integerArray(rows.map((row) => row?.player)),
  ];
}

/** All servers insert in the same order, so that they cannot deadlock. */
function sortedById(entries: readonly number[], { words }: IdTable): number[] {
  const compare = (a: number, b: number): number => {
    for (let word = 0; word < 4; word++) {
      const difference = ((words[a * 4 + word] as number) >>> 0) - ((words[b * 4 + word] as number) >>> 0);
      if (difference !== 0) return difference;
    }
    return 0;
  };
  return [...entries].sort(compare);
}
