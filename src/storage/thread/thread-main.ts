/** The thread that owns the database. `StorageThread` starts it and exchanges messages with it. */
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { serveStore } from "./serve-store.ts";

/** Lower than the game's thread, which is at 0 and gets the processor first if both want the same one. */
const PRIORITY = 10;

if (!parentPort) throw new TypeError("thread-main.ts runs as a worker thread only");
giveWay();
void serveStore(parentPort, workerData);

/** Linux only: on other systems the priority applies to the whole process. */
function giveWay(): void {
  if (process.platform !== "linux") return;
  try {
    setPriority(PRIORITY);
  } catch {
    // Not allowed here. The lower priority is not essential.
  }
}
