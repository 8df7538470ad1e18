import type { KnownPlayer, StoreQuestions } from "../../../core/storage-face.ts";
import { storableName } from "../../storable-text.ts";
import type { Row, Statements } from "../connection.ts";

export interface PlayerQuestions extends Pick<StoreQuestions, "playerByName" | "playerById" | "playerNames"> {
  /** In the order of naming: if two players had the same name, the later one has it now. */
  namedPlayers(): Promise<KnownPlayer[]>;
}

export function playerQuestions(to: Statements, game: string): PlayerQuestions {
  const players = async (conditions: string, ...values: readonly unknown[]): Promise<KnownPlayer[]> =>
    (await to.query(`SELECT uuid::text AS id, name FROM dt_players WHERE ${conditions}`, values)).map(playerIn);
  return {
    async playerByName(name) {
      const folded = storableName(name).toLowerCase();
      return (await players(BY_NAME, folded, game))[0];
    },
    playerById: async (playerId) => (await players("uuid = $1 AND name IS NOT NULL", playerId))[0],
    async playerNames(prefix, limit) {
      const rows = await to.query(BY_PREFIX, [storableName(prefix).toLowerCase(), limit]);
      return rows.map(({ name }) => name as string);
    },
    namedPlayers: () => players("name IS NOT NULL ORDER BY named, ref"),
  };
}

/** Prefers players of this game, because a different player may have the name in another game. */
const BY_NAME = `
  folded_name = $1
  ORDER BY $2 = '' OR $2 = (SELECT game FROM dt_servers WHERE ref = named_by) IS TRUE DESC, named DESC LIMIT 1`;

/** `starts_with` knows no wildcards. With the C collation, the index finds the first matching name. */
const BY_PREFIX = `
  SELECT DISTINCT ON (folded_name) name FROM dt_players
  WHERE folded_name IS NOT NULL AND folded_name >= $1 AND starts_with(folded_name, $1)
  ORDER BY folded_name, named DESC LIMIT $2`;

function playerIn({ id, name }: Row): KnownPlayer {
  return { id: id as string, name: name as string };
}
