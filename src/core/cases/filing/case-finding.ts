import type { Finding } from "../../alerts/alerts.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { CaseRecord, Store } from "../../store.ts";
import type { TrickCount } from "../../story/tricks.ts";
import { caseDetails } from "../case-texts.ts";

/** Transfers around an incident that go on record with it, for each id. */
const TRANSFERS_ON_RECORD = 10;

/** What staff are told of a case. `latest` are the copies of the finding that they are told of. */
export function caseFinding(record: CaseRecord, latest: readonly SeenCopy[], trick?: TrickCount): Finding {
  const itemId = latest[0]?.itemId ?? record.itemIds[0] ?? "";
  const names = latest.map(({ holderName }) => holderName).filter((name) => name !== "");
  return {
    type: record.type,
    severity: record.severity,
    player: record.playerId === NIL_UUID ? undefined : { id: record.playerId, name: record.playerName },
    material: record.material,
    itemId,
    caseNumber: record.number,
    players: [...new Set(names)],
    locations: [...new Set(latest.map(({ location }) => location))],
    copies: latest,
    actual: latest.reduce((sum, copy) => sum + (copy.itemId === itemId ? copy.count : 0), 0),
    expected: 1,
    details: (messages, shared) => caseDetails(messages, shared, record, latest, trick),
  };
}

/** Ids of a case whose transfers go on record with it. The transfers of the others are only in the items' own histories. */
const IDS_WITH_TRANSFERS = 64;

/** Reads the earlier transfers of a case's items. */
export async function transfersOf({ itemIds }: CaseRecord, store: Store): Promise<CaseRecord["transfers"]> {
  const histories = await Promise.all(
    itemIds.slice(0, IDS_WITH_TRANSFERS).map(async (itemId) => {
      const rows = await store.getItemTransferHistory(itemId, TRANSFERS_ON_RECORD);
      return rows.map((row) => ({ ...row, itemId }));
    }),
  );
  return histories.flat();
}
