/**
 * The first layout; `docs/storage.md` explains it. In short: repeated texts are stored in small dictionaries, new rows are
 * appended to `recent`, and from there they are folded in large sorted runs into `transfers` (clustered by item) and
 * `custody`. Operators query the two views.
 */
export const firstTables = `
CREATE TABLE players (
  ref INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  name TEXT,
  name_key TEXT,
  named INTEGER
);
CREATE INDEX players_by_name ON players (name_key, named) WHERE name_key IS NOT NULL;

CREATE TABLE materials (ref INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);

CREATE TABLE scenes (
  ref INTEGER PRIMARY KEY,
  server TEXT NOT NULL,
  action TEXT NOT NULL,
  world TEXT NOT NULL,
  UNIQUE (server, action, world)
);

CREATE TABLE items (
  ref INTEGER PRIMARY KEY,
  uuid TEXT NOT NULL UNIQUE,
  first_seen INTEGER,
  material INTEGER,
  first_player INTEGER
);

CREATE TABLE transfers (
  item INTEGER NOT NULL,
  ts INTEGER NOT NULL,
  nth INTEGER NOT NULL,
  player INTEGER NOT NULL,
  scene INTEGER NOT NULL,
  x INTEGER, y INTEGER, z INTEGER,
  PRIMARY KEY (item, ts, nth)
) WITHOUT ROWID;

CREATE TABLE custody (
  item INTEGER PRIMARY KEY,
  ts INTEGER NOT NULL,
  holder INTEGER NOT NULL,
  scene INTEGER NOT NULL,
  x INTEGER, y INTEGER, z INTEGER,
  place TEXT NOT NULL,
  place_hash INTEGER NOT NULL
);
CREATE INDEX custody_by_place ON custody (place_hash);

CREATE TABLE recent (
  seq INTEGER PRIMARY KEY,
  item INTEGER NOT NULL,
  ts INTEGER NOT NULL,
  deed INTEGER NOT NULL,
  x INTEGER, y INTEGER, z INTEGER,
  place TEXT
);

CREATE TABLE progress (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  fold_through INTEGER NOT NULL,
  folded_item INTEGER NOT NULL,
  newest_folded_ts INTEGER,
  folded_transfers INTEGER NOT NULL,
  seen_items INTEGER NOT NULL
);
INSERT INTO progress VALUES (1, 0, 0, NULL, 0, 0);

CREATE TABLE cases (
  number INTEGER PRIMARY KEY,
  status TEXT NOT NULL,
  opened INTEGER NOT NULL,
  body TEXT NOT NULL
);
CREATE INDEX cases_by_status ON cases (status);
CREATE TABLE case_items (item TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (item, number)) WITHOUT ROWID;
CREATE INDEX items_of_case ON case_items (number);

CREATE TABLE claims (
  item TEXT NOT NULL,
  place TEXT NOT NULL,
  opened INTEGER NOT NULL,
  body TEXT NOT NULL,
  PRIMARY KEY (item, place)
) WITHOUT ROWID;

CREATE TABLE quarantine (
  number INTEGER PRIMARY KEY,
  case_number INTEGER NOT NULL,
  state TEXT NOT NULL,
  return_to TEXT NOT NULL,
  body TEXT NOT NULL,
  data BLOB NOT NULL
);
CREATE INDEX quarantine_by_case ON quarantine (case_number);
CREATE INDEX quarantine_by_receiver ON quarantine (return_to) WHERE return_to <> '';
CREATE INDEX quarantine_by_state ON quarantine (state);

CREATE TABLE notes (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;

CREATE VIEW tracker_items (id, first_seen, material, first_player_uuid) AS
SELECT i.uuid, i.first_seen, m.name, p.uuid
FROM items i
JOIN materials m ON m.ref = i.material
JOIN players p ON p.ref = i.first_player
WHERE i.first_seen IS NOT NULL;

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
JOIN players p ON p.ref = t.deed >> 24
JOIN scenes s ON s.ref = t.deed & 0xffffff
WHERE t.deed > 0
  AND NOT (t.seq <= (SELECT fold_through FROM progress) AND t.item <= (SELECT folded_item FROM progress));
`;
