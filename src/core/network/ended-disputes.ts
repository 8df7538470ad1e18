import type { Copy } from "../looking/look.ts";

/** Items that are looked for at one tick end. */
const LOOKS_PER_TICK = 64;

export interface EndedDisputesParts {
  readonly copiesOf: (itemId: string) => readonly Copy[];
  /** The item is here, and nothing is disputed about it any more: it is put on record again. */
  readonly onOver: (copy: Copy) => void;
  /** Staff were told of two, and what was here is gone. */
  readonly onGone: (itemId: string) => void;
}

/** Items about which nothing is disputed any more: what is here goes on record, and what was told of is watched until it is gone. */
export class EndedDisputes {
  readonly #parts: EndedDisputesParts;
  readonly #over = new Set<string>();
  /** Of these staff were told that there are two, and what is here is still to go. */
  readonly #told = new Set<string>();

  constructor(parts: EndedDisputesParts) {
    this.#parts = parts;
  }

  /** To be put on record where it is. */
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
      // What is still here goes to the end.
      this.#told.delete(itemId);
      if (copiesOf(itemId).length > 0) this.#told.add(itemId);
      else onGone(itemId);
    }
  }
}
