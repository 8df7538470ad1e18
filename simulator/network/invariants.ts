import type { MemoryDatabase } from "../../src/testing/stores/memory-database.ts";
import { hasKeeperDied, wasKeeperUsedUp } from "../scoring/forgiven.ts";
import type { Lineage } from "../truth/lineage.ts";
import type { Truth } from "../truth/truth.ts";
import type { Stack } from "../world/stack.ts";
import type { Removal } from "../world/world.ts";

const CHECK_EVERY_TICKS = 50;

/** Checks the database and all verdicts and removals, and notes what must never happen. The scorer checks I1, I5 and I6. */
export class Invariants {
  readonly broken: string[] = [];
  readonly #truth: Truth;
  readonly #database: MemoryDatabase;
  readonly #versions = new Map<string, number>();
  /** The quarantined item behind each fresh id that was ever meant for one; and by quarantined item, everything that was given for it. */
  readonly #entryOf = new Map<string, number>();
  readonly #given = new Map<number, Lineage[]>();
  readonly #takenAt = new Map<Lineage, number>();
  givenBack = 0;

  constructor(truth: Truth, database: MemoryDatabase) {
    this.#truth = truth;
    this.#database = database;
  }

  /** I3: at most one side removes. At least one copy is left of a proven id. */
  removed({ stack }: Removal): void {
    const { lineage } = stack;
    if (lineage === undefined) return;
    const hasKeeperGone =
      hasKeeperDied(this.#truth, lineage) || wasKeeperUsedUp(this.#truth, lineage, this.#takenAt.get(lineage));
    this.#takenAt.set(lineage, this.#truth.tick);
    if (lineage.weight - stack.count < 1 && !hasKeeperGone)
      this.#note(3, `the last copy of ${stack.tag} was taken out of the world`);
  }

  /** I4: an item that was given back and still exists is not given back again, by any server. */
  given({ tag, lineage }: Stack): void {
    this.givenBack++;
    this.#learnFreshIds();
    const number = this.#entryOf.get(tag ?? "");
    if (number === undefined) this.#note(4, `${tag} was given back, and is no quarantined item's`);
    if (number === undefined || lineage === undefined) return;
    const before = this.#given.get(number) ?? [];
    if (before.some(({ weight }) => weight > 0)) this.#note(4, `quarantined item ${number} was given back twice`);
    this.#given.set(number, [...before, lineage]);
  }

  /** After a crash, a save may bring back what was given before, so that there are two. */
  #checkGiven(): void {
    for (const [number, lineages] of this.#given) {
      if (lineages.filter(({ weight }) => weight > 0).length < 2) continue;
      this.#note(4, `quarantined item ${number} exists twice`);
      this.#given.delete(number);
    }
  }

  #learnFreshIds(): void {
    for (const { number, freshId } of this.#database.quarantine.values())
      if (freshId !== "") this.#entryOf.set(freshId, number);
  }

  tickEnd(): void {
    this.#learnFreshIds();
    if (this.#truth.tick % CHECK_EVERY_TICKS !== 0) return;
    const { custody } = this.#database;
    for (const { itemId, version } of custody.values()) {
      if (version < (this.#versions.get(itemId) ?? 0)) this.#note(7, `custody of ${itemId} went back to ${version}`);
      this.#versions.set(itemId, version);
    }
    this.#checkGiven();
  }

  /** I2: everything that was taken has an entry of its own in quarantine, which is void if a crash brought the item back. */
  close(taken: readonly { readonly tag: string | undefined }[]): void {
    const kept = Map.groupBy(this.#database.quarantine.values(), ({ itemId }) => itemId);
    for (const [tag = "", copies] of Map.groupBy(taken, (stack) => stack.tag)) {
      const entries = kept.get(tag)?.length ?? 0;
      if (entries < copies.length) this.#note(2, `${copies.length} of ${tag} were taken, with ${entries} entries`);
    }
  }

  #note(number: number, what: string): void {
    this.broken.push(`I${number} at tick ${this.#truth.tick}: ${what}`);
  }
}
