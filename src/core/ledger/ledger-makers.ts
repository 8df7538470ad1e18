import type { Log } from "../model/log.ts";
import type { Platform } from "../platform.ts";
import { Accounts } from "./books/accounts.ts";
import { Views } from "./counts/views.ts";
import { type Looks, Losses } from "./gains/losses.ts";
import { WaitingGains } from "./gains/waiting-gains.ts";
import { WatchList } from "./materials/watch-list.ts";

/** Makes the parts by which a ledger judges. The simulator passes in flawed ones to measure how a flaw shows. */
export interface LedgerMakers {
  watchList(thresholds: ReadonlyMap<string, number>, platform: Platform): WatchList;
  waiting(...parts: ConstructorParameters<typeof WaitingGains>): WaitingGains;
  accounts(watched: WatchList, log: Log): Accounts;
  losses(classes: number, looks: Looks): Losses;
  views(): Views;
}

export const LEDGER_MAKERS: LedgerMakers = {
  watchList: (thresholds, platform) => new WatchList(thresholds, platform),
  waiting: (...parts) => new WaitingGains(...parts),
  accounts: (watched, log) => new Accounts(watched, log),
  losses: (classes, looks) => new Losses(classes, looks),
  views: () => new Views(),
};
