import { Accounts } from "../../src/core/ledger/books/accounts.ts";
import { Views } from "../../src/core/ledger/counts/views.ts";
import { Losses } from "../../src/core/ledger/gains/losses.ts";
import { WaitingGains } from "../../src/core/ledger/gains/waiting-gains.ts";
import type { LedgerMakers } from "../../src/core/ledger/ledger-makers.ts";
import { WatchList } from "../../src/core/ledger/materials/watch-list.ts";

class Impatient extends WaitingGains {
  override takeSettled(_upTo: number, work: number) {
    return super.takeSettled(Number.MAX_SAFE_INTEGER, work);
  }
}

class Forgetful extends Losses {
  override add(): void {
    // A loss explains nothing.
  }
}

class Unlettered extends WatchList {
  override waysToMake() {
    return [];
  }
}

class Distrustful extends Losses {
  override give(): void {
    // What appears on purpose is like any other.
  }
}

class Closed extends Accounts {
  override read() {
    return Promise.resolve(undefined);
  }
}

class Shallow extends Views {
  override realDecrease(_place: string, _number: number, before: number, now: number): number {
    return before - now;
  }
}

/** Ledgers with one flawed part each. The bench must tell every one of them from the real ledger. */
export const LEDGER_MUTANTS: Readonly<Record<string, Partial<LedgerMakers>>> = {
  "mutant-no-waiting-for-the-pass": { waiting: (...parts) => new Impatient(...parts) },
  "mutant-ignore-losses": { losses: (...parts) => new Forgetful(...parts) },
  "mutant-ignore-recipes": { watchList: (thresholds, platform) => new Unlettered(thresholds, platform) },
  "mutant-believe-no-gift": { losses: (...parts) => new Distrustful(...parts) },
  "mutant-forget-at-relog": { accounts: (watched, log) => new Closed(watched, log) },
  "mutant-count-a-view": { views: () => new Shallow() },
};
