import type { DatabaseSync } from "node:sqlite";
import { errorText } from "../../../core/storage-face.ts";
import { eachRow } from "../../each-row.ts";
import { countedRule, type IntegrityCheck, type IntegrityRule, integrityCheck } from "../../reader/integrity-check.ts";
import { isMalformedJson } from "../failures.ts";
import { readRecord, SELECT_RECORDS, type StoredRecord } from "../writing/stored-record.ts";

/** Slow on a large file. Each check is a read of its own, so a running server keeps writing. */
export async function* checkSqlite(db: DatabaseSync): AsyncGenerator<IntegrityCheck> {
  const pages = db.prepare("PRAGMA quick_check(20)").all();
  const broken = pages.map((row) => String(row.quick_check)).filter((line) => line !== "ok");
  yield integrityCheck("every page of the file can be read and is where it belongs", broken);
  yield integrityCheck("the disk has every record of the append area as it was written", changedRecords(db));
  for (const rule of RULES) yield checkRule(db, rule);
}

function checkRule(db: DatabaseSync, rule: IntegrityRule): IntegrityCheck {
  try {
    const rows = db.prepare(countedRule(rule)).all();
    const problems = (rows[0]?.problems as number | undefined) ?? 0;
    return { rule: rule.rule, problems, examples: rows.map((row) => String(row.example)) };
  } catch (cause) {
    if (!isMalformedJson(cause)) throw cause;
    return integrityCheck(rule.rule, [`cannot be checked (${errorText(cause)})`]);
  }
}

function changedRecords(db: DatabaseSync): string[] {
  const changed: string[] = [];
  for (const row of eachRow(db.prepare(SELECT_RECORDS))) {
    const record = row as unknown as StoredRecord;
    if (readRecord(record) === undefined) changed.push(`record ${record.seq}`);
  }
  return changed;
}

function references(table: string, column: string, to: string): IntegrityRule {
  return {
    rule: `${table}.${column} names a row of ${to}`,
    broken: `SELECT 'ref ' || missing || ' (' || rows || ' rows)' AS example FROM (
      SELECT ${column} AS missing, count(*) AS rows FROM ${table} GROUP BY 1
    ) WHERE missing IS NOT NULL AND missing NOT IN (SELECT ref FROM ${to})`,
  };
}

const RULES: readonly IntegrityRule[] = [
  references("transfers", "item", "items"),
  references("transfers", "player", "players"),
  references("transfers", "scene", "scenes"),
  references("recent", "item", "items"),
  references("recent", "player", "players"),
  references("recent", "scene", "scenes"),
  references("custody", "item", "items"),
  references("custody", "holder", "players"),
  references("custody", "scene", "scenes"),
  references("items", "material", "materials"),
  references("items", "first_player", "players"),
  {
    rule: "every item was seen, moved or kept (no orphaned items)",
    broken: `SELECT uuid AS example FROM items WHERE first_seen IS NULL
      AND ref NOT IN (SELECT item FROM transfers) AND ref NOT IN (SELECT item FROM recent)
      AND ref NOT IN (SELECT item FROM custody)`,
  },
  {
    rule: "every item of a case is listed with it, and nothing else is",
    broken: `SELECT 'case ' || number || ', item ' || item AS example FROM (
        SELECT c.number, j.value AS item FROM cases c, json_each(c.body, '$.itemIds') j
        EXCEPT SELECT number, item FROM case_items
      ) UNION ALL SELECT 'case ' || number || ', item ' || item FROM (
        SELECT number, item FROM case_items
        EXCEPT SELECT c.number, j.value FROM cases c, json_each(c.body, '$.itemIds') j)`,
  },
  {
    rule: "every quarantined item belongs to a case",
    broken: `SELECT 'quarantined item ' || number || ', case ' || case_number AS example FROM quarantine
      WHERE case_number NOT IN (SELECT number FROM cases)`,
  },
  {
    rule: "every quarantined item is one of its case's items",
    broken: `SELECT 'quarantined item ' || q.number || ', case ' || q.case_number AS example FROM quarantine q
      JOIN cases c ON c.number = q.case_number
      WHERE json_extract(q.body, '$.itemId') NOT IN (SELECT item FROM case_items i WHERE i.number = c.number)`,
  },
  {
    rule: "every case with a removal has what was removed in quarantine, or gave it back",
    broken: `SELECT 'case ' || number AS example FROM cases c WHERE EXISTS (
        SELECT 1 FROM json_each(c.body, '$.acts') j WHERE json_extract(j.value, '$.act') = 'remove')
      AND NOT EXISTS (SELECT 1 FROM json_each(c.body, '$.acts') j WHERE json_extract(j.value, '$.act') = 'restore')
      AND NOT EXISTS (SELECT 1 FROM quarantine q WHERE q.case_number = c.number)`,
  },
  {
    rule: "the counts that are kept are right",
    broken: `SELECT example FROM (
        SELECT 'transfers: ' || folded_transfers || ' kept, ' || (SELECT count(*) FROM transfers) || ' counted' AS example,
          folded_transfers <> (SELECT count(*) FROM transfers) AS isWrong FROM progress
        UNION ALL
        SELECT 'items: ' || seen_items || ' kept, ' || (SELECT count(*) FROM items WHERE first_seen IS NOT NULL) || ' counted',
          seen_items <> (SELECT count(*) FROM items WHERE first_seen IS NOT NULL) FROM progress
      ) WHERE isWrong`,
  },
];
