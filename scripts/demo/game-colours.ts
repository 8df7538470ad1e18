/** Terminal codes for the game's colour codes. */
const ANSI: Readonly<Record<string, string>> = {
  0: "30",
  1: "34",
  2: "32",
  3: "36",
  4: "31",
  5: "35",
  6: "33",
  7: "37",
  8: "90",
  9: "94",
  a: "92",
  b: "96",
  c: "91",
  d: "95",
  e: "93",
  f: "97",
  l: "1",
  m: "9",
  n: "4",
  o: "3",
  r: "0",
};

/** Converts a line of the game's chat to terminal colours. Codes that a terminal lacks are dropped. */
export function ansiOf(line: string): string {
  const coloured = line.replaceAll(/§(.)/gu, (_, code: string) => {
    const ansi = ANSI[code.toLowerCase()];
    return ansi === undefined ? "" : `\u001b[${ansi}m`;
  });
  return `${coloured}\u001b[0m`;
}
