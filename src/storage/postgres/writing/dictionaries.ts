import { canonicalItemId, NIL_UUID } from "../../../core/storage-face.ts";
import { isPlainName, storableName, storableText } from "../../storable-text.ts";
import type { Statements } from "../connection.ts";
import { Dictionary, type DictionaryStatements, namesIn } from "./dictionary.ts";
import { MOST_WORLDS } from "./world-refs.ts";

/** Below the largest 16-bit number, with room for texts that several servers add at the same moment. */
const MAX_SMALL_REFS = 30_000;
const MAX_MATERIALS = 1_000_000;

/** Turns all texts in one server's rows into numbers. */
export class Dictionaries {
  readonly players = new Dictionary(PLAYERS);
  readonly actions = new Dictionary(namesIn("dt_actions", MAX_SMALL_REFS));
  readonly materials = new Dictionary(namesIn("dt_materials", MAX_MATERIALS));
  readonly worlds: Dictionary;
  readonly unusual = new Dictionary(UNUSUAL);
  readonly #server: number;
  #unusualWorld = 0;

  constructor(server: number) {
    this.#server = server;
    this.worlds = new Dictionary(WORLDS, server);
  }

  /** Finds or adds this server's world for rows whose action and location are kept as text. */
  async open(to: Statements): Promise<void> {
    const find = "SELECT ref FROM dt_worlds WHERE server = $1 AND is_unusual";
    const add = "INSERT INTO dt_worlds (server, is_unusual, name) VALUES ($1, true, '') ON CONFLICT DO NOTHING";
    let [row] = await to.query(find, [this.#server]);
    if (!row) {
      await to.query(add, [this.#server]);
      [row] = await to.query(find, [this.#server]);
    }
    this.#unusualWorld = Number(row?.ref);
  }

  playerRef(playerId: string): number {
    return this.players.refOf(playerKey(playerId)) as number;
  }

  materialRef(material: string): number | undefined {
    return this.materials.refOf(storableName(material));
  }

  /** Returns `undefined` if the row must be kept as text. */
  actionRef(action: string): number | undefined {
    return isPlainName(action) ? this.actions.refOf(action) : undefined;
  }

  worldRef(world: string): number | undefined {
    return isPlainName(world) ? this.worlds.refOf(world) : undefined;
  }

  /** The world of all rows whose action and location are kept as text. */
  get unusualWorld(): number {
    return this.#unusualWorld;
  }

  unusualRef(action: string, location: string): number | undefined {
    return this.unusual.refOf(unusualText(action, location));
  }
}

/** Returns the id under which a player is looked up. An id that is no UUID counts as nobody. */
export function playerKey(playerId: string): string {
  return canonicalItemId(playerId) ?? NIL_UUID;
}

/** Joins both texts, so that they fit into one array; the row's digest is made from the result. */
export function unusualText(action: string, location: string): string {
  return JSON.stringify([storableText(action), storableText(location)]);
}

const PLAYERS: DictionaryStatements = {
  find: "SELECT ref, uuid::text AS text FROM dt_players WHERE uuid = ANY ($1::uuid[])",
  add: "INSERT INTO dt_players (uuid) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING",
};

const WORLDS: DictionaryStatements = {
  find: "SELECT ref, name AS text FROM dt_worlds WHERE name = ANY ($1::text[]) AND server = $2 AND NOT is_unusual",
  add: `INSERT INTO dt_worlds (server, is_unusual, name) SELECT $2, false, name FROM unnest($1::text[]) AS name
        WHERE (SELECT coalesce(max(ref), 0) FROM dt_worlds) < ${MOST_WORLDS} ON CONFLICT DO NOTHING`,
};

const UNUSUAL: DictionaryStatements = {
  find: `SELECT ref, wanted.text FROM unnest($1::text[]) AS wanted (text)
         JOIN dt_unusual ON digest = md5(wanted.text)::uuid`,
  add: `INSERT INTO dt_unusual (digest, action, location)
        SELECT md5(text)::uuid, text::json ->> 0, text::json ->> 1 FROM unnest($1::text[]) AS text
        ON CONFLICT DO NOTHING`,
};
