import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Custody } from "../../core/records.ts";
import { pagesOf } from "./archive-transfers.ts";
import { readStoredText } from "./places.ts";

/** Each item's newest confirmation: the last one that is not folded yet, else the table's. */
const ALL_CUSTODY = `
  SELECT item, ts, abs(deed) >> 24 AS holder, abs(deed) & 0xffffff AS scene, x, y, z, place, max(seq) AS last FROM recent
  WHERE place IS NOT NULL
    AND NOT (seq <= (SELECT fold_through FROM progress) AND item <= (SELECT folded_item FROM progress))
  GROUP BY item
  UNION ALL
  SELECT item, ts, holder, scene, x, y, z, place, 0 FROM custody
  WHERE item NOT IN (SELECT item FROM recent WHERE place IS NOT NULL
    AND NOT (seq <= (SELECT fold_through FROM progress) AND item <= (SELECT folded_item FROM progress)))`;

export function countCustody(db: DatabaseSync): number {
  return db.prepare(`SELECT count(*) AS count FROM (${ALL_CUSTODY})`).get()?.count as number;
}

export function custodyOfItems(db: DatabaseSync, itemIds: readonly string[]): Custody[] {
  const where = "WHERE c.item IN (SELECT ref FROM items WHERE uuid IN (SELECT value FROM json_each(?)))";
  return statementFor(db, where).all(JSON.stringify(itemIds)).map(custodyFrom);
}

export function pagesOfCustody(db: DatabaseSync, server?: string): AsyncGenerator<readonly Custody[]> {
  const values: SQLInputValue[] = server === undefined ? [] : [server];
  const rows = statementFor(db, server === undefined ? "" : "WHERE s.server = ?").iterate(...values);
  return pagesOf(rows, custodyFrom);
}

function statementFor(db: DatabaseSync, where: string) {
  return db.prepare(`
    SELECT i.uuid AS itemId, p.uuid AS holderId, s.server AS server, c.ts AS confirmedMs, c.place AS place,
      s.world || ':' || c.x || ',' || c.y || ',' || c.z AS location
    FROM (${ALL_CUSTODY}) AS c
    CROSS JOIN items AS i ON i.ref = c.item
    CROSS JOIN players AS p ON p.ref = c.holder
    CROSS JOIN scenes AS s ON s.ref = c.scene ${where}`);
}

function custodyFrom(row: Record<string, unknown>): Custody {
  const { itemId, place, holderId, location, confirmedMs, server } = row as unknown as Custody;
  return { itemId, place: readStoredText(place, holderId, location), holderId, location, confirmedMs, server };
}
