/** Marks a copy that a crash brought back: what it rests on was saved at another time than the rest of the network. */
const RESTORED = "!";

/**
 * Names the uninterrupted stay on this server of copies that are disputed (`token` in a dispute): another id once a place with the item has gone dark, its
 * player has quit, or a tick ended at which it had left a place and turned up at no other. Whoever moves a copy to and fro does not
 * interrupt its stay. Only ids that somebody asked about are followed.
 */
export class StayIds {
  readonly #stays = new Map<string, string>();
  /** Followed ids that a crash brought back. Whoever picks one up and is not believed yet takes it out of sight: it is the same all the same. */
  readonly #restored = new Set<string>();
  /** Followed ids that have left a place since the last tick end. */
  readonly #moved = new Set<string>();
  readonly #run: string;
  #last = 0;

  /** `startedMs` tells this run of the server from every other: an id of an earlier one never comes again. */
  constructor(startedMs = 0) {
    this.#run = startedMs.toString(36);
  }

  /** The id of the item's present stay. `isRestored`: it is here because an unclean stop brought it back; asked when the stay begins. */
  of(itemId: string, isRestored: boolean): string {
    let stay = this.#stays.get(itemId);
    if (stay === undefined) {
      if (isRestored) this.#restored.add(itemId);
      stay = `${this.#run}-${++this.#last}${this.#restored.has(itemId) ? RESTORED : ""}`;
      this.#stays.set(itemId, stay);
    }
    return stay;
  }

  /** A copy of the item is not any more where it was. Called for every id that leaves anything: mostly nothing is followed. */
  moved(itemId: string): void {
    if (this.#stays.size > 0 && this.#stays.has(itemId)) this.#moved.add(itemId);
  }

  /** At a tick end, and whenever looks may have found more: what left a place must have turned up at another in the same tick. */
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
