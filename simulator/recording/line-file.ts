import { closeSync, openSync, writeSync } from "node:fs";
import { RollingHash } from "../rolling-hash.ts";

const BUFFERED_CHARACTERS = 1 << 16;

/** A file with one JSON value a line, written while the run goes on. */
export class LineFile {
  readonly #file: number;
  readonly #hash = new RollingHash();
  #buffer = "";
  lines = 0;

  constructor(path: string) {
    this.#file = openSync(path, "w");
  }

  /** A fingerprint of all lines so far. */
  get hash(): string {
    return this.#hash.digest();
  }

  write(value: object): void {
    const text = `${JSON.stringify(value)}\n`;
    this.#hash.text(text);
    this.lines++;
    this.#buffer += text;
    if (this.#buffer.length > BUFFERED_CHARACTERS) this.#flush();
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  #flush(): void {
    writeSync(this.#file, this.#buffer);
    this.#buffer = "";
  }
}
