import { errorText, type Log } from "../../index.ts";
import type { SquidPlayer } from "./squid-server.ts";

/**
 * Waits until player files are written. flying-squid 1.12 saves a leaving player without waiting. So a player who comes back at once gets
 * the save before, and `/stop` ends the process with files half written. It also saves a player who leaves before the inventory was loaded,
 * with an empty inventory.
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

  /** Resolves when every requested save is on disk. */
  async whenSaved(): Promise<void> {
    await Promise.all(this.#pending.values());
  }

  /**
   * Runs the saves of one account one after another, because they write the same file. A failed save is logged and blocks
   * nobody.
   */
  #queue(account: string, save: () => Promise<void>, name: string): Promise<void> {
    const saved = (this.#pending.get(account) ?? Promise.resolve()).then(save).catch((error: unknown) => {
      this.#log.error(`flying-squid cannot save ${name}: ${errorText(error)}`);
    });
    this.#pending.set(account, saved);
    void saved.then(() => {
      if (this.#pending.get(account) === saved) this.#pending.delete(account);
    });
    return saved;
  }
}
