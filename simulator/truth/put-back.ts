import { rootOf, type Stack } from "../world/stack.ts";
import type { Lineage } from "./lineage.ts";

interface Before {
  readonly original: Stack | undefined;
  readonly instances: readonly Stack[];
}

/**
 * A server that dies ends everything on it, and puts back what was saved. Copies on other servers stay as they are. An item that
 * is put back where it was has been known for as long as before, and the original stays the original.
 */
export class PutBack {
  readonly #before = new Map<Lineage, Before>();

  /** Called before something about a lineage changes. */
  note(lineage: Lineage): void {
    const { original, instances } = lineage;
    if (!this.#before.has(lineage)) this.#before.set(lineage, { original, instances: [...instances] });
  }

  /** Called when everything was put back. */
  finish(): void {
    for (const [lineage, { original, instances }] of this.#before) {
      const gone = instances.filter(({ isEnded }) => isEnded);
      if (gone.length === 0 || gone.length === instances.length) continue;
      const fresh = new Set(lineage.instances.filter((stack) => !instances.includes(stack)));
      const successors = new Map<Stack, Stack>();
      for (const stack of gone) {
        const successor = [...fresh].find((other) => rootOf(other)?.root === stack.lastRoot);
        if (successor === undefined) continue;
        fresh.delete(successor);
        successors.set(stack, successor);
        const { knownRoot, passedRoot, knownSince, knownBy, knownMoveTick } = stack;
        Object.assign(successor, { knownRoot, passedRoot, knownSince, knownBy, knownMoveTick });
      }
      const [only, another] = lineage.instances;
      const first = original?.isEnded ? successors.get(original) : original;
      lineage.original = another === undefined ? only : first;
    }
  }
}
