import { type Clock, type Log, OncePerMinute, SILENT_LOG, systemClock } from "../core/storage-face.ts";

/**
 * Writes console lines about repeated failures: at most one a minute for each kind, and one when it works again. A line says
 * how often the failure was met since the line before.
 */
export class FailureLog {
  readonly #log: Log;
  readonly #lines: OncePerMinute;
  /** Kinds that the operator was told of, and that have not recovered since. */
  readonly #open = new Set<string>();

  constructor(log: Log, clock: Clock = systemClock) {
    this.#log = log;
    this.#lines = new OncePerMinute(clock);
  }

  info(text: string): void {
    this.#log.info(text);
  }

  /** `kind` names the failure, for example by an error code. `text` tells the operator what to do. */
  failure(kind: string, text: string): void {
    this.#lines.run((leftOut) => {
      this.#open.add(kind);
      this.#log.error(leftOut > 0 ? `${text} (met ${leftOut} more times since the last line)` : text);
    }, kind);
  }

  /** Writes one line if the operator was told of a failure of this kind, otherwise nothing. */
  recovered(kind: string, text: string): void {
    if (this.#open.delete(kind)) this.#log.info(text);
  }
}

/** For engines that a tool opens itself: the tool gets every failure as an error. */
export const NO_FAILURE_LOG = new FailureLog(SILENT_LOG);
