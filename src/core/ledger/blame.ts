import type { Claims } from "./claims.ts";
import { NO_LIMIT } from "./flow-network.ts";
import type { Gain, GainMember } from "./gain.ts";
import { leastCreation } from "./least-creation.ts";
import type { Losses } from "./losses.ts";
import type { RecipeYield } from "./recipe-yield.ts";

/** What must have been created, in units of the gain's class. */
export interface Blame {
  /** What each player must have created, whoever else did whatever. Players who need not have created anything are missing. */
  readonly byPlayer: ReadonlyMap<string, number>;
  /** What several of them must have created beyond that, and nobody can tell who. */
  readonly shared: number;
}

/** Everybody at once: what only several together can have created. */
const ALL_TOGETHER = "";

/** Finds out who must have created something, when everything was looked at again that may explain a gain. */
export class Blames {
  readonly #losses: Losses;
  readonly #claims: Claims;
  readonly #recipes: RecipeYield;

  constructor(losses: Losses, claims: Claims, recipes: RecipeYield) {
    this.#losses = losses;
    this.#claims = claims;
    this.#recipes = recipes;
  }

  blameFor(gain: Gain): Blame {
    const claimants = new Set(gain.members.flatMap(({ claimants: these }) => [...these]));
    const byPlayer = new Map<string, number>();
    let sum = 0;
    for (const playerId of claimants) {
      const least = this.#leastOf(gain, playerId);
      if (least > 0) byPlayer.set(playerId, least);
      sum += least;
    }
    const shared = claimants.size < 2 ? 0 : Math.max(0, this.#leastOf(gain, ALL_TOGETHER) - sum);
    for (const { place, since, more } of gain.members)
      if (more > 0) this.#claims.grants.take(place, gain.cls, since, gain.seen, more);
    return { byPlayer, shared };
  }

  #leastOf(gain: Gain, whom: string): number {
    const { cls, members, links } = gain;
    const nodes = members.map((member) => ({ more: member.more, source: this.#sourceOf(member, gain, whom) }));
    const available = (one: number) => this.#losses.available(one, whom, gain);
    // What explains the gain of one group of players may as well be that of another.
    const take = (one: number, units: number) =>
      void (whom !== ALL_TOGETHER && this.#losses.take(one, whom, gain, units));
    const { least, drawn } = leastCreation(nodes, links, available(cls));
    take(cls, drawn);
    return least === 0 ? 0 : least - this.#recipes.make(cls, least, { available, take });
  }

  /** What others may have created is a source like any other. */
  #sourceOf({ place, since, claimants, source }: GainMember, { cls, seen }: Gain, whom: string): number {
    const isOthers = whom !== ALL_TOGETHER && [...claimants].some((playerId) => playerId !== whom);
    if (isOthers) return NO_LIMIT;
    return Math.min(NO_LIMIT, source + this.#claims.sourceAt(place, cls, since, seen));
  }
}
