import type { Page, StoreQuestions } from "../core/model/records.ts";

export type Question = keyof StoreQuestions;
export type Values<Q extends Question> = Parameters<StoreQuestions[Q]>;
export type Answer<Q extends Question> = Awaited<ReturnType<StoreQuestions[Q]>>;

/** Puts a question to whoever answers it. */
export type Ask = <Q extends Question>(question: Q, ...values: Values<Q>) => Promise<Answer<Q>>;

/** How a question is treated on its way from the game's thread to the database. */
interface QuestionRule<Q extends Question> {
  /** So many of its first values are ids. Behind the store they are canonical. */
  readonly ids?: number;
  /** The answer when one of them is no UUID; the database is not asked then. */
  readonly withoutId?: Answer<Q>;
  /** Which value is a limit or a page, counted from 0. */
  readonly limitAt?: number;
  /** It may take seconds: it is begun in its turn, and runs beside the others, which do not wait for it. */
  readonly isUnhurried?: true;
  /**
   * It writes, and nobody waits for the database's answer: it may wait in a journal. A `numbered` document that has no
   * number yet cannot wait: the database gives it one.
   */
  readonly saves?: "plain" | "numbered";
}

/** Every question of the store. What hands questions on, in any direction, goes by this list. */
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

/** All questions as functions that hand them on. */
export function forwardQuestions(ask: Ask): StoreQuestions {
  const questions = Object.keys(QUESTIONS) as Question[];
  const forward = (question: Question) => [question, (...values: never) => ask(question, ...(values as []))] as const;
  return Object.fromEntries(questions.map(forward)) as unknown as StoreQuestions;
}

/** Asks one of the questions by its name. */
export function askByName<Q extends Question>(
  questions: StoreQuestions,
  question: Q,
  values: Values<Q>,
): Promise<Answer<Q>> {
  const answer = questions[question] as (...values: Values<Q>) => Promise<Answer<Q>>;
  return answer(...values);
}

const MAX_LIMIT = 10_000;

/** The values with their limit cut to what is given at most: below 1 none, above 10,000 is cut. */
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
