/**
 * The rows of one write are appended as one record, in JSON: to bind each value of each row took a quarter of all writing time.
 * A row is `[item, ts - base, player, scene, x, y, z, place]`. The player is negative if the row is no transfer but only confirms
 * custody; the coordinates are null if the location is a text; the place is absent if the row confirms no custody. `seq` is the
 * number of the record's last row. `recent` shows the rows that are in no other table yet.
 */
export const rowsInRecords = `
DROP VIEW tracker_item_transfers;
ALTER TABLE recent RENAME TO single_rows;

CREATE TABLE recent_records (
  seq INTEGER PRIMARY KEY,
  base INTEGER NOT NULL,
  rows TEXT NOT NULL
);

INSERT INTO recent_records (seq, base, rows)
SELECT max(seq), 0, json_group_array(
  json_array(item, ts, CASE WHEN deed > 0 THEN 1 ELSE -1 END * (abs(deed) >> 24), abs(deed) & 0xffffff, x, y, z, place) ORDER BY seq)
FROM single_rows
GROUP BY seq <= (SELECT fold_through FROM progress), seq / 8192;

DROP TABLE single_rows;

CREATE VIEW recent (ord, item, ts, player, scene, x, y, z, place, is_transfer) AS
SELECT (r.seq << 24) + e.key, json_extract(e.value, '$[0]'), r.base + json_extract(e.value, '$[1]'),
  abs(json_extract(e.value, '$[2]')), json_extract(e.value, '$[3]'),
  json_extract(e.value, '$[4]'), json_extract(e.value, '$[5]'), json_extract(e.value, '$[6]'),
  json_extract(e.value, '$[7]'), json_extract(e.value, '$[2]') > 0
FROM recent_records r, json_each(r.rows) e
WHERE NOT (r.seq <= (SELECT fold_through FROM progress)
  AND json_extract(e.value, '$[0]') <= (SELECT folded_item FROM progress));

CREATE VIEW tracker_item_transfers (item_uuid, player_uuid, action, location, ts, server) AS
SELECT i.uuid, p.uuid, s.action,
  CASE WHEN t.x IS NULL THEN s.world ELSE s.world || ':' || t.x || ',' || t.y || ',' || t.z END, t.ts, s.server
FROM transfers t
JOIN items i ON i.ref = t.item
JOIN players p ON p.ref = t.player
JOIN scenes s ON s.ref = t.scene
UNION ALL
SELECT i.uuid, p.uuid, s.action,
  CASE WHEN t.x IS NULL THEN s.world ELSE s.world || ':' || t.x || ',' || t.y || ',' || t.z END, t.ts, s.server
FROM recent t
JOIN items i ON i.ref = t.item
JOIN players p ON p.ref = t.player
JOIN scenes s ON s.ref = t.scene
WHERE t.is_transfer;
`;
