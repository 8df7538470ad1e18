import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Tally } from "./run-files.ts";

/** Node runs TypeScript by itself from 22.18 on; older versions need these options. */
const RUNS_TYPESCRIPT = "--experimental-strip-types --disable-warning=ExperimentalWarning";

/** Runs the gate, without its rounds, on another Node, which is installed into a temporary folder. */
export function gateOnNode(version: string): Tally {
  const folder = mkdtempSync(join(tmpdir(), "doubletake-node-"));
  // Some tests run a program as another user.
  chmodSync(folder, 0o755);
  const words = ["install", "--no-save", "--no-audit", "--no-fund", "--loglevel=error", "--prefix", folder];
  const installed = spawnSync("npm", [...words, `node@${version}`], { cwd: folder, stdio: "inherit" });
  if (installed.status !== 0) return { passed: 0, failed: 1 };
  const { DOUBLETAKE_ROUNDS, DOUBLETAKE_SEED, DOUBLETAKE_SOAK_MINUTES, DOUBLETAKE_SHARED_POSTGRES_URL, ...others } =
    process.env;
  const bin = join(folder, "node_modules", "node", "bin");
  const env = { ...others, NODE_OPTIONS: RUNS_TYPESCRIPT, PATH: `${bin}${delimiter}${process.env.PATH}` };
  const { status } = spawnSync(join(bin, "node"), [join(import.meta.dirname, "..", "test.ts")], {
    env,
    stdio: "inherit",
  });
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}
