import type { Log } from "../../core/index.ts";

/** Keeps console lines, each with its level: `warn: …`. */
export class RecordingLog implements Log {
  readonly lines: string[] = [];

  info(text: string): void {
    this.lines.push(`info: ${text}`);
  }

  warn(text: string): void {
    this.lines.push(`warn: ${text}`);
  }

  error(text: string): void {
    this.lines.push(`error: ${text}`);
  }
}
