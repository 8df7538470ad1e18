import type { Claim, PlaceKey } from "../../core/records.ts";
import { digestOf } from "./dictionaries.ts";
import type { Statements } from "./postgres-connection.ts";

/** Claims belong to the server whose place must be looked at. */
export async function saveClaim(to: Statements, server: number, claim: Claim): Promise<void> {
  await to.query(SAVE, [server, claim.itemId, digestOf(claim.place), claim.openedMs, JSON.stringify(claim)]);
}

export async function closeClaim(to: Statements, server: number, itemId: string, place: PlaceKey): Promise<void> {
  await to.query(CLOSE, [server, itemId, digestOf(place)]);
}

export async function openClaims(to: Statements, server: number): Promise<Claim[]> {
  const rows = await to.query("SELECT body FROM dt_claims WHERE server = $1 ORDER BY opened, saved", [server]);
  return rows.map(({ body }) => body as Claim);
}

const SAVE = `
  INSERT INTO dt_claims (server, item, place_digest, opened, body)
  VALUES ($1, $2, $3, to_timestamp($4::float8 / 1000), $5)
  ON CONFLICT (server, item, place_digest) DO UPDATE SET opened = excluded.opened, body = excluded.body`;

const CLOSE = "DELETE FROM dt_claims WHERE server = $1 AND item = $2 AND place_digest = $3";
