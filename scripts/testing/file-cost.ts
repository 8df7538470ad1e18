import { existsSync, readFileSync } from "node:fs";

/** The cost of one test file. */
export interface FileCost {
  readonly file: string;
  readonly seconds: number;
  readonly processorSeconds: number;
}

export function readCosts(file: string): FileCost[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as FileCost);
}
