/** A column of repeated texts: each text once, and the index of each row's text. */
export interface PackedTexts {
  readonly values: readonly string[];
  readonly ofRows: Int32Array;
}

/** null becomes NaN, which no number here is. A loop, because `from` with a function takes three times as long. */
export function packNumbers(numbers: readonly (number | null)[]): Float64Array {
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
  const numbers = new Map<string, number>();
  const ofRows = new Int32Array(texts.length);
  let number = 0;
  for (let at = 0; at < texts.length; at++) {
    const text = texts[at] as string;
    // Neighbours are often the same.
    if (at === 0 || text !== texts[at - 1]) {
      const known = numbers.get(text);
      number = known ?? numbers.size;
      if (known === undefined) numbers.set(text, number);
    }
    ofRows[at] = number;
  }
  return { values: [...numbers.keys()], ofRows };
}

export function unpackTexts({ values, ofRows }: PackedTexts): string[] {
  const texts: string[] = [];
  for (let at = 0; at < ofRows.length; at++) texts.push(values[ofRows[at] as number] as string);
  return texts;
}
