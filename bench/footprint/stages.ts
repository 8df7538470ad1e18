/** How far a server has come: without Doubletake, with its modules loaded, and with Doubletake running inside. */
export const STAGES = ["game", "loaded", "installed"] as const;
export type Stage = (typeof STAGES)[number];

export interface FootprintOptions {
  readonly dir: string;
  readonly stage: Stage;
  /** Folder of the built package. */
  readonly build: string;
}

/** Bytes after a garbage collection. */
export interface Held {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
  readonly arrayBuffers: number;
  readonly threads: number;
  /** What other threads hold in their heaps, before a collection. */
  readonly threadHeaps: number;
}
