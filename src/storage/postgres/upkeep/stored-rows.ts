import { idFromBytes } from "../../../core/storage-face.ts";
import { sqlMoment } from "../partitions/partitions.ts";
import { timestampAt } from "../writing/binary-rows.ts";
import { valueBeside, worldOf } from "../writing/world-refs.ts";
import { ROW_CHECKSUM } from "./archived-spans.ts";
import type { RowPlace } from "./block-spans.ts";

/** A transfer with its references, as it is stored. */
export interface StoredRow extends RowPlace {
  readonly itemId: string;
  readonly item: number;
  readonly player: number;
  readonly world: number;
  readonly action: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly tie: number;
  readonly timestampMs: number;
  readonly checksum: number;
}

/** What a COPY sends of a row: each value's expression, and its bytes. */
const VALUES = {
  itemId: ["i.uuid", 16],
  table: ["t.tableoid", 4],
  place: ["t.ctid", 6],
  timestamp: ["t.ts", 8],
  item: ["t.item", 4],
  player: ["t.player", 4],
  x: ["t.x", 4],
  z: ["t.z", 4],
  y: ["t.y", 2],
  world: ["t.world", 2],
  action: ["t.action", 2],
  tie: ["t.tie", 2],
  checksum: [ROW_CHECKSUM, 4],
} as const;

/** Where the values begin: a row begins with their number, and each comes after its length. */
const AT = offsets();

function offsets(): Readonly<Record<keyof typeof VALUES, number>> {
  let at = 2;
  const entries = Object.entries(VALUES).map(([name, [, bytes]]) => {
    const from = at + 4;
    at = from + bytes;
    return [name, from];
  });
  return Object.fromEntries(entries) as Record<keyof typeof VALUES, number>;
}

/** `last` is the row before this one: its item's id is taken over instead of read, if it is the same. */
export function storedRow(bytes: Buffer, last: StoredRow | undefined): StoredRow {
  const item = bytes.readInt32BE(AT.item);
  const beside = bytes.readInt16BE(AT.action);
  return {
    itemId: item === last?.item ? last.itemId : idFromBytes(bytes.subarray(AT.itemId, AT.itemId + 16)),
    table: bytes.readUInt32BE(AT.table),
    block: bytes.readUInt32BE(AT.place),
    nth: bytes.readUInt16BE(AT.place + 4),
    item,
    player: bytes.readInt32BE(AT.player),
    world: worldOf(bytes.readInt16BE(AT.world), beside),
    action: valueBeside(beside),
    x: bytes.readInt32BE(AT.x),
    y: bytes.readInt16BE(AT.y),
    z: bytes.readInt32BE(AT.z),
    tie: bytes.readInt16BE(AT.tie),
    timestampMs: timestampAt(bytes, AT.timestamp),
    checksum: bytes.readInt32BE(AT.checksum),
  };
}

/**
 * Sends the rows before this time of the items after one id and up to another, and one later row of each item if there is any, in the
 * order of items and time. Each item is looked up by itself, so that nothing must be kept until all are found.
 */
export function copyRows(after: string | undefined, upTo: string | undefined, beforeMs: number): string {
  const before = sqlMoment(beforeMs);
  const range = [
    ...(after === undefined ? [] : [`uuid > '${after}'`]),
    ...(upTo === undefined ? [] : [`uuid <= '${upTo}'`]),
  ];
  const values = Object.values(VALUES).map(([expression]) => expression);
  const transfers = "SELECT tableoid, ctid, * FROM dt_transfers WHERE item = i.ref";
  return `COPY (
    SELECT ${values.join(", ")}
    FROM (SELECT uuid, ref FROM dt_items ${range.length > 0 ? `WHERE ${range.join(" AND ")}` : ""} ORDER BY uuid) AS i
    CROSS JOIN LATERAL (
      ${transfers} AND ts < ${before}
      UNION ALL (${transfers} AND dt_hour(ts) >= dt_hour(${before}) AND ts >= ${before} LIMIT 1)
    ) AS t
    ORDER BY i.uuid, t.ts, t.tie
  ) TO STDOUT (FORMAT binary)`;
}
