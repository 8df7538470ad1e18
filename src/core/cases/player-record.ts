import type { CaseRecord, CaseStatus, QuarantinedItem, StoreQuestions } from "../store.ts";
import { findCases } from "./find-cases.ts";

/** What is on record about a player. */
interface PlayerRecord {
  /** Cases that name the player, or in which the player held a copy; newest first. */
  readonly cases: readonly CaseRecord[];
  readonly verdicts: Readonly<Record<CaseStatus, number>>;
  /** Items that were taken from the player in these cases. `returned` counts those that were given back or are on their way. */
  readonly taken: number;
  readonly returned: number;
}

/** The most cases that are counted. */
const MAX_COUNTED = 1000;

export async function playerRecord(
  store: Pick<StoreQuestions, "cases" | "quarantined">,
  playerId: string,
): Promise<PlayerRecord> {
  const cases = await findCases(store, { which: "all", playerId }, { offset: 0, limit: MAX_COUNTED });
  const entries = await Promise.all(cases.map(({ number }) => store.quarantined({ caseNumber: number })));
  const taken = entries
    .flat()
    .filter(({ state, takenFrom }) => state !== "dropped" && state !== "taking" && takenFrom.holderId === playerId);
  const count = (status: CaseStatus) => cases.filter((record) => record.status === status).length;
  return {
    cases,
    verdicts: {
      open: count("open"),
      confirmed: count("confirmed"),
      dismissed: count("dismissed"),
      closed: count("closed"),
    },
    taken: taken.length,
    returned: taken.filter(isBack).length,
  };
}

function isBack({ state }: QuarantinedItem): boolean {
  return state === "returning" || state === "returned";
}
