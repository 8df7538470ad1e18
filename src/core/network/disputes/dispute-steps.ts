import type { Dispute, DisputeChange } from "../../model/network-questions.ts";
import { accountPlace, isOwned, type PlaceKey } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";

/** What this server sees of a disputed item at a tick end. */
export type OwnLook =
  /** `broughtFrom`: the item is on record there, among a player's own things, and came to this server with that player. */
  | {
      readonly kind: "held";
      readonly token: string;
      readonly seen: SeenCopy;
      readonly broughtFrom?: PlaceKey | undefined;
    }
  /** Its place can be looked at, and the item is out of sight. */
  | { readonly kind: "gone" }
  /** Its place cannot be looked at now. `seen`: the last look before it went dark found the item there, and nothing leaves a dark place. */
  | { readonly kind: "dark"; readonly seen?: SeenCopy | undefined }
  /** It cannot be said yet. */
  | { readonly kind: "unknown" };

/** The holder's token while its place is dark, and is known to have held the item when it went dark. If that is not known, it has none. */
export const SHUT_IN = "shut in";

export interface OwnTiming {
  /** True if the grace has passed, on this server's own clock, since it read that the finder saw its copy a second time. */
  readonly hasGracePassed: boolean;
  /** True if the finder's second look is so recent that the holder's answer to it must be recent, too. */
  readonly isFresh: boolean;
}

/**
 * The sandwich: B looks, A looks, B looks, A looks after the grace, B looks. Each server reads what the other wrote before it looks, so
 * that cause and effect alone put the looks in order. The same token at two looks means that the copy was there all the time in between.
 * Returns what this server must write next, or `undefined` when it is the other's turn.
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

/** The finder has the item while the other server has custody. When its copy is gone, there is nothing to dispute. */
function asFinder({ step, finder }: Dispute, look: OwnLook, { isFresh }: OwnTiming): DisputeChange | undefined {
  if (look.kind !== "held") return { step: step === "proven" ? "settled" : "withdrawn" };
  const { token, seen } = look;
  if (step === "proven") return undefined;
  // The copy was away in between: the holder may have seen this very copy meanwhile.
  if (token !== finder.token) return { step: "opened", token, seen };
  if (step === "held") return { step: "seen-again", token, seen };
  // The player has left the holder: the item came along, and was put here before anybody looked at the player.
  if (step === "dark" && look.broughtFrom !== undefined)
    return { step: "gone", moveCustody: true, custodyAt: look.broughtFrom };
  if (step !== "held-again") return undefined;
  // The holder's answer may be old: it must look again.
  return isFresh ? { step: "proven", token, seen, keeper: "holder" } : { step: "seen-again", token, seen };
}

/** The holder has custody. */
function asHolder({ step, holder, finder }: Dispute, look: OwnLook, timing: OwnTiming): DisputeChange | undefined {
  // The copy that should stay is gone: the other one, if it was not taken yet, is the only one.
  if (step === "proven") return look.kind === "gone" ? { step: "settled", moveCustody: true } : undefined;
  if (look.kind === "gone") return { step: "gone", moveCustody: true };
  if (look.kind === "dark") {
    if (step === "dark") return undefined;
    // An earlier sighting does not tell what the place held when it went dark.
    return look.seen === undefined ? { step: "dark", token: "" } : { step: "dark", token: SHUT_IN, seen: look.seen };
  }
  if (look.kind !== "held") return undefined;
  const { token, seen } = look;
  if (step === "opened" || step === "dark") return { step: "held", token, seen };
  if (token !== holder.token) return { step: "held", token, seen };
  if (step === "seen-again") return timing.hasGracePassed ? { step: "held-again", token, seen } : undefined;
  // The finder waits while both servers seem to show the things of one player.
  return hasLeftPlayer(holder.seen, seen, finder.seen) ? { step, token, seen } : undefined;
}

/**
 * True if the copy was a player's at the look before, and was put elsewhere. A move from one player to another counts only if the finder's
 * copy was with the first player. Otherwise passing it to and fro would cause endless writes.
 */
function hasLeftPlayer(before: SeenCopy | undefined, now: SeenCopy, finders: SeenCopy | undefined): boolean {
  if (before === undefined || !isOwned(before.place)) return false;
  const account = accountPlace(before.place);
  if (accountPlace(now.place) === account) return false;
  return !isOwned(now.place) || (finders !== undefined && accountPlace(finders.place) === account);
}
