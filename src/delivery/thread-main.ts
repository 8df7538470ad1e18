import { parentPort, workerData } from "node:worker_threads";
import { Courier } from "./courier.ts";
import type { Reply, Request, ThreadSetup } from "./thread-protocol.ts";

/** The thread that makes, encrypts and sends message bodies. It ends by itself after `close`. */
const port = parentPort!;
const courier = new Courier(workerData as ThreadSetup, (reply: Reply) => port.postMessage(reply));

port.on("message", (request: Request) => {
  void courier.handle(request).then(() => {
    if (request.kind === "close") port.close();
  });
});
