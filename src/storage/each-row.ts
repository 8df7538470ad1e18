import type { SQLInputValue, StatementSync } from "node:sqlite";

/** Statements whose rows are being read. Before about Node 22.14, a statement can be garbage-collected while its rows are read. */
const beingRead = new Set<StatementSync>();

/** Yields the rows of a SQLite statement one by one, however long that takes. */
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
