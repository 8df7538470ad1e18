import { errorText } from "../operators.ts";
import type { StartedServer } from "../platforms/started-server.ts";

/**
 * Listens for Ctrl-C and SIGTERM from now on. A signal that comes while the server still starts is not lost: a server that is
 * killed halfway would look like a crash afterwards. A second signal ends the process at once.
 */
export function listenForStop(): Promise<void> {
  return new Promise((resolve) => {
    let isAsked = false;
    const ask = () => {
      if (isAsked) process.exit(1);
      isAsked = true;
      console.log("Stopping ...");
      resolve();
    };
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, ask);
  });
}

/** Waits until the server has stopped, by itself or on request, and returns the exit code. */
export async function untilStopped(server: StartedServer, isAsked: Promise<void>): Promise<number> {
  isAsked
    .then(() => server.stop())
    .catch(() => {
      // Reported below: `stopped` rejects with the same error.
    });
  try {
    await server.stopped;
    console.log("Stopped.");
    return 0;
  } catch (error) {
    console.error(`The server did not stop cleanly: ${errorText(error)}`);
    return 1;
  }
}
