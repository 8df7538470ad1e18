import { errorText } from "../../errors.ts";
import type { Log } from "../../model/log.ts";
import type { Store } from "../../store.ts";
import type { WatchList } from "../materials/watch-list.ts";

/** The books of one player and one material, without what the player holds. */
export interface Entry {
  /** How much has come to the player without an explanation, in all: also parts of one, if something may explain the rest of it. */
  excess: number;
  /** How much of it staff were told about. */
  told: number;
}

/** The goods that a player held at the end of the last session. Materials that were not counted then are missing. */
type Held = ReadonlyMap<string, number>;

interface Account {
  readonly entries: Map<string, Entry>;
  /** True if the account was read from the store. */
  isRead: boolean;
  held: Held | undefined;
}

/** One player's note in the store. */
interface AccountNote {
  readonly uncleanStops: number;
  readonly held: Readonly<Record<string, number>> | null;
  readonly excess: Readonly<Record<string, readonly [excess: number, told: number]>>;
}

/** Counts the unclean stops: what a player held before one says nothing about what the player should hold after it. */
const UNCLEAN_STOPS_NOTE = "ledger-epoch";

/** The accounts of all players: in memory for players who are here or have an excess, in the store for everybody. */
export class Accounts {
  readonly #watched: WatchList;
  readonly #log: Log;
  readonly #accounts = new Map<string, Account>();
  /** All work with the store that was begun, in order. */
  #work: Promise<unknown> = Promise.resolve();
  #store: Store | undefined;
  #uncleanStops = 0;

  constructor(watched: WatchList, log: Log) {
    this.#watched = watched;
    this.#log = log;
  }

  /** Until this has resolved, nothing of earlier runs counts and nothing is stored. */
  async connect(store: Store, wasCleanStop: boolean): Promise<void> {
    const uncleanStops = Number((await store.readNote(UNCLEAN_STOPS_NOTE)) ?? 0);
    this.#uncleanStops = wasCleanStop ? uncleanStops : uncleanStops + 1;
    if (!wasCleanStop) await store.writeNote(UNCLEAN_STOPS_NOTE, String(this.#uncleanStops));
    this.#store = store;
  }

  entry(playerId: string, material: string): Entry {
    const { entries } = this.#account(playerId);
    let entry = entries.get(material);
    if (entry === undefined) {
      entry = { excess: 0, told: 0 };
      entries.set(material, entry);
    }
    return entry;
  }

  excessOf(playerId: string, material: string): number {
    return this.#accounts.get(playerId)?.entries.get(material)?.excess ?? 0;
  }

  /**
   * Reads an account. Resolves with what the player held when last here; `undefined` if that is not known, or was before a crash. The
   * player should then have whatever the player has now.
   */
  read(playerId: string): Promise<Held | undefined> {
    return this.#inOrder(() => this.#read(playerId));
  }

  /** Stores an account. `held` is `undefined` if the player should have, at the next join, whatever the player brings. */
  save(playerId: string, held: Int32Array | undefined): Promise<void> {
    const byName = held && this.#byName(held);
    return this.#kept(playerId, () => byName);
  }

  /** Stores an account with a changed excess, whether the player is here or not. What the player held when last here stays as it is. */
  saveExcess(playerId: string): Promise<void> {
    return this.#kept(playerId, ({ held }) => held);
  }

  /** The player left. Accounts without an excess need not be in memory. */
  forget(playerId: string): void {
    void this.#inOrder(async () => {
      const entries = this.#accounts.get(playerId)?.entries.values() ?? [];
      if ([...entries].every(({ excess }) => excess === 0)) this.#accounts.delete(playerId);
    });
  }

  /** Resolves when everything that was begun is done. */
  async whenStored(): Promise<void> {
    await this.#work;
  }

  async #kept(playerId: string, heldOf: (account: Account) => Held | undefined): Promise<void> {
    try {
      await this.#inOrder(async () => {
        await this.#read(playerId);
        const account = this.#account(playerId);
        account.held = heldOf(account);
        await this.#store?.writeNote(noteKey(playerId), JSON.stringify(this.#noteOf(account)));
      });
    } catch (error) {
      this.#log.warn(`The balance of ${playerId} could not be stored: ${errorText(error)}`);
    }
  }

  /** Adds to the entries instead of replacing them: an excess may have come up before the store answered. */
  async #read(playerId: string): Promise<Held | undefined> {
    const account = this.#account(playerId);
    if (account.isRead || this.#store === undefined) return account.held;
    const text = await this.#store.readNote(noteKey(playerId));
    account.isRead = true;
    if (text === undefined) return undefined;
    const { uncleanStops, held, excess: stored } = JSON.parse(text) as AccountNote;
    for (const [material, [excess, told]] of Object.entries(stored)) {
      const entry = this.entry(playerId, material);
      entry.excess += excess;
      entry.told = Math.max(entry.told, told);
    }
    account.held = held === null || uncleanStops !== this.#uncleanStops ? undefined : new Map(Object.entries(held));
    return account.held;
  }

  #noteOf({ entries, held }: Account): AccountNote {
    const excess = [...entries].filter(([, entry]) => entry.excess > 0);
    return {
      uncleanStops: this.#uncleanStops,
      held: held === undefined ? null : Object.fromEntries(held),
      excess: Object.fromEntries(excess.map(([material, entry]) => [material, [entry.excess, entry.told]])),
    };
  }

  #account(playerId: string): Account {
    let account = this.#accounts.get(playerId);
    if (account === undefined) {
      account = { entries: new Map(), isRead: false, held: undefined };
      this.#accounts.set(playerId, account);
    }
    return account;
  }

  #byName(held: Int32Array): Held {
    const byName = new Map<string, number>();
    for (let materialIndex = 0; materialIndex < this.#watched.size; materialIndex++) {
      byName.set(this.#watched.nameOf(materialIndex), held[materialIndex]!);
    }
    return byName;
  }

  /** Runs one act after the other: an answer that is on its way must not overwrite what was decided since. */
  #inOrder<Result>(act: () => Promise<Result>): Promise<Result> {
    const result = this.#work.then(act);
    this.#work = result.catch(() => undefined);
    return result;
  }
}

function noteKey(playerId: string): string {
  return `ledger:${playerId}`;
}
