import type { Copy } from "../looking/look.ts";

/** Items that are looked for at one tick end. */
const LOOKS_PER_TICK = 64;

export interface EndedDisputesParts {
  readonly copiesOf: (itemId: string) => readonly Copy[];
  /** The item is here, and no longer disputed: it is put on record again. */
  readonly onOver: (copy: Copy) => void;
  /** Staff were told of two copies, and the one that was here is gone. */
  readonly onGone: (itemId: string) => void;
}

/** Items that are no longer disputed. Those that are here go on record. Those that staff were told of are watched until they are gone. */
export class EndedDisputes {
  readonly #parts: EndedDisputesParts;
  readonly #over = new Set<string>();
  /** Items of which staff were told that there are two, and whose copy here has yet to go. */
  readonly #told = new Set<string>();

  constructor(parts: EndedDisputesParts) {
    this.#parts = parts;
  }

  /** The item is put on record at the next tick end, where it is then. */
  over(itemId: string): void {
    this.#over.add(itemId);
  }

  /** Staff were told that there are two of it. */
  told(itemId: string): void {
    this.#told.add(itemId);
  }

  /** It is disputed again. */
  reopened(itemId: string): void {
    this.#told.delete(itemId);
  }

  tick(): void {
    const { copiesOf, onOver, onGone } = this.#parts;
    for (const itemId of this.#over) {
      const [copy] = copiesOf(itemId);
      if (copy !== undefined) onOver(copy);
    }
    this.#over.clear();
    let looks = Math.min(this.#told.size, LOOKS_PER_TICK);
    for (const itemId of this.#told) {
      if (looks-- === 0) break;
      // An item that is still here goes to the end.
      this.#told.delete(itemId);
      if (copiesOf(itemId).length > 0) this.#told.add(itemId);
      else onGone(itemId);
    }
  }
}
