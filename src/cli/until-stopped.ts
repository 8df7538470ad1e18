import { errorText } from "../operators.ts";
import type { StartedServer } from "../platforms/started-server.ts";

/** Signals that come this soon after the first are the same request: npm, a service manager and the terminal may each send it. */
const ONE_REQUEST_MS = 1_000;

/**
 * Listens for Ctrl-C, SIGTERM and the end of the terminal from now on. A signal that comes while the server still starts is not lost: a
 * server that is killed halfway would look like a crash afterwards. Ctrl-C once more ends the process at once; nothing else does.
 */
export function listenForStop(): Promise<void> {
  return new Promise((resolve) => {
    let askedMs: number | undefined;
    const ask = (signal: NodeJS.Signals) => {
      const nowMs = performance.now();
      if (askedMs === undefined) {
        askedMs = nowMs;
        console.log(signal === "SIGINT" ? "Stopping ... (Ctrl-C once more ends it without saving)" : "Stopping ...");
        resolve();
      } else if (signal === "SIGINT" && nowMs - askedMs > ONE_REQUEST_MS) process.exit(1);
    };
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, ask);
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
