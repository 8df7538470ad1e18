import { once } from "node:events";
import type { Writable } from "node:stream";
import { type Paint, paintFor } from "./colours.ts";
import { ProgressBar } from "./progress-bar.ts";

/** Whoever read us has heard enough (`| head`): there is nobody left to tell. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
}

/** Where a command's answer goes: data to standard output, everything else to standard error. */
export class Output {
  readonly isJson: boolean;
  readonly paint: Paint;
  readonly #out: Writable & { readonly isTTY?: boolean };
  readonly #err: Writable & { readonly isTTY?: boolean };

  constructor(isJson: boolean, out = process.stdout, err = process.stderr, environment = process.env) {
    this.isJson = isJson;
    this.#out = out;
    this.#err = err;
    this.paint = paintFor(out, environment);
    out.once("error", endQuietly);
  }

  /** Readable lines; nothing with `--json`. */
  line(text = ""): void {
    if (!this.isJson) this.#out.write(`${text}\n`);
  }

  /** The answer as data; nothing without `--json`. */
  json(value: unknown): void {
    if (this.isJson) this.#out.write(`${JSON.stringify(value, null, 2)}\n`);
  }

  /** What is not part of the answer. */
  note(text: string): void {
    this.#err.write(`${text}\n`);
  }

  /** Raw text of any length: waits while whoever reads is slower. */
  async raw(text: string): Promise<void> {
    if (!this.#out.write(text)) await once(this.#out, "drain");
  }

  /** Drawn only on a terminal. */
  progress(): ProgressBar {
    return new ProgressBar(this.#err);
  }
}
