import type { PostgresServer } from "../../test/support/postgres-server.ts";

/** The size on disk of all tables with their indexes, including dictionaries. */
export async function bytesOfTables(server: PostgresServer, url: string): Promise<number> {
  const [row] = await server.query(
    url,
    `SELECT sum(pg_total_relation_size(c.oid)) AS bytes FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
     WHERE n.nspname = 'public' AND c.relkind = 'r'`,
  );
  return Number(row?.bytes);
}
