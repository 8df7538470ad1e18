import type { CaseAct, CaseChange, CaseRecord } from "../../store.ts";
import { caseSeverity, mergeBirths, withAct, withFound } from "./case-record.ts";

/**
 * Returns the case with what one server found or did. Several servers write about one case. Nothing that another server wrote is lost,
 * whether or not this one knew of it. A change that is written twice counts once.
 */
export function mergeCase(record: CaseRecord, { found, acts = [], status, atMs }: CaseChange): CaseRecord {
  let merged = found === undefined ? record : withFindings(record, found);
  for (const act of acts) if (!merged.acts.some((other) => isSameAct(act, other))) merged = withAct(merged, act);
  const isStillSo = status !== undefined && record.status === status.from;
  // An item that turned out to have moved has no birth: nobody made a copy.
  const { births, ...settled } = merged;
  const isSettled = isStillSo && status.to === "closed";
  return {
    ...settled,
    ...(births && !isSettled && { births }),
    status: isStillSo ? status.to : record.status,
    updatedMs: Math.max(record.updatedMs, atMs),
  };
}

function withFindings(record: CaseRecord, found: NonNullable<CaseChange["found"]>): CaseRecord {
  const type = found.type === "DUPLICATE_ITEM" ? found.type : record.type;
  return {
    ...record,
    type,
    severity: caseSeverity(type, record.cause),
    itemIds: [...new Set([...record.itemIds, ...found.itemIds])],
    copies: withFound(record.copies, found.copies),
    transfers: record.transfers.length > 0 ? record.transfers : found.transfers,
    ...mergeBirths(record.births, found.births),
  };
}

function isSameAct(a: CaseAct, b: CaseAct): boolean {
  return a.act === b.act && a.by === b.by && a.atMs === b.atMs && a.note === b.note;
}
