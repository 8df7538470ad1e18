import { once } from "node:events";
import { type Paint, paintFor } from "./colours.ts";
import { ProgressBar } from "./progress-bar.ts";
import { type Column, table } from "./table.ts";
import type { Terminal } from "./terminal.ts";

/** Where a command's answer goes: data to standard output, everything else to standard error. */
export class Output {
  readonly isJson: boolean;
  readonly paint: Paint;
  readonly #out: Terminal["out"];
  readonly #err: Terminal["err"];

  constructor(isJson: boolean, { out, err, environment }: Terminal) {
    this.isJson = isJson;
    this.#out = out;
    this.#err = err;
    this.paint = paintFor(out, environment);
  }

  /** Readable lines; nothing with `--json`. */
  line(text = ""): void {
    if (!this.isJson) this.#out.write(`${text}\n`);
  }

  lines(texts: Iterable<string>): void {
    for (const text of texts) this.line(text);
  }

  /** A table with a line for each row. A column that is `false` is left out. */
  table<Row>(rows: readonly Row[], columns: readonly (Column<Row> | false)[]): void {
    this.lines(table(rows, columns, this.paint));
  }

  /** The answer as data; nothing without `--json`. */
  json(value: unknown): void {
    if (this.isJson) this.#out.write(`${JSON.stringify(value, null, 2)}\n`);
  }

  /** Prints a text that is not part of the answer. */
  say(text: string): void {
    this.#err.write(`${text}\n`);
  }

  /** Writes raw text of any length, and waits if the reader is slower. */
  async raw(text: string): Promise<void> {
    if (!this.#out.write(text)) await once(this.#out, "drain");
  }

  /** Drawn only on a terminal. */
  progress(): ProgressBar {
    return new ProgressBar(this.#err);
  }
}
