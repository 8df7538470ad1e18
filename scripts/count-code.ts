// node scripts/count-code.ts [commit]: files and lines of TypeScript by folder, for docs/measurements/code-size.md.
import { execFileSync } from "node:child_process";

const [commit = "HEAD"] = process.argv.slice(2);
/** Folders that are counted together. The first pattern that matches counts. */
const FOLDERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["tests", /\.test\.ts$|^test\/|^src\/testing\//],
  ["simulator", /^(src\/)?simulator\//],
  ["made by a program", /^src\/core\/messages\/text-placeholders\.ts$/],
  ["bench, scripts", /^(bench|scripts)\//],
  ["`src`, its own files", /^src\/[^/]+$/],
  ["`core`, its own files", /^src\/core\/[^/]+$/],
  ["`core/judging`, `looking`, `rule`", /^src\/core\/(judging|looking|rule|detection)\//],
  ["`core/cases`", /^src\/core\/cases\//],
  ["`core/network`", /^src\/core\/network\//],
  ["`core/ledger`", /^src\/core\/ledger\//],
  ["`core/story`", /^src\/core\/story\//],
  ["`core/commands`, `forms`", /^src\/core\/(commands|forms)\//],
  ["the rest of `core`", /^src\/core\//],
  ["`storage/sqlite`", /^src\/storage\/sqlite\//],
  ["`storage/postgres`", /^src\/storage\/postgres\//],
  ["`storage/archive`", /^src\/storage\/archive\//],
  ["the rest of `storage`", /^src\/storage\//],
  ["`platforms`", /^src\/platforms\//],
  ["`report`", /^src\/report\//],
  ["`cli`", /^src\/cli\//],
  ["`delivery`", /^src\/delivery\//],
  ["elsewhere", /./],
];
const NOT_PRODUCT = ["tests", "simulator", "made by a program", "bench, scripts", "elsewhere"];

const rows = new Map(FOLDERS.map(([name]) => [name, { files: 0, lines: 0 }]));
for (const path of git("ls-tree", "-r", "--name-only", commit).split("\n")) {
  if (!/\.m?ts$/.test(path)) continue;
  const [name] = FOLDERS.find(([, pattern]) => pattern.test(path))!;
  const row = rows.get(name)!;
  row.files++;
  row.lines += git("show", `${commit}:${path}`).split("\n").length - 1;
}
const product = { files: 0, lines: 0 };
console.log("| folder | files | lines |\n|---|---|---|");
for (const [name, { files, lines }] of rows) {
  console.log(`| ${name} | ${files} | ${lines.toLocaleString("en")} |`);
  if (NOT_PRODUCT.includes(name)) continue;
  product.files += files;
  product.lines += lines;
}
console.log(`| the product | ${product.files} | ${product.lines.toLocaleString("en")} |`);

function git(...words: readonly string[]): string {
  return execFileSync("git", words, { encoding: "utf8", maxBuffer: 1 << 28 });
}
