import { createSocket } from "node:dgram";
import { createServer } from "node:net";

/**
 * Below the ports that systems give to clients by themselves. Of those, a client of another test may take one while its server is being
 * started again.
 */
const [FIRST, END] = [12_000, 32_000];

/** A TCP port of this machine that nobody listens on now. */
export function freeTcpPort(): Promise<number> {
  return firstFree((port, done) => {
    const server = createServer();
    server.once("error", () => done(false));
    server.listen(port, "127.0.0.1", () => server.close(() => done(true)));
  });
}

/** The same for UDP. */
export function freeUdpPort(): Promise<number> {
  return firstFree((port, done) => {
    const socket = createSocket("udp4");
    socket.once("error", () => socket.close(() => done(false)));
    socket.bind(port, "127.0.0.1", () => socket.close(() => done(true)));
  });
}

/** Tries any ports in turn, so that tests that run at the same time do not meet. */
async function firstFree(tryPort: (port: number, done: (isFree: boolean) => void) => void): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * (END - FIRST));
    if (await new Promise<boolean>((done) => tryPort(port, done))) return port;
  }
}
