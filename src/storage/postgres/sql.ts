import { createHash } from "node:crypto";
import type { ColumnKind, Sql, SqlValue } from "../documents/sql.ts";
import { storableText } from "../storable-text.ts";
import type { PostgresConnection } from "./connection.ts";

/** Makes servers take turns, so that numbers are in order and without gaps even if two servers open a case at once. */
const NUMBERING_LOCK = "7237970109966541172";

/** SQL for document tables in PostgreSQL, on behalf of this server. */
export function postgresSql(connection: PostgresConnection, server: number): Sql {
  let isAlone = false;
  return {
    prefix: "dt_",
    server,
    takeTurn: TAKE_TURN,
    nextRevision: "nextval('dt_case_revisions')",
    async alone(work) {
      return connection.transaction(async () => {
        isAlone = true;
        try {
          await connection.query(TAKE_TURN);
          return await work();
        } finally {
          isAlone = false;
        }
      });
    },
    column(name, kind) {
      const column = kind === "longText" ? `${name}_digest` : name;
      return {
        name: column,
        parameter: (n) => PARAMETERS[kind](`?${n}`),
        fits: (n) => {
          if (kind === "ids") return `?${n}::uuid = ANY (${column})`;
          return `${column} ${kind === "moment" ? ">=" : "="} ${PARAMETERS[kind](`?${n}`)}`;
        },
        value: (value) => storable(kind, value),
        listJson: `CAST(array_to_json(${column}) AS text)`,
      };
    },
    async run(statements) {
      const query = ({ text, values }: (typeof statements)[number]) =>
        connection.query(text.replaceAll("?", "$"), values.length > 0 ? values : undefined);
      const [first] = statements;
      if (first && statements.length === 1) return [await query(first)];
      const all = async () => {
        const rows = [];
        for (const statement of statements) rows.push(await query(statement));
        return rows;
      };
      return isAlone ? all() : connection.transaction(all);
    },
  };
}

const TAKE_TURN = `SELECT pg_advisory_xact_lock(${NUMBERING_LOCK})`;

const asItIs = (parameter: string): string => parameter;

const PARAMETERS: Readonly<Record<ColumnKind, (parameter: string) => string>> = {
  number: (parameter) => `${parameter}::bigint`,
  text: asItIs,
  server: asItIs,
  longText: asItIs,
  id: asItIs,
  ids: (parameter) => `${parameter}::uuid[]`,
  moment: (parameter) => `to_timestamp(${parameter}::float8 / 1000)`,
  bytes: asItIs,
};

function storable(kind: ColumnKind, value: SqlValue): SqlValue {
  if (kind === "longText") return digestOf(value as string);
  return kind === "text" ? storableText(value as string) : value;
}

/** Returns a digest of fixed size, because an index cannot hold a long text. */
export function digestOf(text: string): string {
  return createHash("md5").update(text).digest("hex");
}
