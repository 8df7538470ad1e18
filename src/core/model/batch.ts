import { readIdWords } from "./item-id.ts";
import { playerPlace } from "./place.ts";

/**
 * The rows of one tick as they cross to the storage thread: plain integers in one buffer, with the texts they refer to beside them. A batch
 * stands on its own; it can be kept in a file and read later.
 */
export interface Batch {
  /** Rows count their time from this moment, in Unix epoch milliseconds. */
  readonly baseMs: number;
  readonly rowCount: number;
  /** `ROW_WORDS` integers a row; see `ROW` for their meaning. */
  readonly rows: Int32Array;
  readonly strings: readonly string[];
  /** Indexes of `seen` rows whose outcome somebody waits for; `AppendResult.newlySeen` answers in this order. */
  readonly askedSeen: readonly number[];
}

export const ROW_KINDS = { seen: 1, transfer: 2, transferAtText: 3, custody: 4, playerName: 5 } as const;
export type RowKind = (typeof ROW_KINDS)[keyof typeof ROW_KINDS];

/** Offsets of a row's words. `player`, `text` and `world` are indexes into `strings`. */
export const ROW = {
  kind: 0,
  /** Four words; zero in a `playerName` row. */
  itemId: 1,
  /** The acting player, the holder, or the player whose name it is. */
  player: 5,
  /** seen: material · transfer: action · custody: place, or `OWN_SLOTS` · playerName: name. */
  text: 6,
  /** transfer, custody: the world · transferAtText: the location as it was given. */
  world: 7,
  x: 8,
  y: 9,
  z: 10,
  /** Milliseconds since `baseMs`, negative after the clock was set back; `timeAt` adds both words up. */
  sinceBaseMs: 11,
  /** The part that does not fit a word, in units of 2^32 ms: 0 unless the clock jumped by weeks within the batch. */
  sinceBaseWraps: 12,
} as const;

export const ROW_WORDS = 13;

/** Stands for the place of a custody row if it is the holder's own slots. It mostly is, and then needs no text. */
export const OWN_SLOTS = -1;

export const WRAP_MS = 2 ** 32;

/** The time of the row whose words begin at `at`. */
export function timeAt({ baseMs, rows }: Batch, at: number): number {
  return baseMs + (rows[at + ROW.sinceBaseMs] as number) + (rows[at + ROW.sinceBaseWraps] as number) * WRAP_MS;
}

/** When an item was confirmed somewhere, and whether that may have been a copy (`Custody`). */
interface CustodyTime {
  readonly confirmedMs: number;
  readonly mayBeCopy?: true;
}

/** The time of a custody row, which is negative if that may have been a copy. So it takes no room in a store. */
export function custodyRowMs({ confirmedMs, mayBeCopy }: CustodyTime): number {
  return mayBeCopy ? -confirmedMs : confirmedMs;
}

export function custodyTimeOf(rowMs: number): CustodyTime {
  return rowMs < 0 ? { confirmedMs: -rowMs, mayBeCopy: true } : { confirmedMs: rowMs };
}

/** One row of a batch, decoded. For speed, readers that handle many rows may read the words themselves. */
export interface BatchRow {
  readonly kind: RowKind;
  readonly itemId: string;
  readonly playerId: string;
  readonly text: string;
  /** `<world>:<x>,<y>,<z>`, or the text as it was given; empty in `seen` and `playerName` rows. */
  readonly location: string;
  readonly timestampMs: number;
}

export function* rowsOf(batch: Batch): Generator<BatchRow> {
  for (let row = 0; row < batch.rowCount; row++) {
    const at = row * ROW_WORDS;
    const word = (offset: number): number => batch.rows[at + offset] as number;
    const kind = word(ROW.kind) as RowKind;
    const playerId = batch.strings[word(ROW.player)] as string;
    yield {
      kind,
      itemId: readIdWords(batch.rows, at + ROW.itemId),
      playerId,
      text: word(ROW.text) === OWN_SLOTS ? playerPlace(playerId) : (batch.strings[word(ROW.text)] as string),
      location: locationOf(kind, batch.strings[word(ROW.world)], word(ROW.x), word(ROW.y), word(ROW.z)),
      timestampMs: timeAt(batch, at),
    };
  }
}

function locationOf(kind: RowKind, world: string | undefined, x: number, y: number, z: number): string {
  if (kind === ROW_KINDS.transferAtText) return world ?? "";
  if (kind === ROW_KINDS.transfer || kind === ROW_KINDS.custody) return `${world}:${x},${y},${z}`;
  return "";
}
