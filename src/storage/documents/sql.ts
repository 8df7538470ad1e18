/** A value that both databases accept. */
export type SqlValue = string | number | Uint8Array | readonly string[];

export type Row = Readonly<Record<string, unknown>>;

/** The text has parameters `?1`, `?2`, …, which each database replaces by its own form. */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/**
 * What a column holds. A `server` exists only if several servers share the database. A `longText` may be longer than an index can hold.
 * `ids` is a list that can be searched for one id. A `moment` is in milliseconds, and a filter matches that time and later.
 */
export type ColumnKind = "number" | "text" | "server" | "longText" | "id" | "ids" | "moment" | "bytes";

/** A column in this database. */
export interface SqlColumn {
  readonly name: string;
  /** SQL for the n-th parameter as a value of this column. */
  readonly parameter: (n: number) => string;
  /** SQL for the condition that the column matches the n-th parameter. */
  readonly fits: (n: number) => string;
  readonly value: (value: SqlValue) => SqlValue;
  /** For a list: SQL that returns it as JSON text. The row is called `document`. */
  readonly listJson: string;
}

/** The SQL that document tables need, where the two databases differ. */
export interface Sql {
  /** The prefix of every table's name. */
  readonly prefix: string;
  /** The server whose documents are used, in tables where each server has its own. Absent: the database has only one server. */
  readonly server?: number;
  /** Runs in the same transaction before a document gets its number, and makes other servers wait. Absent: there are none. */
  readonly takeTurn?: string;
  /** `listTable` is the table that `saveList` writes. */
  column(name: string, kind: ColumnKind, listTable?: string): SqlColumn;
  /**
   * Returns statements that write a document's list of ids into another table. `number` is SQL for the document's number, in
   * which `?1` is `given`. Absent: a column holds the list.
   */
  readonly saveList?: (table: string, ids: readonly string[], number: string, given: SqlValue) => readonly Statement[];
  /** SQL for the next `revision` of a document. Absent: the database has only one server, which knows what it wrote. */
  readonly nextRevision?: string;
  /** Runs the work while nobody else writes documents. On PostgreSQL it is one transaction. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Runs all of the statements or none. Resolves with the rows of each. */
  run(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]>;
}
