/** One thing that must hold in the database, and what was found. */
export interface IntegrityCheck {
  /** What must hold, in a sentence. */
  readonly rule: string;
  /** How many times it does not; 0 when all is well. */
  readonly problems: number;
  /** A few of them, to look at. */
  readonly examples: readonly string[];
}

/** A rule as SQL: a query that gives one text a problem, as `example`. */
export interface IntegrityRule {
  readonly rule: string;
  readonly broken: string;
}

const EXAMPLES = 5;

export function integrityCheck(rule: string, broken: readonly string[]): IntegrityCheck {
  return { rule, problems: broken.length, examples: broken.slice(0, EXAMPLES) };
}

/** Counts and shows the first few; the query itself is read once. */
export function countedRule({ broken }: IntegrityRule): string {
  return `WITH broken AS (${broken}) SELECT (SELECT count(*) FROM broken) AS problems, example FROM broken LIMIT ${EXAMPLES}`;
}
