import type { Log } from "../model/log.ts";
import type { Platform } from "../platform.ts";
import { Accounts } from "./books/accounts.ts";
import { Views } from "./counts/views.ts";
import { type Looks, Losses } from "./gains/losses.ts";
import { WaitingGains } from "./gains/waiting-gains.ts";
import { WatchList } from "./materials/watch-list.ts";

/** Makes the parts by which a ledger judges. The simulator passes in flawed ones to measure how a flaw shows. */
export const LEDGER_MAKERS = {
  watchList: (thresholds: ReadonlyMap<string, number>, platform: Platform) => new WatchList(thresholds, platform),
  waiting: (...parts: ConstructorParameters<typeof WaitingGains>) => new WaitingGains(...parts),
  accounts: (watched: WatchList, log: Log) => new Accounts(watched, log),
  losses: (looks: Looks) => new Losses(looks),
  views: () => new Views(),
};

export type LedgerMakers = Readonly<typeof LEDGER_MAKERS>;
