import type { Dispute, DisputeChange } from "../model/network-questions.ts";
import { isOwned, type PlaceKey, recordOf } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";

/** What this server sees of a disputed item at a tick end. */
export type OwnLook =
  /** `broughtFrom`: it is on record there, among a player's own things, and came to this server with that player. */
  | {
      readonly kind: "held";
      readonly token: string;
      readonly seen: SeenCopy;
      readonly broughtFrom?: PlaceKey | undefined;
    }
  /** Its place can be looked at, and it is nowhere to be seen. */
  | { readonly kind: "gone" }
  /** Its place cannot be looked at now. `seen`: the last look before it went dark found the item there, and nothing leaves a dark place. */
  | { readonly kind: "dark"; readonly seen?: SeenCopy | undefined }
  /** It cannot be said yet. */
  | { readonly kind: "unknown" };

/** The holder's token while its place is dark, and is known to have held the item when it went dark; else it has none then. */
export const SHUT_IN = "shut in";

export interface OwnTiming {
  /** The grace has passed, on this server's own clock, since it read that the finder saw its copy a second time. */
  readonly hasGracePassed: boolean;
  /** The finder's second look is so recent that the holder's answer to it is, too. */
  readonly isFresh: boolean;
}

/**
 * The sandwich: B looks, A looks, B looks, A looks after the grace, B looks. Each reads what the other wrote before it looks, so that
 * cause and effect alone put the looks in order; the same token at two looks says that the copy was there all the time in between.
 * Gives what this server has to write next, or `undefined` when it is the other's turn.
 */
export function nextChange(
  dispute: Dispute,
  side: "finder" | "holder",
  look: OwnLook,
  timing: OwnTiming,
): DisputeChange | undefined {
  if (look.kind === "unknown") return undefined;
  return side === "finder" ? asFinder(dispute, look, timing) : asHolder(dispute, look, timing);
}

/** The one that has the item while custody is the other's. When its copy is not there any more, there is nothing to dispute. */
function asFinder({ step, finder }: Dispute, look: OwnLook, { isFresh }: OwnTiming): DisputeChange | undefined {
  if (look.kind !== "held") return { step: step === "proven" ? "settled" : "withdrawn" };
  const { token, seen } = look;
  if (step === "proven") return undefined;
  // It was away in between: what the holder saw meanwhile may have been this very copy.
  if (token !== finder.token) return { step: "opened", token, seen };
  if (step === "held") return { step: "seen-again", token, seen };
  // The player is not with the holder any more: what was there came along, and was put here before anybody looked at the player.
  if (step === "dark" && look.broughtFrom !== undefined)
    return { step: "gone", moveCustody: true, custodyAt: look.broughtFrom };
  if (step !== "held-again") return undefined;
  // The holder's answer is of who knows when: once more.
  return isFresh ? { step: "proven", token, seen, keeper: "holder" } : { step: "seen-again", token, seen };
}

/** The one that has custody. */
function asHolder({ step, holder, finder }: Dispute, look: OwnLook, timing: OwnTiming): DisputeChange | undefined {
  // What was to stay is not there any more: the other copy, if it was not taken yet, is the only one.
  if (step === "proven") return look.kind === "gone" ? { step: "settled", moveCustody: true } : undefined;
  if (look.kind === "gone") return { step: "gone", moveCustody: true };
  if (look.kind === "dark") {
    if (step === "dark") return undefined;
    // What was seen there before says nothing of what it held when it went dark.
    return look.seen === undefined ? { step: "dark", token: "" } : { step: "dark", token: SHUT_IN, seen: look.seen };
  }
  if (look.kind !== "held") return undefined;
  const { token, seen } = look;
  if (step === "opened" || step === "dark") return { step: "held", token, seen };
  if (token !== holder.token) return { step: "held", token, seen };
  if (step === "seen-again") return timing.hasGracePassed ? { step: "held-again", token, seen } : undefined;
  // The finder waits as long as both seem to show what one player has.
  return hasLeftPlayer(holder.seen, seen, finder.seen) ? { step, token, seen } : undefined;
}

/**
 * True when the copy was a player's at the look before, and was put elsewhere. From one player's things to another's only when the finder's
 * was among the first: whoever moves it to and fro must not be told of for ever.
 */
function hasLeftPlayer(before: SeenCopy | undefined, now: SeenCopy, finders: SeenCopy | undefined): boolean {
  if (before === undefined || !isOwned(before.place)) return false;
  const record = recordOf(before.place);
  if (recordOf(now.place) === record) return false;
  return !isOwned(now.place) || (finders !== undefined && recordOf(finders.place) === record);
}
