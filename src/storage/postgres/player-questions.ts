import type { KnownPlayer } from "../../core/records.ts";
import type { Statements } from "./postgres-connection.ts";
import { storableName } from "./storable-text.ts";

export async function playerNamed(to: Statements, name: string): Promise<KnownPlayer | undefined> {
  return knownPlayer(
    await to.query("SELECT uuid::text AS id, name FROM dt_players WHERE folded_name = $1 ORDER BY named DESC LIMIT 1", [
      storableName(name).toLowerCase(),
    ]),
  );
}

export async function playerWithId(to: Statements, playerId: string): Promise<KnownPlayer | undefined> {
  return knownPlayer(
    await to.query("SELECT uuid::text AS id, name FROM dt_players WHERE uuid = $1 AND name IS NOT NULL", [playerId]),
  );
}

export async function namesBeginningWith(to: Statements, prefix: string, limit: number): Promise<string[]> {
  const folded = storableName(prefix).toLowerCase();
  const rows = await to.query(BY_PREFIX, [folded, limit]);
  return rows.map(({ name }) => name as string);
}

/** `starts_with` takes every character as it is; with the C collation the index finds the first fitting name. */
const BY_PREFIX = `
  SELECT DISTINCT ON (folded_name) name FROM dt_players
  WHERE folded_name IS NOT NULL AND folded_name >= $1 AND starts_with(folded_name, $1)
  ORDER BY folded_name, named DESC LIMIT $2`;

function knownPlayer([row]: Awaited<ReturnType<Statements["query"]>>): KnownPlayer | undefined {
  return row && { id: row.id as string, name: row.name as string };
}
