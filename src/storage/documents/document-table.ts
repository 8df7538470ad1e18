import type { Page } from "../../core/storage-face.ts";
import type { ColumnKind, Row, Sql, SqlColumn, SqlValue } from "./sql.ts";

/** Declares a table of documents. Values that are searched for have a column; the rest is one JSON text. */
export interface DocumentTable<T> {
  readonly name: string;
  readonly columns: Readonly<Record<string, Column<T>>>;
  /** The columns that identify a document. If its `number` is 0, the database gives it one. */
  readonly key: readonly string[];
  /** True if each server has its own documents. */
  readonly isPerServer?: true;
  /** True if the table can be asked which documents were written since a revision. */
  readonly hasRevision?: true;
  /** Returns the content of the JSON text. Absent: the columns hold everything. */
  readonly body?: (document: T) => unknown;
  /** `body` is the stored JSON value. */
  readonly read: (row: Row, body: unknown) => T;
  readonly order: readonly string[];
  readonly isNewestFirst?: true;
}

interface Column<T> {
  readonly kind: ColumnKind;
  readonly of: (document: T) => SqlValue;
  /** For a list: the table that holds it if a column cannot. */
  readonly listTable?: string;
}

/** Columns and the values that they must match; `undefined` matches all. */
type Filter = Readonly<Record<string, SqlValue | undefined>>;

interface BoundColumn<T> extends Column<T>, SqlColumn {}

/** The documents of one table, in either database. */
export class Documents<T> {
  readonly #sql: Sql;
  readonly #table: DocumentTable<T>;
  readonly #name: string;
  readonly #columns: ReadonlyMap<string, BoundColumn<T>>;
  /** Columns of the table itself, in the order of their parameters. Lists may be in another table. */
  readonly #stored: readonly BoundColumn<T>[];
  readonly #insert: string;

  constructor(sql: Sql, table: DocumentTable<T>) {
    this.#sql = sql;
    this.#table = table;
    this.#name = sql.prefix + table.name;
    const bound = Object.entries(table.columns).map(
      ([name, column]) => [name, { ...column, ...sql.column(name, column.kind, column.listTable) }] as const,
    );
    this.#columns = new Map(bound);
    this.#stored = [...this.#columns.values()].filter(({ kind }) => this.#isStored(kind));
    this.#insert = this.#insertText();
  }

  /** Adds the document, or replaces the one with the same key. Resolves with its number, if it has one. */
  async save(document: T): Promise<number> {
    const { columns, body } = this.#table;
    const values = this.#stored.map(({ of, value }) => value(of(document)));
    if (body) values.push(JSON.stringify(body(document)));
    const given = columns.number?.of(document) ?? 0;
    const number = `coalesce(nullif(?1, 0), (SELECT max(number) FROM ${this.#name}))`;
    const lists = Object.values(columns).flatMap(({ of, listTable }) => {
      if (!listTable || !this.#sql.saveList) return [];
      return this.#sql.saveList(listTable, of(document) as readonly string[], number, given);
    });
    const turn = given === 0 && this.#sql.takeTurn ? [{ text: this.#sql.takeTurn, values: [] }] : [];
    const rows = await this.#sql.run([...turn, { text: this.#insert, values: this.#ofServer(values) }, ...lists]);
    return rows[turn.length]?.[0]?.number as number;
  }

  async find(filter: Filter, page?: Page): Promise<T[]> {
    const { where, values } = this.#where(filter);
    return this.#select(where, values, page);
  }

  async #select(where: string, values: SqlValue[], page?: Page): Promise<T[]> {
    const { body, read } = this.#table;
    const names = this.#stored.map(({ name }) => name).concat(body ? "CAST(body AS text) AS body" : []);
    const cut = page ? ` LIMIT ?${values.push(page.limit)} OFFSET ?${values.push(page.offset)}` : "";
    const text = `SELECT ${names.join(", ")} FROM ${this.#name} ${where} ORDER BY ${this.#order}${cut}`;
    const [rows = []] = await this.#sql.run([{ text, values }]);
    return rows.map((row) => read(row, body && JSON.parse(row.body as string)));
  }

  /** Returns only the numbers and one list of the documents that match, in the usual order. */
  async findLists(list: string, filter: Filter): Promise<{ readonly number: number; readonly ids: string[] }[]> {
    const { where, values } = this.#where(filter);
    const text = `SELECT number, ${this.#column(list).listJson} AS list FROM ${this.#name} AS document ${where} ORDER BY ${this.#order}`;
    const [rows = []] = await this.#sql.run([{ text, values }]);
    return rows.map(({ number, list }) => ({ number: number as number, ids: JSON.parse(list as string) }));
  }

