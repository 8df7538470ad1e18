/** Ends the token of a copy that a crash brought back: its world was saved at another time than the rest of the network. */
const ROLLED_BACK = "!";

/**
 * Gives a token to each uninterrupted stay of a disputed item on this server (`token` in a dispute). A stay ends when a place with the item
 * goes dark, when its player quits, or when the item has left a place and turned up at no other by the end of the tick. Moving a copy to
 * and fro does not end its stay. Only items that somebody asked about are followed.
 */
export class StayTokens {
  readonly #tokens = new Map<string, string>();
  /**
   * Followed items that a crash brought back. They stay marked, even if a player who is not believed yet picks one up and so takes it out
   * of sight.
   */
  readonly #rolledBack = new Set<string>();
  /** Followed items that have left a place since the last tick end. */
  readonly #left = new Set<string>();
  readonly #run: string;
  #last = 0;

  /** `startedMs` tells this run of the server from every other: tokens of earlier runs never occur again. */
  constructor(startedMs = 0) {
    this.#run = startedMs.toString(36);
  }

  /** The token of the item's present stay. `isRolledBack`: an unclean stop brought the item back. It only counts when the stay begins. */
  tokenOf(itemId: string, isRolledBack: boolean): string {
    let token = this.#tokens.get(itemId);
    if (token === undefined) {
      if (isRolledBack) this.#rolledBack.add(itemId);
      token = `${this.#run}-${++this.#last}${this.#rolledBack.has(itemId) ? ROLLED_BACK : ""}`;
      this.#tokens.set(itemId, token);
    }
    return token;
  }

  /** A copy of the item has left its place. Called for every item that leaves a place: usually none is followed. */
  noteLeft(itemId: string): void {
    if (this.#tokens.size > 0 && this.#tokens.has(itemId)) this.#left.add(itemId);
  }

  /**
   * Called at a tick end, and whenever looks may have found more. An item that left a place must have turned up at another place by now.
   */
  endMoves(hasTurnedUp: (itemId: string) => boolean): void {
    for (const itemId of this.#left) if (!hasTurnedUp(itemId)) this.#tokens.delete(itemId);
    this.#left.clear();
  }

  /** A place with the item went dark. */
  noteDark(itemId: string): void {
    if (this.#tokens.size > 0) this.#tokens.delete(itemId);
  }

  /** Nobody asks about the item any more. */
  forget(itemId: string): void {
    this.#tokens.delete(itemId);
    this.#rolledBack.delete(itemId);
  }
}

/** True if the token says that a crash brought the copy back. */
export function isRolledBackToken(token: string): boolean {
  return token.endsWith(ROLLED_BACK);
}
