import type { DatabaseSync } from "node:sqlite";

const ITEMS_A_READ = 500;
/** How many rows are read at once at most: an item may have a million. Row by row takes longer, and so does item by item. */
const ROWS_A_READ = 16_384;

const COLUMNS = ["item", "ts", "nth", "player", "scene", "x", "y", "z"] as const;

/** Rows of `transfers` as they were read, as a list per column. */
type ReadRows = { readonly [Name in (typeof COLUMNS)[number]]: readonly (number | null)[] };

/** Rows of one item among those that were read at once. */
interface ItemRead {
  readonly itemId: string;
  readonly isFirst: boolean;
  readonly rows: ReadRows;
  readonly from: number;
  readonly end: number;
}

/**
 * Yields the items in order of their ids, with their rows before this time and the first ones after it, so that later months are not read
 * every time. A long history comes in several parts, each of which begins with the last row of the one before. Each column of many rows
 * comes as one text, which takes less time than rows as objects.
 */
export function* itemReads(db: DatabaseSync, beforeMs: number, maxRows = ROWS_A_READ): Generator<ItemRead> {
  const columns = COLUMNS.map((name) => `json_group_array(${name}) AS ${name}`).join(", ");
  const lastOf = db.prepare(
    "SELECT max(uuid) AS id FROM (SELECT uuid FROM items WHERE uuid > ? ORDER BY uuid LIMIT ?)",
  );
  const items = db.prepare(
    `SELECT (SELECT json_group_array(json_array(ref, uuid)) FROM items WHERE uuid > :after AND uuid <= :last) AS ids, ${columns} FROM (
       SELECT t.* FROM items AS i CROSS JOIN transfers AS t
       WHERE i.uuid > :after AND i.uuid <= :last AND t.item = i.ref
         AND t.ts <= coalesce((SELECT min(ts) FROM transfers WHERE item = i.ref AND ts >= :before), :before)
       ORDER BY i.uuid, t.ts, t.nth LIMIT ${maxRows})`,
  );
  const moreOfItem = db.prepare(
    `SELECT ${columns} FROM (
       SELECT * FROM transfers WHERE item = :item AND (ts, nth) > (:ms, :nth)
         AND ts <= coalesce((SELECT min(ts) FROM transfers WHERE item = :item AND ts >= :before), :before)
       ORDER BY ts, nth LIMIT ${maxRows})`,
  );
  for (let after = ""; ; ) {
    const last = lastOf.get(after, ITEMS_A_READ)?.id as string | null;
    if (last === null) return;
    const found = items.get({ after, last, before: beforeMs }) as Texts;
    const rows = parsed(found);
    const ids = new Map(JSON.parse(found.ids as string) as [number, string][]);
    let read: ItemRead | undefined;
    for (let [from, end] = [0, 1]; end <= rows.item.length; end++) {
      if (rows.item[end] === rows.item[from]) continue;
      read = { itemId: ids.get(rows.item[from] as number) as string, isFirst: true, rows, from, end };
      yield read;
      from = end;
    }
    after = last;
    if (read === undefined || rows.item.length < maxRows) continue;
    // The last item may have more rows, and further items none yet.
    after = read.itemId;
    for (let isCut = true; isCut; ) {
      const [item, ms, nth] = beforeLast(read);
      const more = parsed(moreOfItem.get({ item, ms, nth, before: beforeMs }) as Texts);
      isCut = more.item.length === maxRows;
      read = { itemId: read.itemId, isFirst: false, rows: more, from: 0, end: more.item.length };
      yield read;
    }
  }
}

type Texts = Readonly<Record<string, unknown>>;

function parsed(found: Texts): ReadRows {
  return Object.fromEntries(COLUMNS.map((name) => [name, JSON.parse(found[name] as string)])) as ReadRows;
}

/** Returns the item, and the place of the row before the last one; before all of them if that is not among these. */
function beforeLast({ rows, from, end }: ItemRead): [item: number, ms: number, nth: number] {
  const at = end - 2;
  const item = rows.item[from] as number;
  return at < from ? [item, -1, 0] : [item, rows.ts[at] as number, rows.nth[at] as number];
}
