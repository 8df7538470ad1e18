import { round } from "../store/percentiles.ts";

export interface Memory {
  /** Of this thread, after a garbage collection. */
  readonly heapAndExternalMb: number;
  /** Of the whole process, the storage thread included. */
  readonly rssMb: number;
}

/** After everything else was measured: V8 forgets much of what it has learned when all of the heap is collected at once. */
export function memory(): Memory {
  if (globalThis.gc === undefined)
    throw new Error("start the bench by npm run bench: memory is told after a collection");
  // What the first collection finalises, the second one frees.
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external, rss } = process.memoryUsage();
  return { heapAndExternalMb: megabytes(heapUsed + external), rssMb: megabytes(rss) };
}

function megabytes(bytes: number): number {
  return round(bytes / 2 ** 20);
}
