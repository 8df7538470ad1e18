import { randomUUID } from "node:crypto";
import { type Batch, BatchWriter, idWords, playerPlace, type Store } from "../../src/core/index.ts";

const ITEMS = 200;
const TICK_MS = 20;
const TRANSFERS_A_TICK = 100;

const words = Array.from({ length: ITEMS }, () => idWords(randomUUID()));
const PLAYER = "00000000-0000-4000-8000-000000000001";

/** The x coordinate counts up, so that order, gaps and repeats show in the database. */
export function numberedBatch(from: number, count: number): Batch {
  const writer = new BatchWriter();
  const now = Date.now();
  for (let n = from; n < from + count; n++) {
    const id = words[n % ITEMS] as Int32Array;
    if (n < from + ITEMS) writer.addSeen(id, 0, PLAYER, "BOW", now);
    writer.addTransfer(id, 0, PLAYER, "PICKUP", "world", n, 64, 0, now);
    writer.addCustody(id, 0, PLAYER, playerPlace(PLAYER), "world", n, 64, 0, now);
  }
  return writer.finishBatch() as Batch;
}

/** Sends 5,000 transfers a second until it is stopped. */
export class TransferFlow {
  readonly #store: Store;
  readonly #acknowledged: (through: number) => void;
  readonly #timer: NodeJS.Timeout;
  readonly #underway = new Set<Promise<unknown>>();
  #next: number;
  #startedMs = Date.now();
  #sent = 0;

  /** `acknowledged` hears, batch by batch, the number up to which everything is durable. */
  constructor(store: Store, first = 0, acknowledged: (through: number) => void = () => undefined) {
    this.#store = store;
    this.#next = first;
    this.#acknowledged = acknowledged;
    this.#timer = setInterval(() => this.#tick(), TICK_MS);
  }

  /** Stops and waits until everything is durable. Resolves with the number of the next transfer. */
  async stop(): Promise<number> {
    clearInterval(this.#timer);
    await Promise.all(this.#underway);
    return this.#next;
  }

  #tick(): void {
    // A late timer makes up for what it missed.
    const due = Math.floor((Date.now() - this.#startedMs) / TICK_MS) * TRANSFERS_A_TICK;
    while (this.#sent < due) this.#send();
  }

  #send(): void {
    const batch = numberedBatch(this.#next, TRANSFERS_A_TICK);
    this.#next += TRANSFERS_A_TICK;
    this.#sent += TRANSFERS_A_TICK;
    const through = this.#next - 1;
    const done = this.#store.append(batch).then(() => this.#acknowledged(through));
    this.#underway.add(done);
    void done.finally(() => this.#underway.delete(done));
  }
}
