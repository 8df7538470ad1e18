/** Marks a copy that a crash brought back: its world was saved at another time than the rest of the network. */
const RESTORED = "!";

/**
 * Gives an id to the uninterrupted stay of a disputed item on this server (`token` in a dispute). The id changes when a place with the item
 * has gone dark, when its player has quit, or when a tick ended at which it had left a place and turned up at no other. Moving a copy to
 * and fro does not interrupt its stay. Only items that somebody asked about are followed.
 */
export class StayIds {
  readonly #stays = new Map<string, string>();
  /**
   * Followed ids that a crash brought back. They stay marked, even if a player who is not believed yet picks one up and so takes it out of
   * sight.
   */
  readonly #restored = new Set<string>();
  /** Followed ids that have left a place since the last tick end. */
  readonly #moved = new Set<string>();
  readonly #run: string;
  #last = 0;

  /** `startedMs` tells this run of the server from every other: ids of earlier runs never occur again. */
  constructor(startedMs = 0) {
    this.#run = startedMs.toString(36);
  }

  /** The id of the item's present stay. `isRestored` only counts when the stay begins: true if an unclean stop brought the item back. */
  of(itemId: string, isRolledBack: boolean): string {
    let stay = this.#stays.get(itemId);
    if (stay === undefined) {
      if (isRolledBack) this.#restored.add(itemId);
      stay = `${this.#run}-${++this.#last}${this.#restored.has(itemId) ? RESTORED : ""}`;
      this.#stays.set(itemId, stay);
    }
    return stay;
  }

  /** A copy of the item has left its place. Called for every id that leaves anything: usually none is followed. */
  moved(itemId: string): void {
    if (this.#stays.size > 0 && this.#stays.has(itemId)) this.#moved.add(itemId);
  }

  /**
   * Called at a tick end, and when looks may have found more: an item that left a place must have turned up at another in the same tick.
   */
  endMoves(hasTurnedUp: (itemId: string) => boolean): void {
    for (const itemId of this.#moved) if (!hasTurnedUp(itemId)) this.#stays.delete(itemId);
    this.#moved.clear();
  }

  /** A place with the item went dark. */
  lost(itemId: string): void {
    if (this.#stays.size > 0) this.#stays.delete(itemId);
  }

  /** Nobody asks about the item any more. */
  forget(itemId: string): void {
    this.#stays.delete(itemId);
    this.#restored.delete(itemId);
  }
}

export function isRestored(token: string): boolean {
  return token.endsWith(RESTORED);
}
