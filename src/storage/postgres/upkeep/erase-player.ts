import { DoubletakeError } from "../../../core/storage-face.ts";
import { type Erasure, withoutId, withoutPlayer, withoutPlayerInNote } from "../../maintenance/erasure.ts";
import type { PostgresConnection } from "../connection.ts";
import { namesHeld } from "../network/servers.ts";
import { CUSTODY, custodyFrom } from "../questions/custody-questions.ts";
import { digestOf } from "../sql.ts";
import { withConnection } from "../with-connection.ts";
import { unusualText } from "../writing/dictionaries.ts";
import { placeHash } from "../writing/places.ts";

/** Tables of documents, with the columns that may name a player. `more` is set whenever a row changes. */
const DOCUMENTS = [
  { table: "dt_cases", more: ", revision = nextval('dt_case_revisions')", json: ["body"], text: [] },
  { table: "dt_claims", more: "", json: ["body"], text: [] },
  { table: "dt_quarantine", more: "", json: ["body"], text: ["return_to"] },
  { table: "dt_notes", more: "", json: [], text: ["key", "value"] },
  { table: "dt_disputes", more: "", json: ["finder_seen", "holder_seen"], text: [] },
] as const;

/** Erases the player in one transaction. Throws if a server is connected. Returns the number of changed documents. */
export function eraseFromPostgres(url: string, erasure: Erasure): Promise<number> {
  return withConnection(url, "doubletake erase-player", (connection) =>
    connection.transaction(() => erase(connection, erasure)),
  );
}

async function erase(connection: PostgresConnection, erasure: Erasure): Promise<number> {
  const { playerId, pseudonymId, pseudonym } = erasure;
  // A server that starts now waits for this lock, and then reads the changed rows.
  await connection.query("LOCK TABLE dt_servers IN SHARE ROW EXCLUSIVE MODE");
  if ((await namesHeld(connection)).size > 0) {
    throw new DoubletakeError("DT_STORE_LOCKED", "A server writes to this database: stop all of them first.");
  }
  await connection.query("UPDATE dt_players SET uuid = $2, name = $3, folded_name = $3 WHERE uuid = $1", [
    playerId,
    pseudonymId,
    pseudonym,
  ]);
  await eraseLocations(connection, erasure);
  await erasePlaces(connection, erasure);
  let changed = 0;
  for (const documents of DOCUMENTS) changed += await eraseDocuments(connection, documents, erasure);
  return changed;
}

/** Worlds may be called after their player, and locations that are no block may name one. */
async function eraseLocations(connection: PostgresConnection, erasure: Erasure): Promise<void> {
  const { playerId, pseudonymId } = erasure;
  await connection.query("UPDATE dt_worlds SET name = replace(name, $1, $2) WHERE name LIKE '%' || $1 || '%'", [
    playerId,
    pseudonymId,
  ]);
  const unusual = "SELECT ref, action, location FROM dt_unusual WHERE location LIKE '%' || $1 || '%'";
  for (const { ref, action, location } of await connection.query(unusual, [playerId])) {
    const without = withoutId(location as string, erasure);
    await connection.query("UPDATE dt_unusual SET location = $2, digest = md5($3)::uuid WHERE ref = $1", [
      ref,
      without,
      unusualText(action as string, without),
    ]);
  }
}

/** Custody finds a place by its hash. A holder's own places are derived from the holder's id, which is already the new one. */
async function erasePlaces(connection: PostgresConnection, erasure: Erasure): Promise<void> {
  await connection.query("UPDATE dt_custody SET place = replace(place, $1, $2) WHERE place LIKE '%' || $1 || '%'", [
    erasure.playerId,
    erasure.pseudonymId,
  ]);
  const rows = await connection.query(
    `${CUSTODY} WHERE p.uuid = $1 OR c.place LIKE '%' || $2 || '%' OR w.name LIKE '%' || $2 || '%'`,
    [erasure.pseudonymId, erasure.pseudonymId],
  );
  const custodies = rows.map(custodyFrom);
  await connection.query(
    `UPDATE dt_custody AS c SET place_hash = n.hash FROM unnest($1::uuid[], $2::integer[]) AS n (item, hash)
     JOIN dt_items AS i ON i.uuid = n.item WHERE c.item = i.ref`,
    [custodies.map(({ itemId }) => itemId), custodies.map(({ place }) => placeHash(place))],
  );
}

async function eraseDocuments(
  connection: PostgresConnection,
  { table, more, json, text }: (typeof DOCUMENTS)[number],
  erasure: Erasure,
): Promise<number> {
  const columns: readonly string[] = [...json, ...text];
  const read = columns.map((name) => `${name}::text AS ${name}`).join(", ");
  let changed = 0;
  for (const row of await connection.query(`SELECT ctid::text AS at, tableoid AS part, ${read} FROM ${table}`)) {
    const before = columns.map((name) => row[name] as string | null);
    const after = before.map((value, at) => {
      if (value === null) return null;
      if (at < json.length) return withoutPlayer(value, erasure);
      return columns[at] === "value" ? withoutPlayerInNote(value, erasure) : withoutId(value, erasure);
    });
    const isSame = before.every((value, at) => {
      const now = after[at];
      return value === now || (at < json.length && value !== null && JSON.stringify(JSON.parse(value)) === now);
    });
    if (isSame) continue;
    const sets = columns.map((name, at) => `${name} = $${at + 3}${at < json.length ? "::json" : ""}`).join(", ");
    const place = table === "dt_claims" ? digestOfPlace(after[0] as string) : "";
    await connection.query(`UPDATE ${table} SET ${sets}${more}${place} WHERE ctid = $1::tid AND tableoid = $2`, [
      row.at,
      row.part,
      ...after,
    ]);
    changed++;
  }
  return changed;
}

/** A claim is identified by its item and a digest of its place. */
function digestOfPlace(body: string): string {
  const { place } = JSON.parse(body) as { readonly place: string };
  return `, place_digest = '${digestOf(place)}'`;
}
