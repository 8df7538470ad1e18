import type { Log } from "../model/log.ts";
import type { Platform } from "../platform.ts";
import { Accounts } from "./accounts.ts";
import { Falls } from "./falls.ts";
import { Grants } from "./grants.ts";
import { Reckoning, type ReckoningParts } from "./reckoning.ts";
import { Views } from "./views.ts";
import { WatchList } from "./watch-list.ts";

/** Makes the parts by which a ledger judges. Whoever measures how a flaw in one of them shows hands in another. */
export interface LedgerMakers {
  watchList(thresholds: ReadonlyMap<string, number>, platform: Platform): WatchList;
  reckoning(parts: ReckoningParts): Reckoning;
  accounts(watched: WatchList, log: Log): Accounts;
  falls(): Falls;
  grants(): Grants;
  views(): Views;
}

export const LEDGER_MAKERS: LedgerMakers = {
  watchList: (thresholds, platform) => new WatchList(thresholds, platform),
  reckoning: (parts) => new Reckoning(parts),
  accounts: (watched, log) => new Accounts(watched, log),
  falls: () => new Falls(),
  grants: () => new Grants(),
  views: () => new Views(),
};
