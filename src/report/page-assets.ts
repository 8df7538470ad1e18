import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** The page's own script (including charts) and style, ready for a report. */
export interface PageAssets {
  readonly script: string;
  readonly style: string;
}

const HERE = import.meta.dirname;
/** Made when the package is built. */
const BUILT = join(HERE, "assets");
const CLONE = join(HERE, "..", "..");

/** The published package contains them. A clone builds them at first use, and again when their source has changed. */
export async function pageAssets(): Promise<PageAssets> {
  if (isComplete(BUILT)) return readFrom(BUILT);
  const folder = join(CLONE, "node_modules", ".cache", "doubletake-report", sourceHash());
  if (!isComplete(folder)) {
    await promisify(execFile)(process.execPath, [join(CLONE, "scripts", "build-report.ts"), folder]);
  }
  return readFrom(folder);
}

function isComplete(folder: string): boolean {
  return existsSync(join(folder, "page.js")) && existsSync(join(folder, "page.css"));
}

function readFrom(folder: string): PageAssets {
  const read = (name: string): string => readFileSync(join(folder, name), "utf8");
  return { script: read("page.js"), style: read("page.css") };
}

function sourceHash(): string {
  const hash = createHash("sha256");
  const files = globSync(["page/**/*.{ts,css}", "model/*.ts"], { cwd: HERE }).sort();
  for (const file of [...files.map((name) => join(HERE, name)), join(CLONE, "package-lock.json")]) {
    hash.update(readFileSync(file));
  }
  return hash.digest("hex").slice(0, 16);
}
