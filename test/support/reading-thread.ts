/** For `sqlite-reader-beside.test.ts`: reads everything again and again, and tells how many rows it counted and which it saw. */
import { parentPort, workerData } from "node:worker_threads";
import { openReader } from "../../src/storage/reader/open-reader.ts";

const reader = await openReader({ engine: "sqlite", file: workerData as string, serverName: "test" });
for (;;) {
  const { transfers: counted } = await reader.counts();
  const numbers: number[] = [];
  for await (const page of reader.transfers({}, { by: "any" })) {
    for (const { location } of page) numbers.push(Number(/^world:(\d+),/.exec(location)?.[1]));
  }
  parentPort?.postMessage({ counted, numbers: numbers.sort((a, b) => a - b) });
}
