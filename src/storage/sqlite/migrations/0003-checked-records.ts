/**
 * A record that the disk has changed can still be JSON, with another item or player in it. So each has a checksum of its base
 * and its text (see `stored-record.ts`). Records from before have none.
 */
export const checkedRecords = "ALTER TABLE recent_records ADD COLUMN crc INTEGER";
