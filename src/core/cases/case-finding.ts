import type { Finding } from "../alerts/alert-desk.ts";
import { NIL_UUID } from "../nil-uuid.ts";
import type { CaseRecord, Store } from "../store.ts";
import { caseDetails } from "./case-texts.ts";

/** Transfers around an incident that go on record with it, for each id. */
const TRANSFERS_ON_RECORD = 10;

/** What staff are told of a case. */
export function caseFinding(record: CaseRecord): Finding {
  const names = record.copies.map(({ holderName }) => holderName).filter((name) => name !== "");
  return {
    type: record.type,
    ...(record.playerId !== NIL_UUID && { player: { id: record.playerId, name: record.playerName } }),
    material: record.material,
    itemId: record.itemIds[0] ?? "",
    caseNumber: record.number,
    players: [...new Set(names)],
    locations: [...new Set(record.copies.map(({ location }) => location))],
    details: (messages) => caseDetails(messages, record),
  };
}

/** The case with what its items went through before. */
export async function withTransfers(record: CaseRecord, store: Store): Promise<CaseRecord> {
  const histories = await Promise.all(
    record.itemIds.map(async (itemId) => {
      const rows = await store.getItemTransferHistory(itemId, TRANSFERS_ON_RECORD);
      return rows.map((row) => ({ ...row, itemId }));
    }),
  );
  return { ...record, transfers: histories.flat() };
}
