import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { BenchFailed } from "./bench-failed.ts";

const root = join(import.meta.dirname, "..", "..");

/**
 * Builds the package as it is published, next to its dependencies, because source from which Node strips the types takes more
 * memory.
 */
export function builtPackage(): string {
  const folder = join(root, "node_modules", ".cache", "doubletake-bench-build");
  const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts", "build.ts"), folder], {
    encoding: "utf8",
  });
  if (status !== 0) throw new BenchFailed(`the package cannot be built: ${stderr}`);
  return folder;
}

/** Imports a module of the built package. */
export function importBuilt<Module>(folder: string, module: string): Promise<Module> {
  return import(pathToFileURL(join(folder, module)).href) as Promise<Module>;
}
