import { round } from "../store/percentiles.ts";

export interface Memory {
  /** Memory of this thread, after a garbage collection. */
  readonly heapAndExternalMb: number;
  /** Memory of the whole process, including the storage thread. */
  readonly rssMb: number;
}

/** Call this after everything else was measured: V8 forgets much of what it has learned when the whole heap is collected. */
export function memory(): Memory {
  const { heapUsed, external, rss } = memoryAfterCollection();
  return { heapAndExternalMb: megabytes(heapUsed + external), rssMb: megabytes(rss) };
}

export function memoryAfterCollection(): NodeJS.MemoryUsage {
  if (globalThis.gc === undefined)
    throw new Error("start the bench by npm run bench: memory is told after a collection");
  // The second collection frees what the first one has finalized.
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage();
}

function megabytes(bytes: number): number {
  return round(bytes / 2 ** 20);
}
