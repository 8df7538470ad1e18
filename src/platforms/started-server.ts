import { accessSync, constants, mkdirSync } from "node:fs";
import { DoubletakeError } from "../index.ts";

/** What the `server.ts` of a platform exports. */
export interface ServerModule {
  readonly DEFAULT_PORT: number;
  /** Starts a survival world with Doubletake inside, and resolves when it can be joined. */
  startServer(options: ServerOptions): Promise<StartedServer>;
}

export interface ServerOptions {
  /** Folder of the world, the permissions and `plugins/doubletake`; created if missing. */
  readonly dir: string;
  readonly port: number;
  /** Lets in clients without an account. */
  readonly isOffline: boolean;
}

/** A server that can be joined. */
export interface StartedServer {
  /** One line for the person who started it. */
  readonly greeting: string;
  /** Stops, saves and drains; a second call waits for the first. Rejects if something could not be saved. */
  stop(): Promise<void>;
  /** Resolves or rejects when the server has stopped, for whatever reason. */
  readonly stopped: Promise<void>;
}

/** All addresses of the machine. */
export const ADDRESS = "0.0.0.0";

export function greeting(game: string, port: number): string {
  return `Ready to be joined: ${game} at ${ADDRESS}:${port}. Type "stop" to stop.`;
}

/** Makes the folder of a world, and what belongs in it, below the server's folder `dir`. */
export function makeWorldFolder(dir: string, world: string, fill?: () => void): void {
  try {
    mkdirSync(world, { recursive: true });
    accessSync(world, constants.W_OK);
    fill?.();
  } catch (error) {
    throw new DoubletakeError(
      "DT_FOLDER_DENIED",
      `${dir} cannot be written (${(error as Error).message}); choose another folder with --dir.`,
      { cause: error },
    );
  }
}

/** Says in our words why a port cannot be opened. */
export function portError(port: number, cause: unknown): DoubletakeError {
  const { code, message } = cause as NodeJS.ErrnoException;
  const reason = code === "EADDRINUSE" ? "is in use" : `cannot be opened (${message})`;
  return new DoubletakeError("DT_PORT_IN_USE", `Port ${port} ${reason}; choose another one with --port.`, { cause });
}
