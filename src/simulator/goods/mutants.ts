import { Accounts } from "../../core/ledger/accounts.ts";
import { Falls } from "../../core/ledger/falls.ts";
import { Grants } from "../../core/ledger/grants.ts";
import { Reckoning } from "../../core/ledger/reckoning.ts";
import { Views } from "../../core/ledger/views.ts";
import { WatchList } from "../../core/ledger/watch-list.ts";

/** Ledgers with one thing wrong, each of which the bench must tell from the real one: what is put in place of which member. */
const MUTANTS = {
  "no waiting for the pass": () =>
    replaced(Reckoning.prototype, "takeUnexplained", function (this: Reckoning) {
      return takeUnexplained.call(this, Number.MAX_SAFE_INTEGER);
    }),
  "ignores falls": () => replaced(Falls.prototype, "add", () => undefined),
  "ignores recipes": () => replaced(WatchList.prototype, "recipesOf", () => []),
  "believes in no gift": () => replaced(Grants.prototype, "isGranted", () => false),
  "forgets at relog": () => replaced(Accounts.prototype, "open", () => Promise.resolve(undefined)),
  "counts a view": () =>
    replaced(Views.prototype, "realFall", (_place, _number, before: number, now: number) => before - now),
} as const satisfies Record<string, () => () => void>;

const { takeUnexplained } = Reckoning.prototype;

export type GoodsMutant = keyof typeof MUTANTS;
export const GOODS_MUTANTS = Object.keys(MUTANTS) as GoodsMutant[];

/** Runs something while the ledger has that flaw. One at a time: it is the real ledger that is changed, and put right again. */
export async function withFlaw<Result>(mutant: GoodsMutant, act: () => Promise<Result>): Promise<Result> {
  const restore = MUTANTS[mutant]();
  try {
    return await act();
  } finally {
    restore();
  }
}

function replaced<Owner extends object, Name extends keyof Owner>(
  owner: Owner,
  name: Name,
  flawed: Owner[Name],
): () => void {
  const original = owner[name];
  owner[name] = flawed;
  return () => {
    owner[name] = original;
  };
}
