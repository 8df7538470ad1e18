import { NIL_UUID, type StoreCounts } from "../../core/records.ts";
import type { Statements } from "./postgres-connection.ts";

/** Transfers are counted as they are written, since counting them would read them all. */
export async function countAll(to: Statements, server: number): Promise<StoreCounts> {
  const [row] = await to.query(COUNT, [server, NIL_UUID]);
  return {
    items: Number(row?.items),
    transfers: Number(row?.transfers),
    players: Number(row?.players),
    openCases: Number(row?.open_cases),
    cases: Number(row?.cases),
    openClaims: Number(row?.open_claims),
    quarantined: Number(row?.quarantined),
  };
}

const COUNT = `
  SELECT (SELECT count(*) FROM dt_items WHERE first_seen IS NOT NULL) AS items,
    (SELECT coalesce(sum(transfers), 0) FROM dt_servers) AS transfers,
    (SELECT count(*) FROM dt_players WHERE uuid <> $2) AS players,
    (SELECT count(*) FROM dt_cases WHERE status = 'open') AS open_cases,
    (SELECT count(*) FROM dt_cases) AS cases,
    (SELECT count(*) FROM dt_claims WHERE server = $1) AS open_claims,
    (SELECT count(*) FROM dt_quarantine WHERE state IN ('taking', 'held', 'returning')) AS quarantined`;
