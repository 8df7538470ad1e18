import type { Lineage } from "../truth/lineage.ts";
import type { Truth } from "../truth/truth.ts";

/** Ticks that the database's leave to take a copy is on its way. */
const ON_ITS_WAY_TICKS = 8;

/**
 * What a network may do although nothing of the kind is forgiven on one server: no way to know better exists, or `networks.md` allows it.
 * Each is counted, and printed by every run.
 */
export const FORGIVEN = {
  "seen a moment ago":
    "a proof rests on what two servers saw one after the other: both copies were there at one moment (I1), not at the tick end of telling",
  "used up since":
    "a suspicion that names an end: the item had been copied, one copy was used up, and the other turned up where that is known",
  "third copy elsewhere":
    "servers are asked in pairs: a further copy on a server that was not asked has a proof of its own",
  "kept in the dark":
    "the copy that stays went dark after its confirmation, which was fresh: nothing leaves a dark place",
  "keeper died meanwhile":
    "the server of the copy that stays died while the removal was on its way from the database: what was taken is in quarantine",
} as const;

export type Forgiven = keyof typeof FORGIVEN;

export function emptyForgiven(): Record<Forgiven, number> {
  return Object.fromEntries(Object.keys(FORGIVEN).map((what) => [what, 0])) as Record<Forgiven, number>;
}

/** True when there were two until a server died, less than a message's way ago. */
export function hasKeeperDied({ epochTick, tick }: Truth, { watch }: Lineage): boolean {
  return tick - epochTick <= ON_ITS_WAY_TICKS && watch?.at(epochTick - 1)?.state === "D+";
}
