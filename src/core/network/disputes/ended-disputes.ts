import type { Copy } from "../../looking/look.ts";

/** Items that are looked for at one tick end. */
const LOOKS_PER_TICK = 64;

export interface EndedDisputesParts {
  readonly copiesOf: (itemId: string) => readonly Copy[];
  /** The item is here, and no longer disputed: it must be put on record again. */
  readonly onUndisputed: (copy: Copy) => void;
  /** Staff were told of two copies, and one of them is gone. */
  readonly onGone: (itemId: string) => void;
}

/** Items that are no longer disputed. Those that are here go on record. Those that staff were told of are watched until they are gone. */
export class EndedDisputes {
  readonly #parts: EndedDisputesParts;
  /** Items that are no longer disputed, until the next tick end. */
  readonly #toRecord = new Set<string>();
  /** Items of which staff were told that there are two, each with how many copies may be here when those are gone. */
  readonly #watched = new Map<string, number>();

  constructor(parts: EndedDisputesParts) {
    this.#parts = parts;
  }

  /** The item is put on record at the next tick end, where it is then. Nothing happens if it is out of sight. */
  putOnRecord(itemId: string): void {
    this.#toRecord.add(itemId);
  }

  /**
   * Staff were told that there are two of it: it is watched until its copy here is gone, or any further copies here if the other server has
   * none any more.
   */
  watchUntilGone(itemId: string, isGoneElsewhere: boolean): void {
    this.#watched.set(itemId, isGoneElsewhere ? 1 : 0);
  }

  /** It is disputed again. */
  stopWatching(itemId: string): void {
    this.#watched.delete(itemId);
  }

  tick(): void {
    const { copiesOf, onUndisputed, onGone } = this.#parts;
    for (const itemId of this.#toRecord) {
      const [copy] = copiesOf(itemId);
      if (copy !== undefined) onUndisputed(copy);
    }
    this.#toRecord.clear();
    let looks = Math.min(this.#watched.size, LOOKS_PER_TICK);
    for (const [itemId, stay] of this.#watched) {
      if (looks-- === 0) break;
      // An item that is still here goes to the end.
      this.#watched.delete(itemId);
      if (copiesOf(itemId).length > stay) this.#watched.set(itemId, stay);
      else onGone(itemId);
    }
  }
}
