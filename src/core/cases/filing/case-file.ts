import type { ContestedVerdict, ProvenVerdict } from "../../judging/verdict.ts";
import type { Severity } from "../../model/alert.ts";
import { ALERT_TYPES } from "../../model/alert.ts";
import type { Birth } from "../../model/birth.ts";
import { NIL_UUID } from "../../model/nil-uuid.ts";
import { ENDED } from "../../model/place.ts";
import { playerName } from "../../model/player-name.ts";
import { type SeenCopy, whereIs } from "../../model/seen-copy.ts";
import type { CaseAct, CaseRecord } from "../../store.ts";

/** Copies of one id that a case keeps: those that were seen last. Whoever makes a stack two and one in turns fills no store. */
const MAX_COPIES_AN_ID = 64;
/** The same for what the service did again and again: the first time, and the last. */
const MAX_REPEATED_ACTS = 8;

/** Tricks of which a case tells how the copies came to be. */
const MAX_BIRTHS = 4;

/** Who does what no player did. */
export const SERVICE = "Doubletake";

/** Verdicts that belong together: one trick on many ids, or one crash, is one case. */
export type CaseVerdict = ProvenVerdict | ContestedVerdict;

/** The same key for what one incident made: a crash, or ids that share their places. */
export function incidentOf(verdict: CaseVerdict): string {
  if (verdict.kind === "proven" && verdict.isFromCrash) return "crash";
  if (verdict.kind === "contested" && verdict.cause !== undefined) return verdict.cause;
  const places = new Set(verdict.copies.map(({ place, location }) => (place === ENDED ? location : place)));
  return `${verdict.kind} ${[...places].sort().join(" ")}`;
}

/** A new case of these verdicts, which are of one kind. Its player is the player of the sighting that opened it, if there was one. */
export function openCase(verdicts: readonly CaseVerdict[], nowMs: number): CaseRecord {
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

/** A copied world is a matter for whoever runs the servers: nobody has anything twice who could use it. */
export function caseSeverity(type: CaseRecord["type"], cause: string): Severity {
  return type === "DUPLICATE_SUSPECTED" && cause === "copied-world" ? "MEDIUM" : ALERT_TYPES[type];
}

/** The case with what was found since. A claim that is proven becomes the graver type; nothing on record is lost. */
export function joinCase(record: CaseRecord, verdicts: readonly CaseVerdict[], nowMs: number): CaseRecord {
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

/** What was found before what is on record, each copy once. Only ids that were found again are gone through: a case may have hundreds. */
export function withFound(known: readonly SeenCopy[], found: readonly SeenCopy[]): SeenCopy[] {
  const ids = new Set(found.map(({ itemId }) => itemId));
  const again = new Set(found.map(copyKey));
  const isFoundAgain = (copy: SeenCopy) => ids.has(copy.itemId) && again.has(copyKey(copy));
  return latestOfEach([...found, ...known.filter((copy) => !isFoundAgain(copy))], ids);
}

/** The same for a copy that is seen again, by whichever server. */
function copyKey(copy: SeenCopy): string {
  const { server, place } = whereIs(copy);
  return `${copy.itemId} ${server} ${place} ${copy.slot}`;
}

/** The case with what was done about it, by staff or by the service. */
export function withAct(record: CaseRecord, act: CaseAct): CaseRecord {
  const isRepeated = (other: CaseAct) =>
    act.by === SERVICE && other.act === act.act && other.by === act.by && other.note === act.note;
  const repeated = record.acts.filter(isRepeated);
  const dropped = repeated.length >= MAX_REPEATED_ACTS ? repeated[1] : undefined;
  return { ...record, updatedMs: act.atMs, acts: [...record.acts.filter((other) => other !== dropped), act] };
}

/** One of each trick, those first that are on record. */
export function mergeBirths(known: readonly Birth[] = [], found: readonly Birth[] = []): Pick<CaseRecord, "births"> {
  const births = new Map(known.map((birth) => [birth.trick, birth]));
  for (const birth of found) if (births.size < MAX_BIRTHS && !births.has(birth.trick)) births.set(birth.trick, birth);
  return births.size === 0 ? {} : { births: [...births.values()] };
}

function birthsOf(verdicts: readonly CaseVerdict[]): Birth[] {
  return verdicts.flatMap(({ birth }) => birth ?? []);
}

/** Of other ids than these nothing was added. */
function latestOfEach(copies: readonly SeenCopy[], ids: ReadonlySet<string>): SeenCopy[] {
  const counts = new Map<string, number>();
  return copies.filter(({ itemId }) => {
    if (!ids.has(itemId)) return true;
    const count = (counts.get(itemId) ?? 0) + 1;
    counts.set(itemId, count);
    return count <= MAX_COPIES_AN_ID;
  });
}
