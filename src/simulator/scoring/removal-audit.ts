import { ownerOfPlace } from "../../core/index.ts";
import type { Lineage } from "../truth/lineage.ts";
import type { Truth } from "../truth/truth.ts";
import type { Slots } from "../world/slots.ts";
import { rootOf, type Stack, withContents } from "../world/stack.ts";
import type { Removal } from "../world/world.ts";

/** Visible extra copies must be gone this long after the detection. */
const COMPLETE_WITHIN_TICKS = 40;

/** Judges what was taken away: wrongly, incompletely, or against the keep rule. */
export class RemovalAudit {
  readonly #truth: Truth;
  readonly #keepsOldest: boolean;
  readonly #complain: (text: string) => void;
  readonly #provenAt = new Map<Lineage, number>();
  readonly #expected = new Map<Lineage, ReadonlySet<Stack>>();
  readonly counts = { removals: 0, wrongful: 0, incomplete: 0, policyErrors: 0 };
  readonly taken: { readonly tag: string | undefined; readonly data: Uint8Array }[] = [];
  /** Lineages of which a detector took a copy: their run of `D+` was cut short by it. */
  readonly shortened = new Set<Lineage>();
  isRemoving = false;

  constructor(truth: Truth, keepsOldest: boolean, complain: (text: string) => void) {
    this.#truth = truth;
    this.#keepsOldest = keepsOldest;
    this.#complain = complain;
  }

  /** Called before the stack goes. */
  removed({ stack, count, data }: Removal): void {
    this.counts.removals++;
    this.taken.push({ tag: stack.tag, data });
    for (const part of withContents(stack)) if (part.lineage) this.shortened.add(part.lineage);
    const { lineage } = stack;
    if (lineage === undefined) return;
    const isLast = [...withContents(stack)].some(
      (part) => part.lineage && part.lineage.weight - taken(part, stack, count) < 1,
    );
    if (isLast || lineage.watch?.state !== "D+") {
      this.counts.wrongful++;
      this.#complain(`wrongful removal: ${stack.tag} ${isLast ? "was the last one" : "was not in D+"}`);
    }
    if (!this.#expected.has(lineage)) this.#expected.set(lineage, this.#survivorsAllowed(lineage));
  }

  proven(lineage: Lineage): void {
    if (this.isRemoving && !this.#provenAt.has(lineage)) this.#provenAt.set(lineage, this.#truth.tick);
  }

  boundary(): void {
    for (const [lineage, tick] of this.#provenAt) {
      if (this.#truth.tick < tick + COMPLETE_WITHIN_TICKS) continue;
      this.#provenAt.delete(lineage);
      if (lineage.watch?.state !== "D+" || lineage.watch.plusSince > tick) continue;
      this.counts.incomplete++;
      this.#complain(`incomplete removal: lineage ${lineage.number} still has visible copies`);
    }
    for (const [lineage, allowed] of this.#expected) {
      this.#expected.delete(lineage);
      const [survivor, ...others] = lineage.instances;
      if (survivor === undefined || others.length > 0 || allowed.has(survivor)) continue;
      this.counts.policyErrors++;
      this.#complain(`policy error: of ${survivor.tag} another copy should have stayed`);
    }
  }

  /** The copies that the keep rule lets stay; several where it does not decide. */
  #survivorsAllowed(lineage: Lineage): ReadonlySet<Stack> {
    const instances = lineage.instances;
    if (this.#keepsOldest) {
      const firsts = instances.map((stack) => this.#firstTransfer(lineage, stack));
      const earliest = Math.min(...firsts);
      return new Set(instances.filter((_, at) => firsts[at] === earliest));
    }
    const { plusSince, placements } = lineage.watch ?? { plusSince: -1, placements: [] };
    const settled = placements
      .filter(({ litSince }) => litSince >= 0 && litSince < plusSince)
      .map(({ stack }) => stack);
    return new Set(settled.length > 0 ? settled : instances);
  }

  #firstTransfer(lineage: Lineage, stack: Stack): number {
    const holder = this.#holderOf(lineage, rootOf(stack)?.root);
    return lineage.firstTransferOf?.get(holder ?? "") ?? Number.POSITIVE_INFINITY;
  }

  #holderOf(lineage: Lineage, root: Slots | undefined): string | undefined {
    if (root === undefined) return undefined;
    return ownerOfPlace(root.place) ?? lineage.lastActorAt?.get(root);
  }
}

function taken(part: Stack, removed: Stack, count: number): number {
  return part === removed ? Math.min(count, removed.count) : part.count;
}
