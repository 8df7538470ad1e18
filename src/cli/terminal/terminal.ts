import type { Readable, Writable } from "node:stream";

type Watched = { readonly isTTY?: boolean };

/** Where a command was typed: where its answer goes, and where somebody can be asked. */
export interface Terminal {
  readonly out: Writable & Watched;
  readonly err: Writable & Watched;
  readonly input: Readable & Watched;
  readonly environment: NodeJS.ProcessEnv;
}

/** Whoever read us has heard enough (`| head`): there is nobody left to tell. */
function endQuietly(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
}

/** The terminal of this process. */
export function ownTerminal(): Terminal {
  process.stdout.once("error", endQuietly);
  return { out: process.stdout, err: process.stderr, input: process.stdin, environment: process.env };
}
