/** Longer than the name of any place in a world with a name of common length. Longer names are not kept. */
const LONGEST = 56;

/**
 * Names of places. Each is kept once, however many rows refer to it, and only while a row does. Every event brings newly made names: rows
 * that kept them would keep the garbage collector busy.
 */
export class PlaceTable {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [""];
  readonly #uses: number[] = [0];
  readonly #free: number[] = [];

  /** Returns the number of the name and counts one more use; 0 for no name. */
  use(name: string | undefined): number {
    if (name === undefined || name.length > LONGEST || name === "") return 0;
    let number = this.#numbers.get(name);
    if (number === undefined) {
      number = this.#free.pop() ?? this.#names.length;
      this.#names[number] = inOnePiece(name);
      this.#uses[number] = 0;
      this.#numbers.set(name, number);
    }
    this.#uses[number]!++;
    return number;
  }

  /** A row that referred to the name is gone. */
  release(number: number): void {
    if (number === 0 || --this.#uses[number]! > 0) return;
    this.#numbers.delete(this.#names[number]!);
    this.#names[number] = "";
    this.#free.push(number);
  }

  /** The numbers of those names that some row refers to. */
  numbersOf(names: Iterable<string>): Set<number> {
    const numbers = new Set<number>();
    for (const name of names) numbers.add(this.#numbers.get(name) ?? 0);
    numbers.delete(0);
    return numbers;
  }

  name(number: number): string {
    return this.#names[number] ?? "";
  }
}

/** Reading a character joins the pieces of a concatenated text, which take many times as much memory. */
function inOnePiece(text: string): string {
  return text.charCodeAt(0) === 0 ? "" : text;
}
