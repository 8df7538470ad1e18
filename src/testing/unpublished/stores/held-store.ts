import type { AppendResult, Batch } from "../../../core/index.ts";
import { MemoryStore } from "../../stores/memory-store.ts";

/** A memory store whose appends wait until a test lets them through, or refuses them. */
export class HeldStore extends MemoryStore {
  /** Batches that were handed over and are neither kept nor refused. */
  readonly waiting: { readonly batch: Batch; keep(): void; refuse(reason: string): void }[] = [];

  override append(batch: Batch): Promise<AppendResult> {
    const { promise, resolve, reject } = Promise.withResolvers<AppendResult>();
    const entry = {
      batch,
      keep: () => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        resolve(super.append(batch));
      },
      refuse: (reason: string) => {
        this.waiting.splice(this.waiting.indexOf(entry), 1);
        reject(new Error(reason));
      },
    };
    this.waiting.push(entry);
    return promise;
  }
}
