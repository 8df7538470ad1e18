import { NIL_UUID, type StoreQuestions } from "../../../core/storage-face.ts";
import { type DocumentQuestions, documentQuestions } from "../../documents/documents.ts";
import type { PostgresConnection } from "../connection.ts";
import { disputeQuestions } from "../network/disputes.ts";
import { type OwnServer, serverQuestions } from "../network/servers.ts";
import { sessionQuestions } from "../network/sessions.ts";
import { postgresSql } from "../sql.ts";
import { custodyQuestions } from "./custody-questions.ts";
import { itemQuestions } from "./items.ts";
import { type PlayerQuestions, playerQuestions } from "./players.ts";
import { transferQuestions } from "./transfer-questions.ts";

/** Answers all questions over this session, in the name of this server. */
export function postgresQuestions(
  connection: PostgresConnection,
  own: OwnServer,
): StoreQuestions & DocumentQuestions & PlayerQuestions {
  const { ref: server } = own;
  const documents = documentQuestions(postgresSql(connection, server), "");
  return {
    ...transferQuestions(connection, server),
    ...itemQuestions(connection),
    ...playerQuestions(connection, own.game),
    ...custodyQuestions(connection, server),
    ...documents,
    ...serverQuestions(connection, own),
    ...sessionQuestions(connection, own),
    ...disputeQuestions(connection, own),
    async counts() {
      const [row] = await connection.query(COUNT, [NIL_UUID]);
      const [items, transfers, players] = [Number(row?.items), Number(row?.transfers), Number(row?.players)];
      return { items, transfers, players, ...(await documents.countDocuments()) };
    },
  };
}

/** Transfers are counted as they are written, because counting them here would read them all. */
const COUNT = `
  SELECT (SELECT count(*) FROM dt_items WHERE first_seen IS NOT NULL) AS items,
    (SELECT coalesce(sum(transfers), 0) FROM dt_servers) AS transfers,
    (SELECT count(*) FROM dt_players WHERE uuid <> $1) AS players`;
