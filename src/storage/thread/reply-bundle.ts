/** How many replies one message may hold, and how long the first of them may wait for the others. */
const MAX_REPLIES = 64;
const LONGEST_HOLD_MS = 5;

/**
 * Every message wakes the game's thread, which costs more than the answer itself. Questions that were asked together are answered
 * together: replies wait, in order, while more answers are about to come.
 */
export class ReplyBundle<Reply> {
  readonly #send: (replies: readonly Reply[]) => void;
  readonly #areMoreDue: () => boolean;
  readonly #now: () => number;
  #held: Reply[] = [];
  #heldSinceMs = 0;

  /** `areMoreDue`: true if further answers will come at once. */
  constructor(
    send: (replies: readonly Reply[]) => void,
    areMoreDue: () => boolean,
    now: () => number = () => performance.now(),
  ) {
    this.#send = send;
    this.#areMoreDue = areMoreDue;
    this.#now = now;
  }

  /** Sends the reply in this turn of the event loop or a later one. */
  add(reply: Reply): void {
    this.#held.push(reply);
    if (this.#held.length > 1) return;
    this.#heldSinceMs = this.#now();
    setImmediate(() => this.#sendWhenDue());
  }

  sendNow(): void {
    if (this.#held.length === 0) return;
    const replies = this.#held;
    this.#held = [];
    this.#send(replies);
  }

  #sendWhenDue(): void {
    if (this.#held.length === 0) return;
    const isFull = this.#held.length >= MAX_REPLIES || this.#now() - this.#heldSinceMs >= LONGEST_HOLD_MS;
    if (isFull || !this.#areMoreDue()) this.sendNow();
    else setImmediate(() => this.#sendWhenDue());
  }
}
