import { ALERT_TYPES } from "../alerts/alert.ts";
import type { ContestedVerdict, ProvenVerdict } from "../judging/verdict.ts";
import { NIL_UUID } from "../model/nil-uuid.ts";
import { ENDED } from "../model/place.ts";
import { playerName } from "../model/player-name.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { CaseRecord } from "../store.ts";

/** Verdicts that belong together: one trick on many ids, or one crash, is one case. */
export type CaseVerdict = ProvenVerdict | ContestedVerdict;

/** The same key for what one incident made: a crash, or ids that share their places. */
export function incidentOf(verdict: CaseVerdict): string {
  if (verdict.kind === "proven" && verdict.isFromCrash) return "crash";
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
  return {
    number: 0,
    type,
    severity: ALERT_TYPES[type],
    status: "open",
    itemIds: verdicts.map(({ itemId }) => itemId),
    material: first.material,
    playerId: player?.id ?? NIL_UUID,
    playerName: playerName(player?.name ?? ""),
    openedMs: nowMs,
    updatedMs: nowMs,
    cause: isCrash ? "crash" : "",
    copies,
    transfers: [],
    acts: [],
  };
}

/** The case with what was found since. A claim that is proven becomes the graver type; nothing on record is lost. */
export function joinCase(record: CaseRecord, verdicts: readonly CaseVerdict[], nowMs: number): CaseRecord {
  const isProven = record.type === "DUPLICATE_ITEM" || verdicts.some(({ kind }) => kind === "proven");
  const type = isProven ? "DUPLICATE_ITEM" : record.type;
  const found = verdicts.flatMap((verdict) => verdict.copies);
  const keyOf = ({ itemId, place, slot }: SeenCopy) => `${itemId} ${place} ${slot}`;
  const again = new Set(found.map(keyOf));
  const earlier = record.copies.filter((copy) => !again.has(keyOf(copy)));
  return {
    ...record,
    type,
    severity: ALERT_TYPES[type],
    itemIds: [...new Set([...record.itemIds, ...verdicts.map(({ itemId }) => itemId)])],
    updatedMs: nowMs,
    copies: [...found, ...earlier],
  };
}
