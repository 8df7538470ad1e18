import { readFileSync } from "node:fs";

/** Linux counts the time of ended children in hundredths of a second. */
const TICKS_A_SECOND = 100;
const CHILDREN_USER = 13;
const CHILDREN_SYSTEM = 14;

/**
 * Processor seconds of this process and of all its ended children, including their own children. On other systems than Linux,
 * only its own.
 */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6 + childrenSeconds();
}

function childrenSeconds(): number {
  if (process.platform !== "linux") return 0;
  const stat = readFileSync("/proc/self/stat", "utf8");
  // The name in brackets may contain anything, even spaces.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[CHILDREN_USER]) + Number(fields[CHILDREN_SYSTEM])) / TICKS_A_SECOND;
}
