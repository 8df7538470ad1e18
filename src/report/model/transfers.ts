/** The transfers of a report, the oldest first; row numbers index every column. */
export interface Transfers {
  readonly length: number;
  /** Unix epoch milliseconds. */
  readonly time: Float64Array;
  readonly item: Uint32Array;
  readonly player: Uint32Array;
  readonly action: Uint32Array;
  readonly place: Uint32Array;
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly z: Int32Array;
}

export function unpackTransfers(columns: PackedTransfers): Transfers {
  const { length } = columns.item;
  const time = new Float64Array(length);
  let now = columns.baseMs;
  for (let row = 0; row < length; row++) {
    now += columns.sinceBefore[row] as number;
    time[row] = now;
  }
  return {
    length,
    time,
    item: Uint32Array.from(columns.item),
    player: Uint32Array.from(columns.player),
    action: Uint32Array.from(columns.action),
    place: Uint32Array.from(columns.place),
    x: Int32Array.from(columns.x),
    y: Int32Array.from(columns.y),
    z: Int32Array.from(columns.z),
  };
}

/** The row numbers that match, in order. */
export function rowsWhere(transfers: Transfers, matches: (row: number) => boolean): number[] {
  const rows: number[] = [];
  for (let row = 0; row < transfers.length; row++) if (matches(row)) rows.push(row);
  return rows;
}

/**
 * Transfers in columns, the oldest first. `item`, `player`, `action` and `place` are indexes into the lists of
 * `ReportData`; `sinceBefore` are the milliseconds since the row before, or since `baseMs` for the first.
 */
export interface PackedTransfers {
  readonly baseMs: number;
  readonly sinceBefore: readonly number[];
  readonly item: readonly number[];
  readonly player: readonly number[];
  readonly action: readonly number[];
  readonly place: readonly number[];
  readonly x: readonly number[];
  readonly y: readonly number[];
  readonly z: readonly number[];
}
