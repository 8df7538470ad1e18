import { MessageChannel, type Worker } from "node:worker_threads";
import { serveStore } from "../../../storage/thread/serve-store.ts";
import type { ThreadOptions } from "../../../storage/thread/thread-protocol.ts";

/**
 * Serves a store on the test's own thread, through the same messages. To start a thread costs a quarter of a second of processor time,
 * so whatever is not about the thread itself can do without one.
 */
export function threadHere(data: ThreadOptions): Worker {
  const { port1, port2 } = new MessageChannel();
  void serveStore(port2, data);
  // A port has all that is asked of a worker but its end, and ends by itself when the store is closed.
  return Object.assign(port1, { terminate: async () => port1.close() }) as unknown as Worker;
}
