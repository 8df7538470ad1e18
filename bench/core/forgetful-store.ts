import type { AppendResult, Batch } from "../../src/core/index.ts";
import { MemoryStore } from "../../src/testing/stores/memory-store.ts";

/** Takes batches, keeps none of their rows, and answers every question: what is measured is not the store. */
export class ForgetfulStore extends MemoryStore {
  override async append(batch: Batch): Promise<AppendResult> {
    return { newlySeen: batch.askedSeen.map(() => false) };
  }
}
