import {
  enderPlace,
  LATE_MS,
  NETWORK_PROTOCOL,
  type NetworkQuestions,
  playerPlace,
} from "../../../core/storage-face.ts";
import type { PostgresConnection, Row } from "../connection.ts";
import { playerKey } from "../writing/dictionaries.ts";
import { placeHash } from "../writing/places.ts";
import { lockKey } from "./server-name.ts";
import { namesHeld, type OwnServer } from "./servers.ts";

/** Questions about where players are, and which server has custody of what they carry. */
export function sessionQuestions(
  connection: Pick<PostgresConnection, "query" | "retriedTransaction">,
  { ref: server, game }: OwnServer,
): Pick<NetworkQuestions, "playerJoined" | "playerLeft"> {
  return {
    async playerJoined(playerId, sharesEnderChest) {
      const id = playerKey(playerId);
      const places = [playerPlace(id), ...(sharesEnderChest ? [enderPlace(id)] : [])];
      return connection.retriedTransaction(async () => {
        const player = (await lockPlayer(id)) ?? (await addPlayer(id));
        await connection.query(JOIN, [player, server]);
        // First: each statement sees what was committed before it, and nobody asks again when no server is awaited.
        const others = await connection.query(ELSEWHERE, [player, server, game]);
        await connection.query(HAND_OVER, [player, server, places.map(placeHash), game]);
        const running = others.every(({ is_there }) => is_there) ? undefined : await namesHeld(connection);
        const isAwaited = ({ name, is_there }: Row) => is_there || running?.has(lockKey(name as string));
        const awaited = others.filter(isAwaited);
        const silent = awaited.filter(({ is_there }) => !is_there);
        return { awaited: namesOf(awaited), ...(silent.length > 0 ? { silent: namesOf(silent) } : {}) };
      });
    },

    async playerLeft(playerId) {
      await connection.query(LEAVE, [playerKey(playerId), server]);
    },
  };

  /** If the player joins two servers at the same time, the lock makes one wait, and it then sees the other's session. */
  async function lockPlayer(id: string): Promise<number | undefined> {
    const [player] = await connection.query("SELECT ref FROM dt_players WHERE uuid = $1 FOR NO KEY UPDATE", [id]);
    return player?.ref as number | undefined;
  }

  /** Call this only for new players: an insert uses up a number even if the player already exists. */
  async function addPlayer(id: string): Promise<number | undefined> {
    await connection.query("INSERT INTO dt_players (uuid) VALUES ($1) ON CONFLICT DO NOTHING", [id]);
    return lockPlayer(id);
  }
}

function namesOf(servers: readonly Row[]): string[] {
  return servers.map(({ name }) => name as string);
}

/** The same account in another game is a different player. A server whose game is not known yet may run this one. */
const OF_ONE_GAME = (own: string) => `(${own} = '' OR other.game IN ('', ${own}))`;

const JOIN = "INSERT INTO dt_sessions (player, server) VALUES ($1, $2) ON CONFLICT DO NOTHING";

/** Takes over custody of the items in the player's own places, except from servers that the player is still on. */
const HAND_OVER = `
  UPDATE dt_custody AS custody SET server = $2, version = custody.version + 1
  FROM dt_worlds AS world
  WHERE world.ref = dt_world(custody.world, custody.place_form) AND custody.holder = $1 AND custody.place_hash = ANY ($3::integer[])
    AND coalesce(custody.server, world.server) <> $2
    AND EXISTS (
      SELECT FROM dt_servers AS other
      WHERE other.ref = coalesce(custody.server, world.server) AND ${OF_ONE_GAME("$4")})
    AND NOT EXISTS (
      SELECT FROM dt_sessions AS there
      WHERE there.player = $1 AND there.server = coalesce(custody.server, world.server))`;

/** Servers where the player is on record, and servers that are silent. The caller drops silent ones that are dead: nobody plays there. */
const ELSEWHERE = `
  SELECT other.name, there.player IS NOT NULL AS is_there
  FROM dt_servers AS other LEFT JOIN dt_sessions AS there ON there.server = other.ref AND there.player = $1
  WHERE other.ref <> $2 AND NOT other.is_retired AND ${OF_ONE_GAME("$3")}
    AND (there.player IS NOT NULL
      OR other.protocol >= ${NETWORK_PROTOCOL} AND NOT other.is_stopped AND other.beat < clock_timestamp() - interval '${LATE_MS} ms')
  ORDER BY other.name COLLATE "C"`;

const LEAVE = `
  DELETE FROM dt_sessions WHERE server = $2 AND player = (SELECT ref FROM dt_players WHERE uuid = $1)`;
