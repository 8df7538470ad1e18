import type { Caller, CaseRecord } from "../../src/core/index.ts";
import { Random } from "../random.ts";
import type { DetectorHost } from "./detector.ts";

/** The share of cases in which staff give back what was taken. */
const RESTORED_SHARE = 0.25;

interface Order {
  readonly tick: number;
  readonly words: readonly string[];
}

/**
 * Staff who give back what was taken, by command: sometimes to its former holder, sometimes to somebody else. Usually they are wrong,
 * and a copy comes back. It has fresh ids, so it counts as new, and nobody may be accused of it.
 */
export class Staff {
  readonly #host: DetectorHost;
  readonly #random = new Random(1, "staff");
  readonly #decided = new Set<number>();
  readonly #orders: Order[] = [];

  constructor(host: DetectorHost) {
    this.#host = host;
  }

  /** A case was filed or grew. */
  hear({ number, type }: CaseRecord): void {
    if (type !== "DUPLICATE_ITEM" || number === 0 || this.#decided.has(number)) return;
    this.#decided.add(number);
    if (!this.#random.chance(RESTORED_SHARE)) return;
    const names = [...this.#host.platform.players()].map(({ name }) => name);
    const words = ["restore", String(number)];
    if (names.length > 0 && this.#random.chance(0.4)) words.push(this.#random.pick(names));
    this.#orders.push({ tick: this.#host.tick() + this.#random.between(60, 400), words });
  }

  /** Called after every tick end. */
  tick(): void {
    for (const [at, { tick, words }] of [...this.#orders.entries()].reverse()) {
      if (this.#host.tick() < tick) continue;
      this.#orders.splice(at, 1);
      this.#host.platform.run(words, STAFF);
    }
  }
}

const STAFF: Caller = { name: "Staff", hasPermission: () => true, send: () => undefined };
