import { canonicalItemId } from "../model/item-id.ts";
import { NIL_UUID } from "../model/nil-uuid.ts";
import type { Player } from "../platform.ts";
import type { KnownPlayer } from "../store.ts";
import type { CommandContext } from "./command-context.ts";
import type { CommandCall } from "./handler.ts";

/**
 * The account that was named, online or not, by its name (in upper or lower case) or its id. If there is none, the caller has been told.
 */
export async function accountFrom({ context, caller }: CommandCall, name: string): Promise<KnownPlayer | undefined> {
  const online = sessionsOf(context, name)[0];
  if (online !== undefined) return { id: online.id, name: online.name };
  const { store, messages } = context;
  const id = canonicalItemId(name);
  const known = id === undefined ? await store.playerByName(name) : await store.playerById(id);
  if (known === undefined) caller.send(messages.text("commands.player.unknown", { player: name }));
  return known;
}

/**
 * The same for a player who need not be named: `account` is absent if nobody was. `undefined` if there is no such account; then the caller
 * has been told.
 */
export async function optionalAccountFrom(
  call: CommandCall,
  name: string | undefined,
): Promise<{ readonly account?: KnownPlayer } | undefined> {
  if (name === undefined) return {};
  const account = await accountFrom(call, name);
  return account && { account };
}

/** Every session that an account has on this server now; none if it is offline. */
export function sessionsOf({ platform }: CommandContext, nameOrId: string): Player[] {
  const wanted = nameOrId.toLowerCase();
  return [...platform.players()].filter(({ id, name }) => name.toLowerCase() === wanted || id === wanted);
}

/**
 * The names of accounts as answers show them: the current name of a player who is online, else the last known name. If no name is known,
 * the id; for nobody, a word that says so.
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
