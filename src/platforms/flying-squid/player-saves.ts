import type { Log } from "../../index.ts";
import type { SquidPlayer } from "./squid-server.ts";

/**
 * Waits for the files in which players are kept. flying-squid 1.12 saves who leaves without waiting for it: who comes back at
 * once gets what was saved the time before, and `/stop` ends the process with files half written. It also saves who leaves
 * before the inventory was loaded, with nothing in it.
 */
export class PlayerSaves {
  readonly #log: Log;
  readonly #pending = new Map<string, Promise<void>>();

  constructor(log: Log) {
    this.#log = log;
  }

  listen(host: SquidPlayer): void {
    const { save, findSpawnPoint } = host;
    const account = host._client.uuid;
    let isLoaded = false;
    host.once("spawned", () => {
      isLoaded = true;
    });
    host.save = () => (isLoaded ? this.#queue(account, save, host.username) : Promise.resolve());
    // The server waits for this right before it reads the player's file.
    host.findSpawnPoint = async () => {
      await this.#pending.get(account);
      await findSpawnPoint();
    };
  }

  /** Resolves when everything that was asked to be saved is on disk. */
  async settled(): Promise<void> {
    await Promise.all(this.#pending.values());
  }

  /** One after the other, since two saves of one account write the same file. A save that fails is told, and keeps nobody waiting. */
  #queue(account: string, save: () => Promise<void>, name: string): Promise<void> {
    const saved = (this.#pending.get(account) ?? Promise.resolve()).then(save).catch((error: unknown) => {
      this.#log.error(`flying-squid cannot save ${name}: ${error instanceof Error ? error.message : error}`);
    });
    this.#pending.set(account, saved);
    void saved.then(() => {
      if (this.#pending.get(account) === saved) this.#pending.delete(account);
    });
    return saved;
  }
}
