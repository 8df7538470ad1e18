import type { MemoryDatabase } from "../../src/testing/memory-database.ts";
import { hasKeeperDied } from "../scoring/forgiven.ts";
import type { Truth } from "../truth/truth.ts";
import type { Removal } from "../world/world.ts";

const CHECK_EVERY_TICKS = 50;

/** Looks at the database and at what is said and done, and notes what must never happen. I1 and I5 to I6 are what the scorer counts. */
export class Invariants {
  readonly broken: string[] = [];
  readonly #truth: Truth;
  readonly #database: MemoryDatabase;
  readonly #versions = new Map<string, number>();
  readonly #returned = new Set<number>();

  constructor(truth: Truth, database: MemoryDatabase) {
    this.#truth = truth;
    this.#database = database;
  }

  /** I3: at most one side removes. What is left of an id that was proven is one copy, at least. */
  removed({ stack }: Removal): void {
    const { lineage } = stack;
    if (lineage !== undefined && lineage.weight - stack.count < 1 && !hasKeeperDied(this.#truth, lineage))
      this.#note(3, `the last copy of ${stack.tag} was taken out of the world`);
  }

  tickEnd(): void {
    if (this.#truth.tick % CHECK_EVERY_TICKS !== 0) return;
    const { custody, quarantine } = this.#database;
    for (const { itemId, version } of custody.values()) {
      if (version < (this.#versions.get(itemId) ?? 0)) this.#note(7, `custody of ${itemId} went back to ${version}`);
      this.#versions.set(itemId, version);
    }
    for (const { number, state } of quarantine.values()) {
      if (state === "returned") this.#returned.add(number);
      else if (this.#returned.has(number))
        this.#note(4, `quarantined item ${number} is ${state} after it was given back`);
    }
  }

  /** I2: what was taken is whole in quarantine. */
  close(taken: readonly { readonly tag: string | undefined }[]): void {
    const kept = [...this.#database.quarantine.values()].map(({ itemId }) => itemId);
    for (const { tag } of taken)
      if (!kept.includes(tag ?? "")) this.#note(2, `${tag} was taken and is not in quarantine`);
  }

  #note(number: number, what: string): void {
    this.broken.push(`I${number} at tick ${this.#truth.tick}: ${what}`);
  }
}
