import type { Statements } from "./postgres-connection.ts";
import { storableName } from "./storable-text.ts";

/** The number that stands for a server's name. */
export async function serverRef(to: Statements, serverName: string): Promise<number> {
  const name = storableName(serverName);
  const find = "SELECT ref FROM dt_servers WHERE name = $1";
  let [row] = await to.query(find, [name]);
  if (!row) {
    await to.query("INSERT INTO dt_servers (name) VALUES ($1) ON CONFLICT DO NOTHING", [name]);
    [row] = await to.query(find, [name]);
  }
  return Number(row?.ref);
}
