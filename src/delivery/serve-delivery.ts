import type { MessagePort } from "node:worker_threads";
import { Courier } from "./courier.ts";
import type { Reply, Request, ThreadSetup } from "./thread-protocol.ts";

/** Serves the requests that come through the port until one of them is to close. */
export function serveDelivery(port: MessagePort, setup: ThreadSetup): void {
  const courier = new Courier(setup, (reply: Reply) => port.postMessage(reply));
  port.on("message", (request: Request) => {
    void courier.handle(request).then(() => {
      if (request.kind === "close") port.close();
    });
  });
}
