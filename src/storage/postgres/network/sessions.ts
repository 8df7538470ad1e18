import { enderPlace, type NetworkQuestions, playerPlace } from "../../../core/model/records.ts";
import type { PostgresConnection } from "../connection.ts";
import { playerKey } from "../writing/dictionaries.ts";
import { placeHash } from "../writing/places.ts";
import type { OwnServer } from "./servers.ts";

/** Where players are, and whose what they carry is. */
export function sessionQuestions(
  connection: PostgresConnection,
  { ref: server, game }: OwnServer,
): Pick<NetworkQuestions, "playerJoined" | "playerLeft"> {
  return {
    async playerJoined(playerId, sharesEnderChest) {
      const id = playerKey(playerId);
      const places = [playerPlace(id), ...(sharesEnderChest ? [enderPlace(id)] : [])];
      return connection.retriedTransaction(async () => {
        await connection.query("INSERT INTO dt_players (uuid) VALUES ($1) ON CONFLICT DO NOTHING", [id]);
        // Of servers that the player joins at the same time one comes after the other, and hears of it.
        const [player] = await connection.query("SELECT ref FROM dt_players WHERE uuid = $1 FOR NO KEY UPDATE", [id]);
        await connection.query(JOIN, [player?.ref, server]);
        await connection.query(HAND_OVER, [player?.ref, server, places.map(placeHash), game]);
        const others = await connection.query(ELSEWHERE, [player?.ref, server, game]);
        return { awaited: others.map(({ name }) => name as string) };
      });
    },

    async playerLeft(playerId) {
      await connection.query(LEAVE, [playerKey(playerId), server]);
    },
  };
}

/** The same account in another game is somebody else. A server that has not said yet which game it runs may run this one. */
const OF_ONE_GAME = (own: string) => `(${own} = '' OR other.game IN ('', ${own}))`;

const JOIN = "INSERT INTO dt_sessions (player, server) VALUES ($1, $2) ON CONFLICT DO NOTHING";

/** Of what the player holds, that which is in one of the player's own places. */
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

const ELSEWHERE = `
  SELECT other.name FROM dt_sessions AS there JOIN dt_servers AS other ON other.ref = there.server
  WHERE there.player = $1 AND there.server <> $2 AND NOT other.is_retired AND ${OF_ONE_GAME("$3")} ORDER BY other.name COLLATE "C"`;

const LEAVE = `
  DELETE FROM dt_sessions WHERE server = $2 AND player = (SELECT ref FROM dt_players WHERE uuid = $1)`;
