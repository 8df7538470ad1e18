/** Texts of one kind that are remembered from batch to batch; when there are more, all are forgotten. */
const MAX_REMEMBERED = 8192;

/**
 * Finds a text's index among a batch's strings. Texts recur from batch to batch, so each has a number. Packed arrays hold its index in the
 * current batch, because every row asks for it.
 */
export class TextReferences {
  #numberOf = new Map<string, number>();
  /** By number: the batch that referred to the text last, and the index there. */
  #batchOf = new Int32Array(64).fill(-1);
  #indexOf = new Int32Array(64);

  /** The text's index among the strings of this batch. Appends the text if the batch has not referred to it yet. */
  refer(text: string, batchNumber: number, strings: string[]): number {
    const number = this.#numberOf.get(text) ?? this.#remember(text);
    if (this.#batchOf[number] !== batchNumber) {
      this.#batchOf[number] = batchNumber;
      this.#indexOf[number] = strings.push(text) - 1;
    }
    return this.#indexOf[number]!;
  }

  /** Called when a batch ends. */
  endBatch(): void {
    if (this.#numberOf.size <= MAX_REMEMBERED) return;
    this.#numberOf = new Map();
    this.#batchOf.fill(-1);
  }

  #remember(text: string): number {
    const number = this.#numberOf.size;
    this.#numberOf.set(text, number);
    if (number === this.#batchOf.length) {
      this.#batchOf = enlarged(this.#batchOf, -1);
      this.#indexOf = enlarged(this.#indexOf, 0);
    }
    return number;
  }
}

function enlarged(numbers: Int32Array, fill: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(numbers.length * 2).fill(fill);
  larger.set(numbers);
  return larger;
}
