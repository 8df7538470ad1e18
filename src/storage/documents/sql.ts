/** A value as both databases take it. */
export type SqlValue = string | number | Uint8Array | readonly string[];

export type Row = Readonly<Record<string, unknown>>;

/** Parameters stand in the text as `?1`, `?2`, …; each database's side puts its own in their place. */
export interface Statement {
  readonly text: string;
  readonly values: readonly SqlValue[];
}

/**
 * What a column holds. A `server` is there only where several share the database; `longText` may be longer than an index can hold; `ids` is a list of which each can be asked for;
 * a `moment` is in milliseconds, and is asked for from that time on.
 */
export type ColumnKind = "number" | "text" | "server" | "longText" | "id" | "ids" | "moment" | "bytes";

/** A column as this database has it. */
export interface SqlColumn {
  readonly name: string;
  /** How the n-th parameter is written in its place. */
  readonly parameter: (n: number) => string;
  /** The condition that it fits the n-th parameter. */
  readonly fits: (n: number) => string;
  readonly value: (value: SqlValue) => SqlValue;
  /** Of a list: it as JSON text, where the row is called `document`. */
  readonly listJson: string;
}

/** The little of SQL that document tables need, and where the two databases differ in it. */
export interface Sql {
  /** In front of every table's name. */
  readonly prefix: string;
  /** Whose documents are meant, in tables where each server has its own. Absent where the database has one server only. */
  readonly server?: number;
  /** Is sent before a document is numbered, in the same transaction: others that number one wait. Absent: there are none. */
  readonly takeTurn?: string;
  /** `listTable` is where `saveList` keeps it. */
  column(name: string, kind: ColumnKind, listTable?: string): SqlColumn;
  /**
   * Statements that write a list of ids beside its document, where a column cannot hold it. `number` is the document's, as
   * SQL in which `?1` is `given`. Absent: a column holds it.
   */
  readonly saveList?: (table: string, ids: readonly string[], number: string, given: SqlValue) => readonly Statement[];
  /** Numbers the writings of documents that have a `revision`, as SQL. Absent: one server has the database, and knows what it wrote. */
  readonly nextRevision?: string;
  /** Nobody else writes documents meanwhile, and all that is run in it is done or nothing. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  /** Runs all of them or none. Resolves with the rows that each gave. */
  run(statements: readonly Statement[]): Promise<readonly (readonly Row[])[]>;
}
