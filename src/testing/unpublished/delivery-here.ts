import { MessageChannel, type Worker } from "node:worker_threads";
import { serveDelivery } from "../../delivery/serve-delivery.ts";
import type { ThreadSetup } from "../../delivery/thread-protocol.ts";

/**
 * Delivers on the test's own thread, through the same messages. To start a thread costs a fifth of a second of processor time, so
 * whatever is not about the thread itself can do without one.
 */
export function deliveryHere(setup: ThreadSetup): Worker {
  const { port1, port2 } = new MessageChannel();
  serveDelivery(port2, setup);
  const worker = Object.assign(port1, { terminate: async () => port1.close() }) as unknown as Worker;
  // A port closes where a thread exits.
  port1.once("close", () => worker.emit("exit", 0));
  return worker;
}
