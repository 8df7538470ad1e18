import { canonicalItemId, idPrefix, type KnownPlayer, MIN_ID_CHARACTERS, type StoreReader } from "../operators.ts";
import { Refusal } from "./cli-errors.ts";

const MAX_CANDIDATES = 5;

/** Returns the item id that was typed, in full or as its first 8 or more characters. */
export async function itemIdFrom(reader: StoreReader, typed: string): Promise<string> {
  const prefix = idPrefix(typed);
  if (prefix === undefined) throw new Refusal(`"${typed}" is not an item's id.`);
  if (prefix.length < MIN_ID_CHARACTERS) {
    throw new Refusal(`"${typed}" is too short: give at least the first ${MIN_ID_CHARACTERS} characters of the id.`);
  }
  const ids = await reader.idsByPrefix(prefix, MAX_CANDIDATES + 1);
  if (ids.length === 1) return ids[0] as string;
  if (ids.length === 0) throw new Refusal(`No item has an id that begins with ${typed}.`);
  const shown = ids.slice(0, MAX_CANDIDATES).map((id) => `  ${id}`);
  throw new Refusal(
    [`Several ids begin with ${typed}:`, ...shown, ...(ids.length > MAX_CANDIDATES ? ["  …"] : [])].join("\n"),
  );
}

/** Finds a player by last known name, in upper or lower case, or by id. */
export async function playerFrom(reader: StoreReader, typed: string): Promise<KnownPlayer> {
  const id = canonicalItemId(typed);
  if (id === undefined) {
    const named = await reader.playerByName(typed);
    if (named === undefined) throw new Refusal(`No player called "${typed}" is known.`);
    return named;
  }
  const known = await reader.playerById(id);
  if (known !== undefined) return known;
  if ((await reader.countTransfers({ playerId: id })) > 0) return { id, name: id };
  throw new Refusal(`No player with the id ${id} is known.`);
}

/** Returns a function that gives a player's name, or the id if no name is known. */
export async function namesOf(reader: StoreReader): Promise<(playerId: string) => string> {
  const names = new Map((await reader.namedPlayers()).map(({ id, name }) => [id, name]));
  return (playerId) => names.get(playerId) ?? playerId;
}
