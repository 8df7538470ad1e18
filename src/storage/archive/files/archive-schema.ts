import type { SchemaElement } from "hyparquet-writer";
import type { COLUMNS } from "./archive-columns.ts";

const UUID = { type: "FIXED_LEN_BYTE_ARRAY", type_length: 16, logical_type: { type: "UUID" } } as const;
const TEXT = { type: "BYTE_ARRAY", converted_type: "UTF8" } as const;
const REQUIRED = { repetition_type: "REQUIRED" } as const;
const OPTIONAL = { repetition_type: "OPTIONAL" } as const;

/** The names of the columns in the files: as in the view `tracker_item_transfers`, but with the location split into its parts. */
export const FILE_NAMES: Readonly<Record<(typeof COLUMNS)[number], string>> = {
  itemId: "item_uuid",
  timestampMs: "ts",
  nth: "nth",
  playerId: "player_uuid",
  action: "action",
  world: "world",
  x: "x",
  y: "y",
  z: "z",
  server: "server",
};

export const SCHEMA: SchemaElement[] = [
  { name: "transfers", num_children: 10 },
  { name: FILE_NAMES.itemId, ...UUID, ...REQUIRED },
  { name: FILE_NAMES.timestampMs, type: "INT64", converted_type: "TIMESTAMP_MILLIS", ...REQUIRED },
  { name: FILE_NAMES.nth, type: "INT32", ...REQUIRED },
  { name: FILE_NAMES.playerId, ...UUID, ...REQUIRED },
  { name: FILE_NAMES.action, ...TEXT, ...REQUIRED },
  { name: FILE_NAMES.world, ...TEXT, ...REQUIRED },
  { name: FILE_NAMES.x, type: "INT32", ...OPTIONAL },
  { name: FILE_NAMES.y, type: "INT32", ...OPTIONAL },
  { name: FILE_NAMES.z, type: "INT32", ...OPTIONAL },
  { name: FILE_NAMES.server, ...TEXT, ...REQUIRED },
];
