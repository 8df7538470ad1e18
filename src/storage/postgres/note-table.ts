import type { Statements } from "./postgres-connection.ts";
import { storableText } from "./storable-text.ts";

/** Each server has notes of its own: whether *its* last stop was clean, who muted notices *there*. */
export async function readNote(to: Statements, server: number, key: string): Promise<string | undefined> {
  const [row] = await to.query("SELECT value FROM dt_notes WHERE server = $1 AND key = $2", [
    server,
    storableText(key),
  ]);
  return row?.value as string | undefined;
}

export async function writeNote(to: Statements, server: number, key: string, value: string | undefined): Promise<void> {
  if (value === undefined) {
    await to.query("DELETE FROM dt_notes WHERE server = $1 AND key = $2", [server, storableText(key)]);
    return;
  }
  await to.query(
    `INSERT INTO dt_notes (server, key, value) VALUES ($1, $2, $3)
     ON CONFLICT (server, key) DO UPDATE SET value = excluded.value`,
    [server, storableText(key), storableText(value)],
  );
}
