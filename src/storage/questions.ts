import type { Page, StoreQuestions } from "../core/storage-face.ts";

export type Question = keyof StoreQuestions;
export type Values<Q extends Question> = Parameters<StoreQuestions[Q]>;
export type Answer<Q extends Question> = Awaited<ReturnType<StoreQuestions[Q]>>;

/** Asks a question. */
export type Ask = <Q extends Question>(question: Q, ...values: Values<Q>) => Promise<Answer<Q>>;

/** How a question is handled on its way from the game's thread to the database. */
interface QuestionRule<Q extends Question> {
  /** How many of its first values are ids. The store makes them canonical before it passes them on. */
  readonly ids?: number;
  /** The answer if one of them is no UUID; the database is then not asked. */
  readonly withoutId?: Answer<Q>;
  /** The index of the value that is a limit or a page. */
  readonly limitAt?: number;
  /** True if it may take seconds: it starts in its turn, and later requests do not wait for it. */
  readonly isUnhurried?: true;
  /**
   * Set if it writes and nobody needs the database's answer, so that it may wait in a journal. A `numbered` document without
   * a number cannot wait, because the database gives it the number.
   */
  readonly saves?: "plain" | "numbered";
}

/** Every question of the store. All code that passes questions on uses this list. */
export const QUESTIONS: { readonly [Q in Question]: QuestionRule<Q> } = {
  getItemTransferHistory: { ids: 1, withoutId: [], limitAt: 1, isUnhurried: true },
  getEarliestTransferTs: { ids: 2, withoutId: null },
  lastTransferAt: { ids: 1 },
  transfersAt: { limitAt: 1, isUnhurried: true },
  firstSighting: { ids: 1 },
  idsByPrefix: { limitAt: 1 },
  itemsOfPlayer: { ids: 1, withoutId: [], limitAt: 1, isUnhurried: true },
  playerByName: {},
  playerById: { ids: 1 },
  playerNames: { limitAt: 1 },
  counts: {},
  custodyOf: {},
  custodyAt: {},
  saveCase: { saves: "numbered" },
  changeCase: { saves: "plain" },
  changedCases: {},
  caseByNumber: {},
  cases: { limitAt: 1 },
  openCaseItems: {},
  saveClaim: { saves: "plain" },
  closeClaim: { saves: "plain" },
  openClaims: {},
  saveQuarantined: { saves: "numbered" },
  changeQuarantined: {},
  quarantined: {},
  readNote: {},
  writeNote: { saves: "plain" },
  servers: {},
  heartbeat: {},
  retireServer: {},
  playerJoined: {},
  playerLeft: { saves: "plain" },
  openDispute: {},
  openDisputes: {},
  changeDispute: {},
};

/** Returns all questions as functions that call `ask`. */
export function forwardQuestions(ask: Ask): StoreQuestions {
  const questions = Object.keys(QUESTIONS) as Question[];
  const forward = (question: Question) => [question, (...values: never) => ask(question, ...(values as []))] as const;
  return Object.fromEntries(questions.map(forward)) as unknown as StoreQuestions;
}

export function askByName<Q extends Question>(
  questions: StoreQuestions,
  question: Q,
  values: Values<Q>,
): Promise<Answer<Q>> {
  const answer = questions[question] as (...values: Values<Q>) => Promise<Answer<Q>>;
  return answer(...values);
}

const MAX_LIMIT = 10_000;

/** Returns the values with their limit cut: a limit below 1 becomes 0, and one above 10,000 becomes 10,000. */
export function withCutLimit<Q extends Question>(question: Q, values: Values<Q>): Values<Q> {
  const { limitAt } = QUESTIONS[question];
  if (limitAt === undefined) return values;
  const limit = values[limitAt] as number | Page;
  const cut = typeof limit === "object" ? cutPage(limit) : cutLimit(limit);
  return values.with(limitAt, cut as never) as Values<Q>;
}

function cutLimit(limit: number): number {
  return limit >= 1 ? Math.min(Math.floor(limit), MAX_LIMIT) : 0;
}

function cutPage({ offset, limit }: Page): Page {
  const from = offset >= 0 ? Math.min(Math.floor(offset), Number.MAX_SAFE_INTEGER) : 0;
  return { offset: from, limit: cutLimit(limit) };
}
