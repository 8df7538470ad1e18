const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 } as const;

type Colour = keyof typeof CODES;

/** Colours text, or returns it unchanged. */
export type Paint = (colour: Colour, text: string) => string;

/** `NO_COLOR` (any text) forbids colours, `FORCE_COLOR` requests them. Without either, a terminal has them. */
export function paintFor(stream: { readonly isTTY?: boolean }, environment: NodeJS.ProcessEnv): Paint {
  const isForbidden = (environment.NO_COLOR ?? "") !== "" || environment.TERM === "dumb";
  const isForced = !["", "0"].includes(environment.FORCE_COLOR ?? "");
  const isColoured = !isForbidden && (isForced || stream.isTTY === true);
  return isColoured ? (colour, text) => `\u001b[${CODES[colour]}m${text}\u001b[0m` : (_, text) => text;
}

/** Shows control characters as question marks, so that data from the game cannot control the terminal. */
export function inert(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about.
  return text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "?");
}
