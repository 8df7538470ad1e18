import type { SQLInputValue, StatementSync } from "node:sqlite";

/** Statements whose rows are being read. Before Node 22.14 or so, rows do not keep their statement from being collected as garbage. */
const beingRead = new Set<StatementSync>();

/** The rows of a SQLite statement one by one, however long that takes. */
export function* eachRow(
  statement: StatementSync,
  ...values: readonly SQLInputValue[]
): Generator<Record<string, unknown>> {
  beingRead.add(statement);
  try {
    yield* statement.iterate(...values) as Iterable<Record<string, unknown>>;
  } finally {
    beingRead.delete(statement);
  }
}
