import { DoubletakeError, type ErrorCode } from "../core/storage-face.ts";

/**
 * These rows will never be taken: the database refuses their values, or there is no room to keep them. A caller that sent
 * batches in a group should then send them one by one, so that the others are kept.
 */
export class BatchRefused extends DoubletakeError {
  constructor(message: string, code: ErrorCode = "DT_STORE_DENIED") {
    super(code, message);
    this.name = "BatchRefused";
  }
}

/** The journal has no room for the rows. The caller must count them as lost. */
export class JournalFull extends BatchRefused {
  constructor(message: string) {
    super(message, "DT_STORE_FULL");
    this.name = "JournalFull";
  }
}
