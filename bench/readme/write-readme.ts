import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readLastFigures } from "../machine/last-figures.ts";
import { performanceTable } from "./performance-table.ts";

const FILE = join(import.meta.dirname, "..", "..", "README.md");
const BEGIN = "<!-- made of docs/measurements/bench.json by `node scripts/write-performance.ts` -->\n\n";
const END = "\n\n<!-- end -->";

/** Puts what the benches found last into README.md. */
export function writeReadme(): void {
  writeFileSync(FILE, withPerformance(readFileSync(FILE, "utf8")));
}

/** The page with the table of today in the place of the one that it has. */
export function withPerformance(page: string): string {
  const begin = page.indexOf(BEGIN);
  const end = page.indexOf(END, begin);
  if (begin === -1 || end === -1) throw new Error("README.md has lost the marks around its table of figures");
  return page.slice(0, begin + BEGIN.length) + performanceTable(readLastFigures()) + page.slice(end);
}
