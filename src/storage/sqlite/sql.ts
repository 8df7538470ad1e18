import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Row, Sql, Statement } from "../documents/sql.ts";
import { storableText } from "../storable-text.ts";
import { inTransaction } from "./connection.ts";

/** Older Nodes treat empty bytes without memory of their own, as other threads send them, as NULL. */
const NO_BYTES = new Uint8Array(1).subarray(1);

/** SQL for document tables in one SQLite file, which belongs to one server. */
export function sqliteSql(db: DatabaseSync): Sql {
  const prepared = new Map<string, StatementSync>();
  const rowsOf = ({ text, values }: Statement): readonly Row[] => {
    const statement = prepared.get(text) ?? db.prepare(named(text));
    prepared.set(text, statement);
    return statement.all(Object.fromEntries(values.map((value, at) => [`v${at + 1}`, value as SQLInputValue])));
  };
  return {
    prefix: "",
    column: (name, kind, listTable) => ({
      name,
      parameter: (n) => `?${n}`,
      fits: (n) => {
        if (kind === "ids") return `number IN (SELECT number FROM ${listTable} WHERE item = ?${n})`;
        return `${name} ${kind === "moment" ? ">=" : "="} ?${n}`;
      },
      value: (value) => {
        if (value instanceof Uint8Array) return value.length === 0 ? NO_BYTES : value;
        return kind === "text" ? storableText(value as string) : value;
      },
      listJson: `(SELECT json_group_array(item) FROM ${listTable} AS list WHERE list.number = document.number)`,
    }),
    saveList: (table, ids, number, given) => [
      { text: `DELETE FROM ${table} WHERE number = ${number}`, values: [given] },
      {
        text: `INSERT OR IGNORE INTO ${table} (item, number) SELECT value, ${number} FROM json_each(?2)`,
        values: [given, JSON.stringify(ids)],
      },
    ],
    // Only one thread writes, and it answers one question after another.
    alone: (work) => work(),
    async run(statements) {
      return statements.length === 1 ? statements.map(rowsOf) : inTransaction(db, () => statements.map(rowsOf));
    },
  };
}

/** The oldest Node that we support treats `?1` as a named parameter without a value. */
function named(text: string): string {
  return text.replaceAll("?", ":v");
}
