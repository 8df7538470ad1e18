import { NIL_UUID } from "../model/nil-uuid.ts";
import type { CommandContext } from "./command-context.ts";

/**
 * The names of accounts as answers show them: the current name if online, else the last known; the id if no name is known, and a word for
 * nobody.
 */
export async function shownNames(
  { platform, store, messages }: CommandContext,
  playerIds: Iterable<string>,
): Promise<(playerId: string) => string> {
  const names = new Map([...platform.players()].map(({ id, name }) => [id, name]));
  names.set(NIL_UUID, messages.text("alerts.nobody", {}));
  const unknown = [...new Set(playerIds)].filter((id) => !names.has(id));
  for (const known of await Promise.all(unknown.map((id) => store.playerById(id)))) {
    if (known !== undefined) names.set(known.id, known.name);
  }
  return (playerId) => names.get(playerId) ?? playerId;
}
