import { type Paint, paintFor } from "../../src/cli/colours.ts";
import { withoutColours } from "../../src/index.ts";
import { ansiOf } from "./game-colours.ts";

/** For who watches: time to read what was said. */
const BREATH_MS = 1200;

/** Tells what happens. At a terminal with colours and at the pace of a reader; in a file plainly and at once. */
export class Narrator {
  readonly #out: NodeJS.WriteStream;
  readonly #paint: Paint;
  readonly #isColoured: boolean;

  constructor(out: NodeJS.WriteStream, environment: NodeJS.ProcessEnv) {
    this.#out = out;
    this.#paint = paintFor(out, environment);
    this.#isColoured = this.#paint("bold", "") !== "";
  }

  title(text: string): void {
    this.#say(`\n${this.#paint("bold", text)}`);
  }

  /** What players do. */
  async scene(text: string): Promise<void> {
    this.#say(`\n${this.#paint("cyan", "▸")} ${text}`);
    if (this.#out.isTTY) await new Promise((resolve) => setTimeout(resolve, BREATH_MS));
  }

  /** A line of the game's chat, as that player's client received it. */
  chat(player: string, line: string): void {
    const shown = this.#isColoured ? ansiOf(line) : withoutColours(line);
    this.#say(`  ${this.#paint("dim", `${player} sees`)}  ${shown}`);
  }

  /** What a player types. */
  typed(player: string, command: string): void {
    this.#say(`  ${this.#paint("dim", `${player} types`)} ${this.#paint("bold", command)}`);
  }

  fact(text: string): void {
    this.#say(`  ${this.#paint("green", "✔")} ${text}`);
  }

  #say(text: string): void {
    this.#out.write(`${text}\n`);
  }
}
