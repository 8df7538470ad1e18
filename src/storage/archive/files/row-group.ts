import type { ArchiveParts } from "./archive-columns.ts";
import { type PackedTexts, TextNumbers } from "./pack-column.ts";
import { eachColumn, type PackedColumns } from "./packed-columns.ts";

/** Larger groups make smaller files, but a longer search within one. */
export const ROWS_A_GROUP = 65_536;

/** Gathers the rows of one group of a file, row by row or column by column. Whoever fills it takes the rows when it is full. */
export class RowGroup {
  readonly columns: { readonly [Name in keyof PackedColumns]: GrowingColumn<Name> };
  #rows = 0;

  constructor(maxRows = ROWS_A_GROUP) {
    this.columns = eachColumn(
      () => new GrowingTexts(maxRows),
      () => new GrowingNumbers(maxRows),
    );
  }

  get isFull(): boolean {
    return this.#rows === ROWS_A_GROUP;
  }

  add(row: ArchiveParts): void {
    const { columns } = this;
    columns.itemId.push(row.itemId);
    columns.timestampMs.push(row.timestampMs);
    columns.nth.push(row.nth);
    columns.playerId.push(row.playerId);
    columns.action.push(row.action);
    columns.world.push(row.world);
    columns.x.push(row.x);
    columns.y.push(row.y);
    columns.z.push(row.z);
    columns.server.push(row.server);
    this.#rows++;
  }

  /** Returns the rows, and begins anew. */
  take(): PackedColumns {
    this.#rows = 0;
    return eachColumn(
      (name) => this.columns[name].take(),
      (name) => this.columns[name].take(),
    );
  }
}

type GrowingColumn<Name extends keyof PackedColumns> = PackedColumns[Name] extends PackedTexts
  ? GrowingTexts
  : GrowingNumbers;

class GrowingTexts {
  readonly #ofRows: Int32Array<ArrayBuffer>;
  #numbers = new TextNumbers();
  #rows = 0;

  constructor(maxRows: number) {
    this.#ofRows = new Int32Array(maxRows);
  }

  push(text: string): void {
    this.#ofRows[this.#rows++] = this.#numbers.of(text);
  }

  pushAll(texts: ArrayLike<string>): void {
    for (let at = 0; at < texts.length; at++) this.push(texts[at] as string);
  }

  take(): PackedTexts {
    const packed = { values: this.#numbers.values(), ofRows: this.#ofRows.slice(0, this.#rows) };
    this.#numbers = new TextNumbers();
    this.#rows = 0;
    return packed;
  }
}

/** null becomes NaN, which no number here is. */
class GrowingNumbers {
  readonly #numbers: Float64Array<ArrayBuffer>;
  #rows = 0;

  constructor(maxRows: number) {
    this.#numbers = new Float64Array(maxRows);
  }

  push(number: number | null | undefined): void {
    this.#numbers[this.#rows++] = number ?? Number.NaN;
  }

  pushAll(numbers: ArrayLike<number | null | undefined>): void {
    for (let at = 0; at < numbers.length; at++) this.push(numbers[at]);
  }

  take(): Float64Array<ArrayBuffer> {
    const packed = this.#numbers.slice(0, this.#rows);
    this.#rows = 0;
    return packed;
  }
}
