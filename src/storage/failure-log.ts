import { type Clock, type Log, SILENT_LOG, systemClock } from "../core/storage-face.ts";

const QUIET_MS = 60_000;

/**
 * Writes console lines about repeated failures: at most one a minute for each kind, and one when it works again. A line says
 * how often the failure was met since the line before.
 */
export class FailureLog {
  readonly #log: Log;
  readonly #clock: Clock;
  readonly #kinds = new Map<string, { lastLineMs: number; unsaid: number; isOpen: boolean }>();

  constructor(log: Log, clock: Clock = systemClock) {
    this.#log = log;
    this.#clock = clock;
  }

  info(text: string): void {
    this.#log.info(text);
  }

  /** `kind` names the failure, for example by an error code. `text` tells the operator what to do. */
  failure(kind: string, text: string): void {
    const now = this.#clock.now();
    const known = this.#kinds.get(kind);
    // A clock that was set back must not silence a failure for hours.
    if (known && now >= known.lastLineMs && now - known.lastLineMs < QUIET_MS) {
      known.unsaid++;
      return;
    }
    const repeats = known && known.unsaid > 0 ? ` (met ${known.unsaid} more times since the last line)` : "";
    this.#kinds.set(kind, { lastLineMs: now, unsaid: 0, isOpen: true });
    this.#log.error(text + repeats);
  }

  /** Writes one line if the operator was told of a failure of this kind, otherwise nothing. */
  recovered(kind: string, text: string): void {
    const known = this.#kinds.get(kind);
    if (!known?.isOpen) return;
    known.isOpen = false;
    this.#log.info(text);
  }
}

/** For engines that a tool opens itself: the tool gets every failure as an error. */
export const NO_FAILURE_LOG = new FailureLog(SILENT_LOG);
