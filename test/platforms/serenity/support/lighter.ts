/**
 * What the tests' servers do without; the game is the same. `--import` loads this into every thread of the process. Threads that run no
 * game would load the server for nothing.
 */
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  await import("./idle-loop.ts");
  await import("./growing-streams.ts");
  await import("./light-network.ts");
}
