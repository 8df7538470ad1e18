import { spawnSync } from "node:child_process";
import { BenchFailed } from "../server/bench-failed.ts";
import { round } from "../store/percentiles.ts";

interface Packed {
  readonly size: number;
  readonly unpackedSize: number;
  readonly entryCount: number;
}

/** The package as npm would publish it. */
export function packageSize(root: string): Record<string, number> {
  const { status, stdout, stderr } = spawnSync("npm", ["pack", "--dry-run", "--json", "--silent"], {
    cwd: root,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new BenchFailed(`the package cannot be packed: ${stderr}`);
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf("["))) as [Packed];
  return {
    packedMb: round(packed.size / 2 ** 20),
    unpackedMb: round(packed.unpackedSize / 2 ** 20),
    files: packed.entryCount,
  };
}
