import { type Paint, paintFor } from "../../src/cli/terminal/colours.ts";
import { withoutColours } from "../../src/index.ts";
import { type DiscordMessage, discordLines } from "./discord-message.ts";
import { ansiOf } from "./game-colours.ts";

/** Time for the viewer to read. */
const BREATH_MS = 1200;
const SPINNER = [..."⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"];
const SPIN_MS = 100;

/** Prints what happens: at a terminal with colours and at reading pace, in a file plainly and at once. */
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

  /** Shows a text while the work runs; at a terminal, with a spinner. */
  async during<T>(text: string, work: Promise<T>): Promise<T> {
    if (!this.#out.isTTY) {
      this.title(text);
      return work;
    }
    const startedMs = performance.now();
    this.#out.write("\n");
    const show = () => {
      const turn = SPINNER[Math.floor((performance.now() - startedMs) / SPIN_MS) % SPINNER.length];
      const seconds = Math.round((performance.now() - startedMs) / 1000);
      this.#out.write(`\r\u001b[K${this.#paint("cyan", turn!)} ${this.#paint("bold", text)} ${seconds} s`);
    };
    const timer = setInterval(show, SPIN_MS);
    try {
      return await work;
    } finally {
      clearInterval(timer);
      this.#out.write(`\r\u001b[K${this.#paint("bold", text)}\n`);
    }
  }

  /** Shows what players do. */
  async scene(text: string): Promise<void> {
    this.#say(`\n${this.#paint("cyan", "▸")} ${text}`);
    if (this.#out.isTTY) await new Promise((resolve) => setTimeout(resolve, BREATH_MS));
  }

  /** A line of the game's chat, as that player's client received it. */
  chat(player: string, line: string): void {
    const shown = this.#isColoured ? ansiOf(line) : withoutColours(line);
    this.#say(`  ${this.#paint("dim", `${player} sees`)}  ${shown}`);
  }

  /** Shows a command that a player types. */
  typed(player: string, command: string): void {
    this.#say(`  ${this.#paint("dim", `${player} types`)} ${this.#paint("bold", command)}`);
  }

  /** Shows an accusation that another kind of detector would make. */
  accusation(text: string): void {
    this.#say(`  ${this.#paint("red", "✘")} ${text}`);
  }

  /** A message as Discord shows it. */
  discord(message: DiscordMessage): void {
    this.#say(`  ${this.#paint("dim", "#staff, in Discord")}`);
    for (const { text, isBold, bar } of discordLines(message)) {
      const line = isBold ? this.#paint("bold", text) : text;
      this.#say(`    ${bar === undefined ? "" : `${this.#bar(bar)} `}${line}`);
    }
  }

  fact(text: string): void {
    this.#say(`  ${this.#paint("green", "✔")} ${text}`);
  }

  /** Shows where everything is, and how to go on. */
  end({ report, sample }: { readonly report: string; readonly sample: string }): void {
    this.title("That was Doubletake.");
    const rows = [
      ["What you have just seen, as a report", report],
      ["A month on a busy server, as a report", sample],
      ["A server of your own, to play on", "npm start"],
      ["In your own server: two lines", "README.md"],
    ];
    for (const [what, where] of rows) this.#say(`  ${what!.padEnd(40)}${this.#paint("bold", where!)}`);
  }

  #bar(colour: number): string {
    if (!this.#isColoured) return "▌";
    return `\u001b[38;2;${colour >> 16};${(colour >> 8) & 0xff};${colour & 0xff}m▌\u001b[0m`;
  }

  #say(text: string): void {
    this.#out.write(`${text}\n`);
  }
}
