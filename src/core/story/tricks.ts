import type { CaseRecord, StoreQuestions } from "../store.ts";

/** The most case numbers that a trick is told with: the newest. */
const MAX_CASES = 5;

/** The newest cases of earlier runs that count, and how many are read at a time. */
const MAX_READ = 2000;
const READ_A_TIME = 50;

/** How often a trick was done. */
export interface TrickCount {
  readonly times: number;
  readonly players: number;
  readonly sinceMs: number;
  /** Newest first. */
  readonly cases: readonly number[];
}

/**
 * Counts cases whose copies came to be by the same pattern. That tells staff which hole is used, and how much. It accuses nobody, and
 * decides nothing. Cases that staff have dismissed do not count.
 */
export class Tricks {
  /** By trick, and then by the number of the case. */
  readonly #cases = new Map<string, Map<number, Pick<CaseRecord, "playerId" | "playerName" | "openedMs">>>();

  /** Counts a new or changed case. */
  learn({ number, births = [], status, playerId, playerName, openedMs }: CaseRecord): void {
    if (number === 0) return;
    for (const { trick } of births) {
      const cases = this.#cases.get(trick) ?? new Map();
      this.#cases.set(trick, cases);
      if (status === "dismissed") cases.delete(number);
      else cases.set(number, { playerId, playerName, openedMs });
    }
  }

  /** Learns what earlier runs found. */
  async read(store: Pick<StoreQuestions, "cases">): Promise<void> {
    for (let offset = 0; offset < MAX_READ; offset += READ_A_TIME) {
      const page = await store.cases({}, { offset, limit: READ_A_TIME });
      for (const record of page) this.learn(record);
      if (page.length < READ_A_TIME) return;
    }
  }

  /** The trick of the case's first birth; `undefined` when it was done fewer than two times. */
  trickOf({ births }: Pick<CaseRecord, "births">): TrickCount | undefined {
    const cases = this.#cases.get(births?.[0]?.trick ?? "");
    if (cases === undefined || cases.size < 2) return undefined;
    const players = new Set(
      [...cases.values()].filter(({ playerName }) => playerName !== "").map(({ playerId }) => playerId),
    );
    return {
      times: cases.size,
      players: players.size,
      sinceMs: Math.min(...[...cases.values()].map(({ openedMs }) => openedMs)),
      cases: [...cases.keys()].sort((a, b) => b - a).slice(0, MAX_CASES),
    };
  }
}
