/**
 * Names are stored once in small dictionaries; a transfer is 32 bytes of integers. The indexes are narrow on purpose: equal
 * keys share one entry, so an index on (item, hour) costs a few bytes a row, and the rows of one hour are sorted when they
 * are read. `tie` keeps the order of insertion within one millisecond.
 */
export const firstSchema = {
  number: 1,
  name: "first schema",
  sql: `
    CREATE TABLE dt_servers (
      ref smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text NOT NULL UNIQUE,
      -- the last batch of this server's journal that is committed here
      sequence bigint NOT NULL DEFAULT 0,
      -- the order of insertion goes on from here after a restart
      last_tie smallint NOT NULL DEFAULT -1,
      newest timestamptz NOT NULL DEFAULT '-infinity',
      -- rows written less rows purged: summed over all servers, the number of rows
      transfers bigint NOT NULL DEFAULT 0
    );

    CREATE TABLE dt_players (
      ref integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      uuid uuid NOT NULL UNIQUE,
      name text,
      folded_name text COLLATE "C",
      -- rises with every naming, so that of two players with one name the later is known
      named bigint
    );
    CREATE INDEX dt_players_by_name ON dt_players (folded_name) WHERE folded_name IS NOT NULL;
    CREATE SEQUENCE dt_namings;

    CREATE TABLE dt_actions (
      ref smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text COLLATE "C" NOT NULL UNIQUE
    );

    CREATE TABLE dt_materials (
      ref integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      name text COLLATE "C" NOT NULL UNIQUE
    );

    -- is_unusual: x of the rows that refer to it is a ref of dt_unusual, which holds their action and location as text
    CREATE TABLE dt_worlds (
      ref smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      server smallint NOT NULL REFERENCES dt_servers,
      is_unusual boolean NOT NULL,
      name text COLLATE "C" NOT NULL,
      UNIQUE (server, is_unusual, name)
    );

    CREATE TABLE dt_unusual (
      ref integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      digest uuid NOT NULL UNIQUE,
      action text NOT NULL,
      location text NOT NULL
    );

    -- first_seen is null for an item that was moved but never recorded as seen
    CREATE TABLE dt_items (
      uuid uuid NOT NULL UNIQUE,
      first_seen timestamptz,
      ref integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      first_player integer,
      material integer
    );

    CREATE TABLE dt_transfers (
      ts timestamptz NOT NULL,
      item integer NOT NULL,
      player integer NOT NULL,
      x integer NOT NULL,
      z integer NOT NULL,
      y smallint NOT NULL,
      world smallint NOT NULL,
      action smallint NOT NULL,
      tie smallint NOT NULL
    );
    CREATE FUNCTION dt_hour(timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE PARALLEL SAFE
      RETURN floor(date_part('epoch', $1 - '2000-01-01 00:00:00+00'::timestamptz) / 3600)::integer;
    CREATE INDEX dt_transfers_by_item ON dt_transfers (item, dt_hour(ts));
    CREATE INDEX dt_transfers_by_player ON dt_transfers (player);

    -- place is null where place_form tells how to make it from the holder or the location
    CREATE TABLE dt_custody (
      confirmed timestamptz NOT NULL,
      item integer PRIMARY KEY,
      holder integer NOT NULL,
      place_hash integer NOT NULL,
      x integer NOT NULL,
      y integer NOT NULL,
      z integer NOT NULL,
      world smallint NOT NULL,
      place_form smallint NOT NULL,
      place text
    ) WITH (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
    CREATE INDEX dt_custody_by_place ON dt_custody (place_hash);

    CREATE TABLE dt_cases (
      number integer PRIMARY KEY,
      status text NOT NULL,
      opened timestamptz NOT NULL,
      items uuid[] NOT NULL,
      body json NOT NULL
    );

    CREATE TABLE dt_claims (
      server smallint NOT NULL REFERENCES dt_servers,
      item uuid NOT NULL,
      place_digest uuid NOT NULL,
      opened timestamptz NOT NULL,
      saved bigint GENERATED ALWAYS AS IDENTITY,
      body json NOT NULL,
      PRIMARY KEY (server, item, place_digest)
    );

    CREATE TABLE dt_quarantine (
      number integer PRIMARY KEY,
      case_number integer NOT NULL,
      state text NOT NULL,
      return_to text NOT NULL,
      body json NOT NULL,
      data bytea NOT NULL
    );

    CREATE TABLE dt_notes (
      server smallint NOT NULL REFERENCES dt_servers,
      key text COLLATE "C" NOT NULL,
      value text NOT NULL,
      PRIMARY KEY (server, key)
    );

    CREATE VIEW tracker_items AS
      SELECT i.uuid AS id, i.first_seen, coalesce(m.name, '') AS material, p.uuid AS first_player_uuid
      FROM dt_items i
      LEFT JOIN dt_materials m ON m.ref = i.material
      LEFT JOIN dt_players p ON p.ref = i.first_player
      WHERE i.first_seen IS NOT NULL;

    CREATE VIEW tracker_item_transfers AS
      SELECT i.uuid AS item_uuid,
             p.uuid AS player_uuid,
             CASE WHEN w.is_unusual THEN u.action ELSE a.name END AS action,
             CASE WHEN w.is_unusual THEN u.location
                  ELSE w.name || ':' || t.x || ',' || t.y || ',' || t.z END AS location,
             t.ts,
             s.name AS server
      FROM dt_transfers t
      JOIN dt_items i ON i.ref = t.item
      JOIN dt_players p ON p.ref = t.player
      JOIN dt_worlds w ON w.ref = t.world
      JOIN dt_servers s ON s.ref = w.server
      LEFT JOIN dt_actions a ON a.ref = t.action
      LEFT JOIN dt_unusual u ON w.is_unusual AND u.ref = t.x;
  `,
};
