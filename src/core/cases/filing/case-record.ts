import type { ContestedVerdict, ProvenVerdict } from "../../judging/verdict.ts";
import type { Severity } from "../../model/alert.ts";
import { ALERT_TYPES } from "../../model/alert.ts";
import type { Birth } from "../../model/birth.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import { ENDED } from "../../model/place.ts";
import { playerName } from "../../model/player-name.ts";
import { type SeenCopy, whereIs } from "../../model/seen-copy.ts";
import type { CaseAct, CaseRecord } from "../../store.ts";

/**
 * Copies of one id that a case keeps: those that were seen last. A player who keeps splitting and merging a stack must not fill the store.
 */
const MAX_COPIES_AN_ID = 64;
/** Times that a case keeps an act that the service repeats: the first, and the latest ones. */
const MAX_REPEATED_ACTS = 8;

/** Births that a case keeps, one for each trick. */
const MAX_BIRTHS = 4;

/** The name on record for acts of the service itself. */
export const SERVICE = "Doubletake";

/** A verdict that becomes part of a case. */
export type CaseVerdict = ProvenVerdict | ContestedVerdict;

/** Returns the same key for all verdicts of one incident: a crash, a copied world, or ids that share their places. */
export function incidentOf(verdict: CaseVerdict): string {
  if (verdict.kind === "proven" && verdict.isFromCrash) return "crash";
  if (verdict.kind === "contested" && verdict.cause !== undefined) return verdict.cause;
  const places = new Set(verdict.copies.map(({ place, location }) => (place === ENDED ? location : place)));
  return `${verdict.kind} ${[...places].sort().join(" ")}`;
}

/** A new case of these verdicts, which are of one kind. Its player is the player of the sighting that opened it, if there was one. */
export function newCaseRecord(verdicts: readonly CaseVerdict[], nowMs: number): CaseRecord {
  const [first] = verdicts as readonly [CaseVerdict];
  const isCrash = first.kind === "proven" && first.isFromCrash;
  const copies = verdicts.flatMap((verdict) => verdict.copies);
  const player = isCrash ? undefined : first.opener?.player;
  const type = first.kind === "proven" ? "DUPLICATE_ITEM" : "DUPLICATE_SUSPECTED";
  const cause = isCrash ? "crash" : first.kind === "contested" ? (first.cause ?? "") : "";
  return {
    number: 0,
    type,
    severity: caseSeverity(type, cause),
    status: "open",
    itemIds: verdicts.map(({ itemId }) => itemId),
    material: first.material,
    playerId: player?.id ?? NIL_UUID,
    playerName: playerName(player?.name ?? ""),
    openedMs: nowMs,
    updatedMs: nowMs,
    cause,
    copies,
    transfers: [],
    acts: [],
    ...mergeBirths([], birthsOf(verdicts)),
  };
}

/** A copied world only concerns the operator: no player has gained a usable copy. */
export function caseSeverity(type: CaseRecord["type"], cause: string): Severity {
  return type === "DUPLICATE_SUSPECTED" && cause === "copied-world" ? "MEDIUM" : ALERT_TYPES[type];
}

/** Returns the case with what was found since. A claim that is proven becomes the graver type; nothing on record is lost. */
export function addVerdicts(record: CaseRecord, verdicts: readonly CaseVerdict[], nowMs: number): CaseRecord {
  const isProven = record.type === "DUPLICATE_ITEM" || verdicts.some(({ kind }) => kind === "proven");
  const type = isProven ? "DUPLICATE_ITEM" : record.type;
  const found = verdicts.flatMap((verdict) => verdict.copies);
  return {
    ...record,
    type,
    severity: caseSeverity(type, record.cause),
    itemIds: [...new Set([...record.itemIds, ...verdicts.map(({ itemId }) => itemId)])],
    updatedMs: nowMs,
    copies: withFound(record.copies, found),
    ...mergeBirths(record.births, birthsOf(verdicts)),
  };
}

/** Puts the found copies before those on record, each copy once. Compares only ids that were found again: a case may have hundreds. */
export function withFound(known: readonly SeenCopy[], found: readonly SeenCopy[]): SeenCopy[] {
  const ids = new Set(found.map(({ itemId }) => itemId));
  const again = new Set(found.map(copyKey));
  const isFoundAgain = (copy: SeenCopy) => ids.has(copy.itemId) && again.has(copyKey(copy));
  return latestOfEach([...found, ...known.filter((copy) => !isFoundAgain(copy))], ids);
}

/** Returns the same key for a copy that is seen again, by any server. */
function copyKey(copy: SeenCopy): string {
  const { server, place } = whereIs(copy);
  return `${copy.itemId} ${server} ${place} ${copy.slot}`;
}

/**
 * Returns the case with an act of staff or of the service. Of one id among several, only the latest sighting is kept: that its copies were
 * gone, or that there are two again. When all copies are gone, that says it for each.
 */
export function withAct(record: CaseRecord, act: CaseAct): CaseRecord {
  const isOutdated = (other: CaseAct) =>
    isSighting(act) && isSighting(other) && other.note !== "" && (other.note === act.note || isOfAll(act));
  const kept = record.acts.filter((other) => !isOutdated(other));
  const isRepeated = (other: CaseAct) =>
    act.by === SERVICE && other.act === act.act && other.by === act.by && other.note === act.note;
  const repeated = kept.filter(isRepeated);
  const dropped = repeated.length >= MAX_REPEATED_ACTS ? repeated[1] : undefined;
  return { ...record, updatedMs: act.atMs, acts: [...kept.filter((other) => other !== dropped), act] };
}

/** Says of the copies of an id, or of all ids of the case, that they are gone or that there are some again. */
export function isSighting({ act, by }: CaseAct): boolean {
  return by === SERVICE && (act === "gone" || act === "found");
}

function isOfAll({ act, note }: CaseAct): boolean {
  return act === "gone" && note === "";
}

/** One birth of each trick. Those on record come first. */
export function mergeBirths(known: readonly Birth[] = [], found: readonly Birth[] = []): Pick<CaseRecord, "births"> {
  const births = new Map(known.map((birth) => [birth.trick, birth]));
  for (const birth of found) if (births.size < MAX_BIRTHS && !births.has(birth.trick)) births.set(birth.trick, birth);
  return births.size === 0 ? {} : { births: [...births.values()] };
}

function birthsOf(verdicts: readonly CaseVerdict[]): Birth[] {
  return verdicts.flatMap(({ birth }) => birth ?? []);
}

/** Limits only these ids, because nothing was added to the others. */
function latestOfEach(copies: readonly SeenCopy[], ids: ReadonlySet<string>): SeenCopy[] {
  const counts = new Map<string, number>();
  return copies.filter(({ itemId }) => {
    if (!ids.has(itemId)) return true;
    const count = (counts.get(itemId) ?? 0) + 1;
    counts.set(itemId, count);
    return count <= MAX_COPIES_AN_ID;
  });
}
