import type { CaseFilter, CaseRecord, Page, StoreQuestions } from "../store.ts";

/** Cases that are read at a time when the store cannot filter by itself. */
const CASES_A_TIME = 200;

export const CASE_CHOICES = ["open", "closed", "all"] as const;
type CaseChoice = (typeof CASE_CHOICES)[number];

/** `closed` means all cases that staff or the service are done with. */
export interface WantedCases {
  readonly which: CaseChoice;
  /** The player whom the case names, or who holds one of its copies. */
  readonly playerId?: string | undefined;
  readonly sinceMs?: number | undefined;
}

/** Newest first. */
export async function findCases(
  store: Pick<StoreQuestions, "cases">,
  { which, playerId, sinceMs }: WantedCases,
  { offset, limit }: Page,
): Promise<CaseRecord[]> {
  const filter: CaseFilter = {
    ...(which === "open" && { status: "open" as const }),
    ...(sinceMs !== undefined && { sinceMs }),
  };
  if (which !== "closed" && playerId === undefined) return store.cases(filter, { offset, limit });
  const found: CaseRecord[] = [];
  for (let at = 0; found.length < offset + limit; at += CASES_A_TIME) {
    const page = await store.cases(filter, { offset: at, limit: CASES_A_TIME });
    for (const record of page) {
      const fits = which !== "closed" || record.status !== "open";
      if (fits && (playerId === undefined || concerns(record, playerId))) found.push(record);
    }
    if (page.length < CASES_A_TIME) break;
  }
  return found.slice(offset, offset + limit);
}

export function concerns({ playerId: named, copies }: CaseRecord, playerId: string): boolean {
  return named === playerId || copies.some(({ holderId }) => holderId === playerId);
}
