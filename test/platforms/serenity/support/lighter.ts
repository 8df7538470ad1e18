/**
 * What servers of the tests do without; the game is the same. By `--import` it also comes into every thread of the process, and
 * those that run no game would load the server for nothing.
 */
import { isMainThread } from "node:worker_threads";

if (isMainThread) {
  await import("./idle-loop.ts");
  await import("./growing-streams.ts");
  await import("./light-network.ts");
}
