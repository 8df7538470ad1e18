/**
 * Lets several servers on one database know about each other: which of them run, which has custody, who plays where, and what is
 * disputed. Adding columns rewrites no table, so a network keeps running meanwhile. Custody without a server belongs to its world's server.
 *
 * Version 1.0 knows nothing of this, and could still give items back twice. So its writes are refused from now on, with a code that it
 * takes for a stopping server: it keeps everything in its journal until it is updated. Each session says which protocol it speaks.
 */
export const networks = {
  number: 3,
  name: "networks",
  oldestProtocol: 1,
  sql: `
    ALTER TABLE dt_servers
      ADD COLUMN instance text NOT NULL DEFAULT '',
      -- which game it runs: players and their things go from server to server within one
      ADD COLUMN game text NOT NULL DEFAULT '',
      ADD COLUMN epoch bigint NOT NULL DEFAULT 0,
      -- which process took the name: one that only connects anew keeps its epoch
      ADD COLUMN process text NOT NULL DEFAULT '',
      ADD COLUMN protocol smallint NOT NULL DEFAULT 0,
      ADD COLUMN version text NOT NULL DEFAULT '1.0.0',
      ADD COLUMN beat timestamptz NOT NULL DEFAULT now(),
      ADD COLUMN lag_rows bigint NOT NULL DEFAULT 0,
      ADD COLUMN is_stopped boolean NOT NULL DEFAULT false,
      ADD COLUMN is_retired boolean NOT NULL DEFAULT false;

    -- the server that last called the player so
    ALTER TABLE dt_players ADD COLUMN named_by smallint;

    -- server is null in rows that nobody has moved since version 1.0: then it is the world's
    ALTER TABLE dt_custody
      ADD COLUMN server smallint,
      ADD COLUMN version integer NOT NULL DEFAULT 1;

    -- where players are, as far as their servers have said. Neither this table nor the next refers to dt_servers by a
    -- constraint: it would wait for the row that a server locks while it writes, and the two for each other
    CREATE TABLE dt_sessions (
      player integer NOT NULL,
      server smallint NOT NULL,
      PRIMARY KEY (player, server)
    );

    CREATE TABLE dt_disputes (
      number integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      version integer NOT NULL DEFAULT 1,
      item uuid NOT NULL,
      material text NOT NULL,
      step text NOT NULL,
      is_open boolean NOT NULL DEFAULT true,
      finder smallint NOT NULL,
      finder_epoch bigint NOT NULL,
      finder_token text NOT NULL,
      finder_seen json,
      holder smallint NOT NULL,
      holder_epoch bigint NOT NULL,
      holder_token text NOT NULL,
      holder_seen json,
      custody_version integer NOT NULL,
      keeper text NOT NULL DEFAULT '',
      case_number integer NOT NULL DEFAULT 0,
      opened timestamptz NOT NULL DEFAULT clock_timestamp()
    );
    CREATE UNIQUE INDEX dt_disputes_open
      ON dt_disputes (item, least(finder, holder), greatest(finder, holder)) WHERE is_open;

    -- every writing of a case, in the order of their commits
    CREATE SEQUENCE dt_case_revisions;
    ALTER TABLE dt_cases ADD COLUMN revision bigint NOT NULL DEFAULT 0;
    CREATE INDEX dt_cases_by_revision ON dt_cases (revision);

    ALTER TABLE dt_quarantine
      ADD COLUMN taken_by text NOT NULL DEFAULT '',
      ADD COLUMN returned_by text NOT NULL DEFAULT '';
    -- entries of version 1.0 do not say which server took or gave the item: its history does
    CREATE FUNCTION pg_temp.dt_server_that(did text, item_id text) RETURNS text LANGUAGE sql AS $$
      SELECT coalesce(
        (SELECT s.name FROM dt_items AS i
          JOIN dt_transfers AS t ON t.item = i.ref
          JOIN dt_actions AS a ON a.ref = t.action AND a.name = did
          JOIN dt_worlds AS w ON w.ref = t.world
          JOIN dt_servers AS s ON s.ref = w.server
          WHERE i.uuid = nullif(item_id, '')::uuid ORDER BY t.ts DESC LIMIT 1),
        (SELECT min(name) FROM dt_servers HAVING count(*) = 1),
        '')
    $$;
    UPDATE dt_quarantine SET taken_by = pg_temp.dt_server_that('REMOVED', body ->> 'itemId');
    UPDATE dt_quarantine SET returned_by = pg_temp.dt_server_that('RESTORED', body ->> 'freshId') WHERE state = 'returned';

    -- the oldest protocol that a migration left alive; version 1.0 speaks none
    ALTER TABLE dt_migrations ADD COLUMN oldest_protocol integer NOT NULL DEFAULT 0;
    CREATE FUNCTION dt_fence() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF coalesce(nullif(current_setting('doubletake.protocol', true), ''), '0')::integer
          < (SELECT max(oldest_protocol) FROM dt_migrations) THEN
          RAISE EXCEPTION 'An older Doubletake may not write here any more: update it.' USING ERRCODE = '57P01';
        END IF;
        RETURN NULL;
      END
    $$;
    ${["dt_servers", "dt_cases", "dt_claims", "dt_quarantine", "dt_notes"]
      .map(
        (table) => `CREATE TRIGGER dt_fence BEFORE INSERT OR UPDATE OR DELETE ON ${table}
      FOR EACH STATEMENT EXECUTE FUNCTION dt_fence();`,
      )
      .join("\n    ")}
  `,
};
