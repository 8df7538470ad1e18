import { readFileSync } from "node:fs";

/** Ticks of the kernel's accounting, always reported in hundredths of a second. */
const TICK_MS = 10;
/** The column after `cpu`, user, nice, system, idle, iowait, irq and softirq: time that the host gave to others. */
const STOLEN = 8;

/**
 * How long, since this virtual machine started, its processors had work but were not given to it, summed over all processors. 0
 * if the system does not report it.
 */
export function stolenMs(): number {
  try {
    return Number(readFileSync("/proc/stat", "utf8").split("\n", 1)[0]?.split(/\s+/)[STOLEN] ?? 0) * TICK_MS;
  } catch {
    return 0;
  }
}
