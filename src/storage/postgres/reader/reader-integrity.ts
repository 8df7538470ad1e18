import { countedRule, type IntegrityCheck, type IntegrityRule } from "../../reader/integrity-check.ts";
import type { Statements } from "../connection.ts";

export async function* checkPostgres(to: Statements): AsyncGenerator<IntegrityCheck> {
  for (const rule of RULES) {
    const rows = await to.query(countedRule(rule));
    yield {
      rule: rule.rule,
      problems: Number(rows[0]?.problems ?? 0),
      examples: rows.map((row) => String(row.example)),
    };
  }
}

function references(table: string, column: string, to: string, as = column): IntegrityRule {
  return {
    rule: `${table}.${column} names a row of ${to}`,
    broken: `SELECT 'ref ' || missing || ' (' || rows || ' rows)' AS example FROM (
      SELECT ${as} AS missing, count(*) AS rows FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1
    ) AS used WHERE NOT EXISTS (SELECT FROM ${to} WHERE ref = used.missing)`,
  };
}

const RULES: readonly IntegrityRule[] = [
  references("dt_transfers", "item", "dt_items"),
  references("dt_transfers", "player", "dt_players"),
  references("dt_transfers", "world", "dt_worlds", "dt_world(world, action)"),
  {
    rule: "dt_transfers.action names a row of dt_actions or a text of its own",
    broken: `SELECT 'ref ' || used.action || ' (' || used.rows || ' rows)' AS example FROM (
        SELECT dt_beside(t.action) AS action, count(*) AS rows FROM dt_transfers AS t
        JOIN dt_worlds AS w ON w.ref = dt_world(t.world, t.action)
        WHERE NOT w.is_unusual GROUP BY 1
      ) AS used WHERE NOT EXISTS (SELECT FROM dt_actions WHERE ref = used.action)`,
  },
  references("dt_custody", "item", "dt_items"),
  references("dt_custody", "holder", "dt_players"),
  references("dt_custody", "world", "dt_worlds", "dt_world(world, place_form)"),
  references("dt_items", "material", "dt_materials"),
  references("dt_items", "first_player", "dt_players"),
  {
    rule: "every item was seen, moved or kept (no orphaned items)",
    broken: `SELECT i.uuid::text AS example FROM dt_items AS i WHERE i.first_seen IS NULL
      AND NOT EXISTS (SELECT FROM dt_transfers AS t WHERE t.item = i.ref)
      AND NOT EXISTS (SELECT FROM dt_custody AS c WHERE c.item = i.ref)`,
  },
  {
    rule: "every item of a case is listed with it, and nothing else is",
    broken: `SELECT 'case ' || number AS example FROM dt_cases WHERE
      (SELECT coalesce(array_agg(value ORDER BY value), '{}') FROM json_array_elements_text(body -> 'itemIds') AS value)
      <> (SELECT coalesce(array_agg(value::text ORDER BY value::text), '{}') FROM unnest(items) AS value)`,
  },
  {
    rule: "every quarantined item belongs to a case",
    broken: `SELECT 'quarantined item ' || q.number || ', case ' || q.case_number AS example FROM dt_quarantine AS q
      WHERE NOT EXISTS (SELECT FROM dt_cases AS c WHERE c.number = q.case_number)`,
  },
  {
    rule: "every quarantined item is one of its case's items",
    broken: `SELECT 'quarantined item ' || q.number || ', case ' || q.case_number AS example FROM dt_quarantine AS q
      JOIN dt_cases AS c ON c.number = q.case_number WHERE NOT ((q.body ->> 'itemId')::uuid = ANY (c.items))`,
  },
  {
    rule: "every case with a removal has what was removed in quarantine, or gave it back",
    broken: `SELECT 'case ' || c.number AS example FROM dt_cases AS c
      WHERE EXISTS (SELECT FROM json_array_elements(c.body -> 'acts') AS act WHERE act ->> 'act' = 'remove')
        AND NOT EXISTS (SELECT FROM json_array_elements(c.body -> 'acts') AS act WHERE act ->> 'act' = 'restore')
        AND NOT EXISTS (SELECT FROM dt_quarantine AS q WHERE q.case_number = c.number)`,
  },
  {
    rule: "the counts that are kept are right",
    broken: `SELECT 'transfers: ' || kept || ' kept, ' || counted || ' counted' AS example FROM (
        SELECT (SELECT coalesce(sum(transfers), 0) FROM dt_servers) AS kept, (SELECT count(*) FROM dt_transfers) AS counted
      ) AS sums WHERE kept <> counted`,
  },
];
