import type { AppendResult, Batch } from "../../src/core/index.ts";
import { MemoryStore } from "../../src/testing/stores/memory-store.ts";

/** Accepts batches, keeps no rows, and answers every question, so that the store is not measured. */
export class ForgetfulStore extends MemoryStore {
  override async append(batch: Batch): Promise<AppendResult> {
    return { newlySeen: batch.askedSeen.map(() => false) };
  }
}
