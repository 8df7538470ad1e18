/** A column of repeated texts: each text once, in the order in which they first come, and the index of each row's text. */
export interface PackedTexts {
  readonly values: readonly string[];
  readonly ofRows: Int32Array<ArrayBuffer>;
}

/** Numbers texts in the order in which they first come. */
export class TextNumbers {
  readonly #numbers = new Map<string, number>();
  #last: string | undefined;
  #number = 0;

  of(text: string): number {
    // Neighbours are often the same.
    if (text !== this.#last) {
      const known = this.#numbers.get(text);
      this.#number = known ?? this.#numbers.size;
      if (known === undefined) this.#numbers.set(text, this.#number);
      this.#last = text;
    }
    return this.#number;
  }

  values(): string[] {
    return [...this.#numbers.keys()];
  }
}

/** null becomes NaN, which no number here is. A loop, because `from` with a function takes three times as long. */
export function packNumbers(numbers: readonly (number | null)[]): Float64Array<ArrayBuffer> {
  const packed = new Float64Array(numbers.length);
  for (let at = 0; at < numbers.length; at++) packed[at] = numbers[at] ?? Number.NaN;
  return packed;
}

export function unpackNumbers(packed: Float64Array): (number | null)[] {
  const numbers: (number | null)[] = [];
  for (let at = 0; at < packed.length; at++) {
    const value = packed[at] as number;
    numbers.push(Number.isNaN(value) ? null : value);
  }
  return numbers;
}

export function packTexts(texts: readonly string[]): PackedTexts {
  const numbers = new TextNumbers();
  const ofRows = new Int32Array(texts.length);
  for (let at = 0; at < texts.length; at++) ofRows[at] = numbers.of(texts[at] as string);
  return { values: numbers.values(), ofRows };
}

export function unpackTexts({ values, ofRows }: PackedTexts): string[] {
  const texts: string[] = [];
  for (let at = 0; at < ofRows.length; at++) texts.push(values[ofRows[at] as number] as string);
  return texts;
}
