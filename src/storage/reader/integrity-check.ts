/** A rule that must hold in the database, and the result of its check. */
export interface IntegrityCheck {
  /** The rule as a sentence. */
  readonly rule: string;
  /** How many violations were found; 0 if all is well. */
  readonly problems: number;
  /** A few of them. */
  readonly examples: readonly string[];
}

/** A rule as SQL: `broken` is a query that returns one text per problem, as `example`. */
export interface IntegrityRule {
  readonly rule: string;
  readonly broken: string;
}

const EXAMPLES = 5;

export function integrityCheck(rule: string, broken: readonly string[]): IntegrityCheck {
  return { rule, problems: broken.length, examples: broken.slice(0, EXAMPLES) };
}

/** Returns a query that counts the problems and shows the first few. `broken` appears in it only once. */
export function countedRule({ broken }: IntegrityRule): string {
  return `WITH broken AS (${broken}) SELECT (SELECT count(*) FROM broken) AS problems, example FROM broken LIMIT ${EXAMPLES}`;
}
