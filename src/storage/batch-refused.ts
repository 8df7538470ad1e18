import { DoubletakeError, type ErrorCode } from "../core/model/records.ts";

/**
 * These rows will not be taken, however often they are sent: the database refuses their values, or there is no room
 * to keep them. Whoever sends batches in groups then sends them one by one, so that the others are kept.
 */
export class BatchRefused extends DoubletakeError {
  constructor(message: string, code: ErrorCode = "DT_STORE_DENIED", options?: ErrorOptions) {
    super(code, message, options);
    this.name = "BatchRefused";
  }
}

/** The rows were not kept: the journal has no room for them. Whoever handed them over counts them as lost. */
export class JournalFull extends BatchRefused {
  constructor(message: string, options?: ErrorOptions) {
    super(message, "DT_STORE_FULL", options);
    this.name = "JournalFull";
  }
}
