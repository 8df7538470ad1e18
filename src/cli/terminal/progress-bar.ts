import type { Writable } from "node:stream";

const WIDTH = 28;
const EVERY_MS = 100;

/** One line that is redrawn over and over. Writes nothing if the output is not a terminal. */
export class ProgressBar {
  readonly #to: Writable & { readonly isTTY?: boolean };
  #drawnMs = 0;
  #isDrawn = false;

  constructor(to: Writable & { readonly isTTY?: boolean }) {
    this.#to = to;
  }

  /** `total` may be 0 if it is not known. */
  show(what: string, done: number, total: number): void {
    if (this.#to.isTTY !== true) return;
    const now = Date.now();
    const isEnd = total > 0 && done >= total;
    if (!isEnd && now - this.#drawnMs < EVERY_MS) return;
    this.#drawnMs = now;
    this.#isDrawn = true;
    this.#to.write(`\r\u001b[2K${barText(what, done, total)}`);
  }

  /** Leaves the terminal as it was. */
  end(): void {
    if (this.#isDrawn) this.#to.write("\r\u001b[2K");
    this.#isDrawn = false;
  }
}

export function barText(what: string, done: number, total: number): string {
  if (total <= 0) return `${what}  ${done.toLocaleString("en")}`;
  const part = Math.min(1, done / total);
  const full = Math.round(part * WIDTH);
  const bar = "█".repeat(full) + "░".repeat(WIDTH - full);
  const percent = `${Math.floor(part * 100)}%`.padStart(4);
  return `${what}  ${bar} ${percent}  ${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
}
