import { parentPort, workerData } from "node:worker_threads";
import { serveDelivery } from "./serve-delivery.ts";

/** The thread that makes, encrypts and sends message bodies. It ends by itself after `close`. */
serveDelivery(parentPort!, workerData);
