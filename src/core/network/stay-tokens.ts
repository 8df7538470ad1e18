/** Marks a copy that a crash brought back: what it rests on was saved at another time than the rest of the network. */
const RESTORED = "!";

/**
 * Names the uninterrupted stay of copies that are disputed: another token once a copy of the item has left its place, the place has
 * gone dark, or its player has quit. Only ids that somebody asked about are followed.
 */
export class StayTokens {
  readonly #stays = new Map<string, number>();
  #last = 0;

  /** The token of the item's present stay. `isRestored`: it is here because an unclean stop brought it back. */
  of(itemId: string, isRestored: boolean): string {
    let stay = this.#stays.get(itemId);
    if (stay === undefined) {
      stay = ++this.#last;
      this.#stays.set(itemId, stay);
    }
    return `${stay}${isRestored ? RESTORED : ""}`;
  }

  /** A copy of the item left a place, or the place went dark. Called for every id that leaves anything: mostly nothing is followed. */
  left(itemId: string): void {
    if (this.#stays.size > 0) this.#stays.delete(itemId);
  }

  /** Nobody asks about it any more. */
  forget(itemId: string): void {
    this.#stays.delete(itemId);
  }
}

export function isRestored(token: string): boolean {
  return token.endsWith(RESTORED);
}
