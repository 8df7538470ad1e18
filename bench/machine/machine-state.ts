import { execFileSync } from "node:child_process";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { stolenMs } from "./stolen-time.ts";

/** What one must know about a machine to compare its figures with others. */
export interface MachineState {
  readonly cores: number;
  readonly processor: string;
  readonly memoryGb: number;
  readonly node: string;
  readonly system: string;
  /**
   * Load over the last 1, 5 and 15 minutes. It includes our own load once benches run; the value before shows how busy others
   * were.
   */
  readonly loadAverage: readonly number[];
  /** Processor time that the host has given to others since the machine started. */
  readonly stolenMs: number;
}

export function machineState(): MachineState {
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? "unknown",
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    loadAverage: loadavg().map((load) => Math.round(load * 100) / 100),
    stolenMs: stolenMs(),
  };
}

/** The measured commit, with a mark if the tree has changes; empty outside a clone. */
export function commit(folder: string): string {
  const git = (...words: string[]) =>
    execFileSync("git", words, { cwd: folder, encoding: "utf8", stdio: "pipe" }).trim();
  try {
    const changes = git("status", "--porcelain", "--untracked-files=no");
    return `${git("rev-parse", "--short", "HEAD")}${changes === "" ? "" : ", changed"}`;
  } catch {
    return "";
  }
}
