import type { Log } from "../../src/core/index.ts";

/** Console lines for a test to look at. */
export class CollectedLog implements Log {
  readonly lines: string[] = [];

  info(text: string): void {
    this.lines.push(`info ${text}`);
  }

  warn(text: string): void {
    this.lines.push(`warn ${text}`);
  }

  error(text: string): void {
    this.lines.push(`error ${text}`);
  }
}

export const silentLog: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
