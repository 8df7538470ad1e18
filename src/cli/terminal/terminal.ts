import type { Readable, Writable } from "node:stream";

type Watched = { readonly isTTY?: boolean };

/** The terminal that a command was typed in: where its answer goes, and where it can ask for input. */
export interface Terminal {
  readonly out: Writable & Watched;
  readonly err: Writable & Watched;
  readonly input: Readable & Watched;
  readonly environment: NodeJS.ProcessEnv;
}

/** The reader of our output has closed it (`| head`), so nobody is left to tell. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
}

/** The terminal of this process. */
export function ownTerminal(): Terminal {
  process.stdout.once("error", endQuietly);
  return { out: process.stdout, err: process.stderr, input: process.stdin, environment: process.env };
}
