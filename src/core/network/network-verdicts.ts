import type { Holders } from "../judging/custody/holders.ts";
import { asEvidence } from "../judging/evidence.ts";
import type { Opener, Verdict } from "../judging/verdict.ts";
import type { Copy } from "../looking/look.ts";
import { materialName } from "../model/material.ts";
import type { Dispute } from "../model/network-questions.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { Custody } from "../store.ts";
import { isRolledBackToken } from "./disputes/stay-tokens.ts";

// Turns what is found out about copies on two servers into verdicts. Clocks of two servers are not compared: all times are this one's.

/** Staff must know that a world was copied. Nobody did anything. */
export function copiedWorld(
  copy: Copy,
  { server, place, location, holderId }: Custody,
  holders: Holders,
  nowMs: number,
): Verdict {
  const here = asEvidence(copy, holders, nowMs);
  const darkPlace = `server:${server}/${place}`;
  const there = { ...here, place: darkPlace, slot: "", location, holderId, holderName: holders.nameOf(holderId) };
  const about = { itemId: copy.itemId, material: materialName(copy.item.material), darkPlace, opener: undefined };
  return { kind: "contested", ...about, copies: [here, there], cause: "copied-world" };
}

/** Both servers saw it twice. `copies` are those of this one, as they are now. */
export function provenBetween(
  { itemId, material, finder, holder }: Dispute,
  copies: readonly Copy[],
  opener: Opener | undefined,
  holders: Holders,
  nowMs: number,
): Verdict {
  const seenMs = copies.length > 0 ? nowMs : (finder.seen?.seenMs ?? nowMs);
  const there = holder.seen && { ...holder.seen, place: `server:${holder.server}/${holder.seen.place}`, seenMs };
  const here = copies.length > 0 ? copies.map((copy) => asEvidence(copy, holders, seenMs)) : [finder.seen];
  const evidence = [there, ...here].filter((seen) => seen !== undefined);
  const isFromCrash = isRolledBackToken(finder.token) || isRolledBackToken(holder.token);
  return { kind: "proven", itemId, material, copies: evidence, opener, isFromCrash };
}

/** The other server cannot say now; `there` is what it had. */
export function suspectedBetween(
  { itemId, material, holder }: Dispute,
  there: SeenCopy,
  copies: readonly Copy[],
  opener: Opener | undefined,
  holders: Holders,
  nowMs: number,
): Verdict {
  const darkPlace = `server:${holder.server}/${there.place}`;
  const here = copies.map((copy) => asEvidence(copy, holders, nowMs));
  const evidence = [...here, { ...there, place: darkPlace, seenMs: nowMs }];
  return { kind: "contested", itemId, material, copies: evidence, darkPlace, opener };
}
