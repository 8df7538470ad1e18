import type { PurgeRequest, PurgeStep } from "../engine.ts";

export interface PurgeScope extends PurgeRequest {
  /** Only transfers before this time. */
  readonly olderThanMs: number;
}

/** Called now and then with the rows deleted so far. */
export type OnDeleted = (deletedRows: number) => void;

/** Runs steps until nothing is left. Resolves with the number of deleted rows. */
export async function allSteps(step: () => Promise<PurgeStep>, onDeleted: OnDeleted): Promise<number> {
  for (let deleted = 0; ; ) {
    const { deletedRows, hasMore } = await step();
    deleted += deletedRows;
    onDeleted(deleted);
    if (!hasMore) return deleted;
  }
}
