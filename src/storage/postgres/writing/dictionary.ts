import type { Row, Statements } from "../connection.ts";

/** How many texts stay in memory; beyond that the dictionary forgets all and asks again. */
const MAX_REMEMBERED = 200_000;

export interface DictionaryStatements {
  /** `$1` is an array of texts, `$2` is `scope`. Returns `ref` and `text` of those that exist. */
  readonly find: string;
  /** Takes the same parameters. Adds the missing texts, as far as there is room. */
  readonly add: string;
}

/**
 * Texts that are stored once in a table, and are referred to by a small number. Lookups are remembered: rows are only
 * added, so a reference stays true. Texts are added outside the writer's transaction, where two servers that add the same
 * texts in different order would deadlock.
 */
export class Dictionary {
  readonly #statements: DictionaryStatements;
  readonly #scope: readonly unknown[];
  readonly #refs = new Map<string, number>();

  constructor(statements: DictionaryStatements, ...scope: readonly unknown[]) {
    this.#statements = statements;
    this.#scope = scope;
  }

  /** Returns `undefined` before `learn`, and afterwards only if the table was full. */
  refOf(text: string): number | undefined {
    return this.#refs.get(text);
  }

  /** Call this only between groups of rows: within a group, learnt texts must stay. */
  forgetSome(): void {
    if (this.#refs.size > MAX_REMEMBERED) this.#refs.clear();
  }

  async learn(to: Statements, texts: ReadonlySet<string>): Promise<void> {
    await this.#find(to, texts);
    const unknown = this.#unknown(texts);
    if (unknown.length === 0) return;
    await to.query(this.#statements.add, [unknown, ...this.#scope]);
    await this.#find(to, texts);
  }

  async #find(to: Statements, texts: ReadonlySet<string>): Promise<void> {
    const unknown = this.#unknown(texts);
    if (unknown.length === 0) return;
    const rows = await to.query(this.#statements.find, [unknown, ...this.#scope]);
    for (const { text, ref } of rows as (Row & { text: string; ref: number })[]) this.#refs.set(text, ref);
  }

  #unknown(texts: ReadonlySet<string>): string[] {
    return [...texts].filter((text) => !this.#refs.has(text)).sort();
  }
}

/** Statements for a table with the columns `ref` and `name`. */
export function namesIn(table: string, mostRows: number): DictionaryStatements {
  return {
    find: `SELECT ref, name AS text FROM ${table} WHERE name = ANY ($1::text[])`,
    add: `INSERT INTO ${table} (name) SELECT name FROM unnest($1::text[]) AS name
          WHERE (SELECT count(*) FROM ${table}) < ${mostRows} ON CONFLICT DO NOTHING`,
  };
}
