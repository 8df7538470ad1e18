import { readFileSync } from "node:fs";

/** Milliseconds for which this process's main thread wanted a processor and had none; `undefined` where the system does not count them. */
export function waitedMs(): number | undefined {
  try {
    // Nanoseconds on a processor, nanoseconds spent waiting for one, and turns.
    const [, waited] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(" ");
    return Number(waited) / 1e6;
  } catch {
    return undefined;
  }
}
