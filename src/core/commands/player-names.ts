import type { Messages } from "../messages/messages.ts";
import { NIL_UUID } from "../nil-uuid.ts";
import type { Store } from "../store.ts";

/** The last known names of accounts, as answers show them: the id where no name is known, and a word for nobody. */
export async function shownNames(
  store: Store,
  messages: Messages,
  playerIds: Iterable<string>,
): Promise<(playerId: string) => string> {
  const ids = [...new Set(playerIds)].filter((id) => id !== NIL_UUID);
  const known = await Promise.all(ids.map((id) => store.playerById(id)));
  const names = new Map(known.flatMap((player) => (player === undefined ? [] : [[player.id, player.name]])));
  return (playerId) => (playerId === NIL_UUID ? messages.text("alerts.nobody", {}) : (names.get(playerId) ?? playerId));
}
