import type { Row, Statements } from "../connection.ts";

/** What stays in memory; beyond that the dictionary forgets and asks again. */
const MOST_REMEMBERED = 200_000;

export interface DictionaryStatements {
  /** `$1` is an array of texts, `$2` is `scope`: gives `ref` and `text` of those that are there. */
  readonly find: string;
  /** The same parameters: adds those that are not there yet, as far as there is room. */
  readonly add: string;
}

/**
 * Texts that stand once in a table and are referred to by a small number. What was looked up is remembered: rows are
 * only ever added, so a reference stays true. Adding happens outside the writer's transaction: two servers that meet the
 * same new texts in different order would wait for each other there.
 */
export class Dictionary {
  readonly #statements: DictionaryStatements;
  readonly #scope: readonly unknown[];
  readonly #refs = new Map<string, number>();

  constructor(statements: DictionaryStatements, ...scope: readonly unknown[]) {
    this.#statements = statements;
    this.#scope = scope;
  }

  /** `undefined` before `learn`, and afterwards only for a text that the full table did not take. */
  refOf(text: string): number | undefined {
    return this.#refs.get(text);
  }

  /** To be called between groups of rows: within one, what was learnt must stay. */
  forgetSome(): void {
    if (this.#refs.size > MOST_REMEMBERED) this.#refs.clear();
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

/** A table `ref, name`. */
export function namesIn(table: string, mostRows: number): DictionaryStatements {
  return {
    find: `SELECT ref, name AS text FROM ${table} WHERE name = ANY ($1::text[])`,
    add: `INSERT INTO ${table} (name) SELECT name FROM unnest($1::text[]) AS name
          WHERE (SELECT count(*) FROM ${table}) < ${mostRows} ON CONFLICT DO NOTHING`,
  };
}
