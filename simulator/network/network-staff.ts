import type { MemoryDatabase } from "../../src/testing/stores/memory-database.ts";
import type { Random } from "../random.ts";
import type { SimServer } from "./sim-server.ts";
import type { Traveller } from "./traveller.ts";

/** How often staff order something to be given back, on average. */
const RESTORED_EVERY_TICKS = 150;
/** The share of orders that staff on other servers give at the same time. */
const TWICE = 0.4;
/** The share of orders that name a traveller instead of the player whom the item was taken from. */
const TO_ANOTHER = 0.6;

/** Staff who give back what was taken, on any server, while servers go down and come back. */
export class NetworkStaff {
  readonly #servers: readonly SimServer[];
  readonly #travellers: readonly Traveller[];
  readonly #database: MemoryDatabase;
  readonly #random: Random;
  orders = 0;

  constructor(
    servers: readonly SimServer[],
    travellers: readonly Traveller[],
    database: MemoryDatabase,
    random: Random,
  ) {
    this.#servers = servers;
    this.#travellers = travellers;
    this.#database = database;
    this.#random = random;
  }

  tick(): void {
    const random = this.#random;
    if (!random.chance(1 / RESTORED_EVERY_TICKS)) return;
    const held = [...this.#database.quarantine.values()].filter(({ state }) => state === "held");
    const up = this.#servers.filter(({ isUp }) => isUp);
    if (held.length === 0 || up.length === 0) return;
    const { caseNumber } = random.pick(held);
    const to = random.chance(TO_ANOTHER) ? random.pick(this.#travellers).accountOn(up[0]!).id : undefined;
    for (const server of random.chance(TWICE) ? up : [random.pick(up)]) {
      this.orders++;
      // If an order fails, for example because the database is away, staff would repeat it.
      server.detector.service.staffActs.restore(caseNumber, "Staff", to).catch(() => undefined);
    }
  }
}