  /** Replaces each matching document by the result of `make`, unless that is `undefined`. Nobody else writes meanwhile. */
  change(filter: Filter, make: (document: T) => T | undefined): Promise<T[]> {
    return this.#sql.alone(async () => {
      const changed = (await this.find(filter)).map(make).filter((document) => document !== undefined);
      for (const document of changed) await this.save(document);
      return changed;
    });
  }

  /** Returns the documents written since this revision, and the newest revision. */
  async changedSince(since: number | undefined): Promise<{ readonly revision: number; readonly documents: T[] }> {
    if (!this.#sql.nextRevision) return { revision: 0, documents: [] };
    const text = `SELECT coalesce(max(revision), 0) AS revision FROM ${this.#name}`;
    const [rows] = await this.#sql.run([{ text, values: [] }]);
    const revision = Number(rows?.[0]?.revision);
    const isNews = since !== undefined && revision > since;
    return { revision, documents: isNews ? await this.#select("WHERE revision > ?1", [since]) : [] };
  }

  async delete(filter: Filter): Promise<void> {
    const { where, values } = this.#where(filter);
    // Lists in other tables are deleted with their documents.
    const lists = Object.values(this.#table.columns).flatMap(({ listTable }) =>
      listTable && this.#sql.saveList
        ? [{ text: `DELETE FROM ${listTable} WHERE number IN (SELECT number FROM ${this.#name} ${where})`, values }]
        : [],
    );
    await this.#sql.run([...lists, { text: `DELETE FROM ${this.#name} ${where}`, values }]);
  }

  /** Keeps the last document, because the next number is counted from it: a number that staff have read must not come again. */
  async deleteUnlessLast(number: number): Promise<void> {
    const [rows] = await this.#sql.run([{ text: `SELECT max(number) AS last FROM ${this.#name}`, values: [] }]);
    if (Number(rows?.[0]?.last) !== number) await this.delete({ number });
  }

  async count(filter: Filter = {}): Promise<number> {
    const { where, values } = this.#where(filter);
    const [rows] = await this.#sql.run([{ text: `SELECT count(*) AS count FROM ${this.#name} ${where}`, values }]);
    return Number(rows?.[0]?.count);
  }

  #insertText(): string {
    const { key, body } = this.#table;
    const next = `(SELECT coalesce(max(number), 0) + 1 FROM ${this.#name})`;
    const names = this.#stored.map(({ name }) => name);
    const parameters = this.#stored.map(({ kind, name, parameter }, at) =>
      kind === "number" && key.includes(name)
        ? `coalesce(nullif(${parameter(at + 1)}, 0), ${next})`
        : parameter(at + 1),
    );
    const put = (name: string): void => void parameters.push(`?${names.push(name)}`);
    if (body) put("body");
    const keys = key.map((name) => this.#column(name).name);
    if (this.#server !== undefined) {
      put("server");
      keys.push("server");
    }
    // Comes last, because it takes no parameter.
    if (this.#table.hasRevision && this.#sql.nextRevision) {
      names.push("revision");
      parameters.push(this.#sql.nextRevision);
    }
    const updates = names.filter((name) => !keys.includes(name)).map((name) => `${name} = excluded.${name}`);
    const text = `INSERT INTO ${this.#name} (${names.join(", ")}) VALUES (${parameters.join(", ")})
      ON CONFLICT (${keys.join(", ")}) DO UPDATE SET ${updates.join(", ")}`;
    return key.includes("number") ? `${text} RETURNING number` : text;
  }

  #where(filter: Filter): { readonly where: string; readonly values: SqlValue[] } {
    const values: SqlValue[] = [];
    const conditions: string[] = [];
    for (const [name, wanted] of Object.entries(filter)) {
      if (wanted === undefined) continue;
      const { kind, fits, value } = this.#column(name);
      // The database has only one server, so everything is that server's.
      if (kind === "server" && !this.#isStored(kind)) continue;
      // For a list, the filter names one of its ids.
      conditions.push(fits(values.push(kind === "ids" ? wanted : value(wanted))));
    }
    if (this.#server !== undefined) conditions.push(`server = ?${values.push(this.#server)}`);
    return { where: conditions.length > 0 ? `WHERE ${conditions.join(" AND ")}` : "", values };
  }

  get #order(): string {
    const { order, isNewestFirst } = this.#table;
    return order.map((name) => `${this.#column(name).name}${isNewestFirst ? " DESC" : ""}`).join(", ");
  }

  #isStored(kind: ColumnKind): boolean {
    if (kind === "server") return this.#sql.server !== undefined;
    return kind !== "ids" || this.#sql.saveList === undefined;
  }

  #ofServer(values: SqlValue[]): SqlValue[] {
    return this.#server === undefined ? values : [...values, this.#server];
  }

  get #server(): number | undefined {
    return this.#table.isPerServer && this.#sql.server;
  }

  #column(name: string): BoundColumn<T> {
    return this.#columns.get(name) as BoundColumn<T>;
  }
}
