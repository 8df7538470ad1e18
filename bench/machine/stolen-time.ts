import { readFileSync } from "node:fs";

/** Ticks of the kernel's accounting, which it tells the world in hundredths of a second everywhere. */
const TICK_MS = 10;
/** Behind `cpu`: user, nice, system, idle, iowait, irq, softirq, and what the host gave to others. */
const STOLEN = 8;

/**
 * How long the processors of this virtual machine had work and were not given to it, since it was started, all of them taken
 * together. 0 where nobody tells.
 */
export function stolenMs(): number {
  try {
    return Number(readFileSync("/proc/stat", "utf8").split("\n", 1)[0]?.split(/\s+/)[STOLEN] ?? 0) * TICK_MS;
  } catch {
    return 0;
  }
}
