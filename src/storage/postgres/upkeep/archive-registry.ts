import type { ArchiveSource } from "../../archive/archive-source.ts";
import type { ArchivedMonth } from "../../engine.ts";
import { storableName } from "../../storable-text.ts";
import type { Statements } from "../connection.ts";

/**
 * Records which server archives which month. The server that is elected next can take over a claim, because nothing is deleted before
 * the month is sealed. A sealed month stays with its server.
 */
export function archiveRegistry(
  to: Statements,
  serverName: string,
): Pick<ArchiveSource, "claim" | "seal" | "clearedMonths" | "sealedElsewhere" | "otherServers"> {
  const server = storableName(serverName);
  return {
    claim: async (month, folder) => (await to.query(CLAIM, [month, server, folder])).length > 0,
    // The server of the manifest: it may be one that this server shares a folder with, or this one under its old name.
    seal: async (manifest, folder) => {
      const values = [manifest.month, storableName(manifest.server), manifest.rows, folder];
      return (await to.query(SEAL, values)).length > 0;
    },
    clearedMonths: () => clearedMonths(to),
    sealedElsewhere: async () =>
      (await to.query("SELECT month FROM dt_archives WHERE state <> 'claimed' AND server <> $1", [server])).map(
        ({ month }) => month as string,
      ),
    otherServers: async () => {
      const rows = await to.query("SELECT name FROM dt_servers WHERE name <> $1", [server]);
      return new Set(rows.map(({ name }) => name as string));
    },
  };
}

export async function markCleared(to: Statements, month: string): Promise<void> {
  await to.query("UPDATE dt_archives SET state = 'cleared' WHERE month = $1", [month]);
}

export async function clearedMonths(to: Statements): Promise<ReadonlySet<string>> {
  const rows = await to.query("SELECT month FROM dt_archives WHERE state = 'cleared'");
  return new Set(rows.map(({ month }) => month as string));
}

export async function archivedMonths(to: Statements): Promise<ArchivedMonth[]> {
  const rows = await to.query(
    "SELECT month, server, folder, rows FROM dt_archives WHERE state <> 'claimed' ORDER BY month",
  );
  return rows.map(({ month, server, folder, rows: count }) => ({
    month: month as string,
    server: server as string,
    folder: folder as string,
    rows: Number(count),
  }));
}

const CLAIM = `
  INSERT INTO dt_archives (month, server, folder) VALUES ($1, $2, $3)
  ON CONFLICT (month) DO UPDATE SET server = excluded.server, folder = excluded.folder WHERE dt_archives.state = 'claimed'
  RETURNING 1`;

/** Inserts the month if the database was restored from a backup that is older than the claim. */
const SEAL = `
  INSERT INTO dt_archives (month, server, folder, state, rows) VALUES ($1, $2, $4, 'sealed', $3)
  ON CONFLICT (month) DO UPDATE SET state = 'sealed', rows = excluded.rows, folder = excluded.folder WHERE dt_archives.server = excluded.server
  RETURNING 1`;
