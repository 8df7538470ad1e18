import type { Readable, Writable } from "node:stream";

type Watched = { readonly isTTY?: boolean };

/** The terminal that a command was typed in: where its answer goes, and where it can ask for input. */
export interface Terminal {
  readonly out: Writable & Watched;
  readonly err: Writable & Watched;
  readonly input: Readable & Watched;
  readonly environment: NodeJS.ProcessEnv;
}

/** What becomes of the process when its answer cannot be written. */
function endWithout(error: NodeJS.ErrnoException): never {
  // The reader has closed it (`| head`), so nobody is left to tell.
  if (error.code === "EPIPE") process.exit(0);
  process.stderr.write(`The answer cannot be written (${error.code}): make room, or send it elsewhere.\n`);
  process.exit(1);
}

/**
 * The terminal of this process. A game server goes on when nobody can read what it prints any more: a log that is full or a closed window
 * must not cost the world.
 */
export function ownTerminal(isServer: boolean): Terminal {
  const ignore = (): void => {
    // What it says is lost; there is nowhere to say so.
  };
  process.stdout.on("error", isServer ? ignore : endWithout);
  process.stderr.on("error", ignore);
  return { out: process.stdout, err: process.stderr, input: process.stdin, environment: process.env };
}
