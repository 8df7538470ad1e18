import { BatchRefused } from "../batch-refused.ts";

/** The rows were not kept: the journal has no room for them. Whoever handed them over counts them as lost. */
export class JournalFull extends BatchRefused {
  constructor(message: string, options?: ErrorOptions) {
    super(message, "DT_STORE_FULL", options);
    this.name = "JournalFull";
  }
}
