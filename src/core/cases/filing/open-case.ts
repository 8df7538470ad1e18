import type { SeenCopy } from "../../model/seen-copy.ts";
import type { CaseAct, CaseChange, CaseRecord } from "../../store.ts";
import { isSighting, withAct } from "./case-record.ts";

/** An open case in memory. Writes go one after another, so that none overtakes another. */
export interface OpenCase {
  record: CaseRecord;
  /** The copies of the latest finding; the record has those of all findings. */
  latest: readonly SeenCopy[];
  /** The types of alert that staff have had for it: one alert per case and verdict. */
  readonly told: Set<string>;
  toldMs: number;
  /** Ids with a copy that was taken and is back in the world, after an unclean stop. */
  readonly back: Set<string>;
  /** Proven ids. What follows from the proof waits until the case is on record. */
  proven: string[];
  /** Ids with findings that are not on record yet, each with the number of its latest finding. */
  readonly unsavedIds: Map<string, number>;
  /** The number of the last finding. */
  findings: number;
  /** Acts that are not on record yet, and the change of status that comes with them. */
  unsavedActs: readonly CaseAct[];
  unsavedStatus: CaseChange["status"];
  /** Why the store did not take it at the last try; `undefined` when it did, or was not asked yet. */
  failure: Error | undefined;
  saving: Promise<void>;
  /** A write that has not begun: what is found or done before it begins is part of it. */
  nextSaving: Promise<void> | undefined;
}

export function newOpenCase(record: CaseRecord, latest: readonly SeenCopy[]): OpenCase {
  return {
    record,
    latest,
    told: new Set(),
    toldMs: Number.NEGATIVE_INFINITY,
    back: new Set(),
    proven: [],
    unsavedIds: new Map(),
    findings: 0,
    unsavedActs: [],
    unsavedStatus: undefined,
    failure: undefined,
    saving: Promise.resolve(),
    nextSaving: undefined,
  };
}

/** A case that the store has, and that staff were told of. */
export function storedOpenCase(record: CaseRecord): OpenCase {
  return { ...newOpenCase(record, record.copies), told: new Set([record.type]) };
}

/** Adds an act to the case. The next write stores it. */
export function addUnsavedAct(entry: OpenCase, act: CaseAct): void {
  entry.record = withAct(entry.record, act);
  entry.unsavedActs = [...entry.unsavedActs, act];
}

/** Marks these ids as found. The next write stores what was found. */
export function addUnsavedFinding(entry: OpenCase, itemIds: readonly string[]): void {
  entry.findings++;
  for (const itemId of itemIds) entry.unsavedIds.set(itemId, entry.findings);
}

/** Everything found up to this finding is on record. */
export function findingsSaved({ unsavedIds }: OpenCase, upTo: number): void {
  for (const [itemId, finding] of unsavedIds) if (finding <= upTo) unsavedIds.delete(itemId);
}

/**
 * Returns the part of a case that is not on record yet. A case that grows tick by tick has hundreds of ids: those on record are not written
 * again.
 */
export function unsavedChange({ record, unsavedIds, unsavedActs, unsavedStatus }: OpenCase): CaseChange {
  const { type, births, updatedMs } = record;
  const isUnsaved = ({ itemId }: { readonly itemId: string }) => unsavedIds.has(itemId);
  const [copies, transfers] = [record.copies.filter(isUnsaved), record.transfers.filter(isUnsaved)];
  return {
    atMs: updatedMs,
    ...(unsavedIds.size > 0 && {
      found: { type, itemIds: [...unsavedIds.keys()], copies, transfers, ...(births && { births }) },
    }),
    acts: unsavedActs,
    ...(unsavedStatus && { status: unsavedStatus }),
  };
}

/**
 * True if the copies of this id were seen to be gone, and none was proven since. The order of acts is the database's, because each server
 * writes the times of its own clock.
 */
export function isGone({ acts }: CaseRecord, itemId: string): boolean {
  return acts.findLast((act) => isSighting(act) && (act.note === "" || act.note === itemId))?.act === "gone";
}

/** True if the copies of all ids but this one are gone. */
export function areOthersGone({ acts, itemIds }: CaseRecord, itemId: string): boolean {
  const latest = new Map<string, CaseAct["act"]>();
  for (const act of acts.filter(isSighting)) {
    if (act.note === "") latest.clear();
    latest.set(act.note, act.act);
  }
  return itemIds.every((id) => id === itemId || (latest.get(id) ?? latest.get("")) === "gone");
}

/** Whom a sighting is about, as its note says it: one of several ids, or the only one. */
export function noteAbout({ itemIds }: CaseRecord, itemId: string): string {
  return itemIds.length > 1 ? itemId : "";
}
