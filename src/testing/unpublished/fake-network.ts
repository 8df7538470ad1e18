import { MemoryDatabase } from "../stores/memory-database.ts";
import { MemoryStore } from "../stores/memory-store.ts";
import { type FakeService, type FakeServiceOptions, startedService } from "./fake-service.ts";
import { HandClock } from "./hand-clock.ts";
import { play } from "./story.ts";

/** Half a tick: two servers, each with 20 ticks a second, take turns. */
const TURN_MS = 25;

/** Plays this many ticks of each game, in turns. */
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

  /** Separate by default: joins are believed at once, and a player's inventory on one server is not the one on another. */
  constructor(playerData: "shared" | "separate" = "separate") {
    this.#playerData = playerData;
  }

  /** The server's process ends uncleanly. */
  kill(name: string): void {
    this.#stores.get(name)?.crash();
  }

  /** Starts the server of this name. If it is running, it is killed, and its game begins again. */
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
