import type { Lineage } from "../truth/lineage.ts";
import type { Truth } from "../truth/truth.ts";

/** What a process saw in so many ticks before it died (100 ms) may not be on record. */
const UNRECORDED_TICKS = 2;

/** A start on a network reads what is open in a dozen questions, one after the other: half of them take longer than 46 ticks. */
const STARTING_TICKS = 46;

/** How many ticks the database's permission to take a copy is on its way. */
const ON_ITS_WAY_TICKS = 8;

/**
 * Everything that would be a fault by the bare truth but is not booked as one, each with its reason. The list is closed: anything else
 * is a fault. Every run says how often each reason was used. The last seven, except "used up since", exist only on a network.
 */
export const FORGIVEN = {
  "way not heard of":
    "a suspicion about a single item: an event about it was lost since it was last confirmed, so that nobody could know that it had moved",
  "one record":
    "nothing said, or taken, of copies in two live sessions of one account: a player who reconnects before the old session has timed out looks the same, until one of them puts something elsewhere",
  "left in that tick":
    "a proof cites what was seen in the moment in which a holder left, before that tick ended: there were two at the tick end before",
  "came without a word": "a case lacks a copy that was put away without an event: the sweep comes to it later",
  "names no place": "a case lacks copies: it comes from the rule by itself, which names locations and has not looked",
  "history is void": "no claim on a place that went dark before a crash: the world may have been put back",
  "the detector was killed": "no claim on a place that went dark before that: it cannot know that the world went on",
  "back before the claim": "no claim on a place that came back within the two ticks that a claim may take",
  "joined its case":
    "no alert of its own for one more copy of what is proven and still there; nor for what a crash brings back of it, if there were two until the last 100 ms before that, or when a server came up that died before it had read what is open",
  "the sweep's time":
    "found later than a touch allows, but within the time of a sweep: what changed without a word is found by it",
  "nobody was first": "a copy was taken although the keep rule names none: nobody could see which was there first",
  "planned when proven": "another copy stayed than the keep rule names now: it named that one when the case was proven",
  "the original stayed": "another copy stayed than the keep rule names: it is the one that was there before the trick",
  "the store was away":
    "something was said, or taken, later than it should have been: the detector's store did not answer",
  "held back": "visible copies remain after a proof: which one was first cannot be known, and staff were told so",
  "seen a moment ago":
    "a proof rests on what two servers saw one after the other: both copies were there at one moment (I1), not at the tick end of telling",
  "used up since":
    "a suspicion that names an end: the item had been copied, one copy was used up, and the other turned up where that is known; or one that was raised while there were two",
  "third copy elsewhere":
    "servers are asked in pairs: a further copy on a server that was not asked has a proof of its own",
  "just joined":
    "a case lacks a copy with a player who has just joined: until it is known what is the player's, nobody looks there",
  "kept in the dark":
    "the copy that stays went dark after its confirmation, which was fresh: nothing leaves a dark place",
  "keeper died meanwhile":
    "the server of the copy that stays died while the removal was on its way from the database: what was taken is in quarantine",
  "keeper used up meanwhile":
    "the copy that stays was used up by whoever had it while the removal was on its way from the database: what was taken is in quarantine",
} as const;

export type Forgiven = keyof typeof FORGIVEN;

export function emptyForgiven(): Record<Forgiven, number> {
  return Object.fromEntries(Object.keys(FORGIVEN).map((what) => [what, 0])) as Record<Forgiven, number>;
}

/** True if there were two copies less than a message's way ago and no detector took the other. `takenTick` is when one last took a copy. */
export function wasKeeperUsedUp({ tick }: Truth, { watch }: Lineage, takenTick: number | undefined): boolean {
  const since = tick - ON_ITS_WAY_TICKS;
  if (takenTick !== undefined && takenTick >= since) return false;
  return Array.from({ length: ON_ITS_WAY_TICKS }, (_, at) => since + at).some((at) => watch?.at(at)?.state === "D+");
}

/** True if there were two copies until a server died, less than a message's way ago. */
export function hasKeeperDied({ epochTick, tick }: Truth, { watch }: Lineage): boolean {
  return tick - epochTick <= ON_ITS_WAY_TICKS && watch?.at(epochTick - 1)?.state === "D+";
}

/** True if a server died in this tick, and there were two until then, or until what it saw last and could not record. */
export function wereStillThere({ epochTick, startedTick, tick }: Truth, { watch }: Lineage): boolean {
  if (epochTick !== tick || watch === undefined) return false;
  if (watch.plusEnded >= tick - UNRECORDED_TICKS) return true;
  return tick - startedTick <= STARTING_TICKS && (watch.at(startedTick)?.placements.length ?? 0) > 1;
}
