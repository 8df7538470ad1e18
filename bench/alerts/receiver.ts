// A chat on its own thread, so that its work is not counted as the game's. It accepts and counts every message.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parentPort } from "node:worker_threads";

const counts = new Map<string, number>();
const server = createServer((request, response) => {
  const channel = request.url?.split("/")[1] ?? "";
  counts.set(channel, (counts.get(channel) ?? 0) + 1);
  request.resume();
  request.on("end", () => response.writeHead(204).end());
});

server.listen(0, "127.0.0.1", () => parentPort!.postMessage((server.address() as AddressInfo).port));

/** Any message asks for the counts. */
parentPort!.on("message", () => parentPort!.postMessage(counts));
