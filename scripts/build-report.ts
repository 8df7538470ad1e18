// node scripts/build-report.ts <folder>: bundles the report's page, including charts, into page.js and page.css in that folder.
import { mkdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { build } from "esbuild";

const folder = resolve(process.argv[2] ?? "dist/report/assets");
const page = join(import.meta.dirname, "..", "src", "report", "page");

// Two reports may be built at the same time. Each builds in a folder of its own, and the first to finish takes the final name.
const beside = `${folder}.${process.pid}`;
mkdirSync(dirname(folder), { recursive: true });
await build({
  entryPoints: { page: join(page, "main.ts"), style: join(page, "styles", "page.css") },
  entryNames: "[name]",
  outdir: beside,
  bundle: true,
  minify: true,
  format: "iife",
  target: ["es2022"],
  charset: "utf8",
  legalComments: "none",
  logLevel: "error",
  // Escapes `</script`, which would end an inline script wherever it stands.
  supported: { "inline-script": false },
});
renameSync(join(beside, "style.css"), join(beside, "page.css"));
try {
  renameSync(beside, folder);
} catch (error) {
  rmSync(beside, { recursive: true, force: true });
  if (!["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
}
