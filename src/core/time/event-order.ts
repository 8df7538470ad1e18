/** Counts looks and reported moves in the order in which they happen: within one millisecond time does not tell which came first. */
export class EventOrder {
  #last = 0;

  next(): number {
    return ++this.#last;
  }
}
