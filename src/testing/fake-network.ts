import { type FakeService, type FakeServiceOptions, startedService } from "./fake-service.ts";
import { HandClock } from "./hand-clock.ts";
import { MemoryDatabase } from "./stores/memory-database.ts";
import { MemoryStore } from "./stores/memory-store.ts";
import { play } from "./story.ts";

/** A server has 20 ticks a second, and of two servers each has its turn. */
const TURN_MS = 25;

/** So many ticks of each of two games, one after the other. */
export async function playInTurns(games: readonly FakeService[], ticks: number): Promise<void> {
  for (let tick = 0; tick < ticks; tick++) for (const game of games) await play(game, 1, TURN_MS);
}

/** Several services on one database, each with a game of its own. One clock serves them all. */
export class FakeNetwork {
  readonly clock = new HandClock();
  readonly database = new MemoryDatabase({ clock: this.clock });
  readonly #playerData: "shared" | "separate";
  readonly #stores = new Map<string, MemoryStore>();
  #starts = 0;

  /** Separate unless told: joins are believed at once, and a player's inventory on one server is not the one on another. */
  constructor(playerData: "shared" | "separate" = "separate") {
    this.#playerData = playerData;
  }

  /** The server's process ends without a word. */
  kill(name: string): void {
    this.#stores.get(name)?.crash();
  }

  /** Starts the server of this name; one that runs is killed, and its game begins anew. */
  async start(name: string, options: Omit<FakeServiceOptions, "store" | "clock"> = {}): Promise<FakeService> {
    const { database, clock } = this;
    this.kill(name);
    const store = new MemoryStore({ serverName: name, database, clock });
    this.#stores.set(name, store);
    // No two servers give out the same id.
    const firstId = 1000 * ++this.#starts;
    const config = `network: { player-data: ${this.#playerData} }\n${options.config ?? ""}`;
    return startedService({ firstId, ...options, config, serverName: name, store, clock });
  }
}
