import { MemoryStore } from "../../stores/memory-store.ts";

/** A store that fails at writing rows and at questions about transfers, as if the database were away. */
export class FailingStore extends MemoryStore {
  override append(): Promise<never> {
    return away();
  }

  override recordSeen(): Promise<never> {
    return away();
  }

  override logItemTransfer(): Promise<never> {
    return away();
  }

  override getItemTransferHistory(): Promise<never> {
    return away();
  }

  override getEarliestTransferTs(): Promise<never> {
    return away();
  }
}

function away(): Promise<never> {
  return Promise.reject(new Error("the database is away"));
}
