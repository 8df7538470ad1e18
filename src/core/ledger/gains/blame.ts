import type { RecipeYield } from "../materials/recipe-yield.ts";
import { NO_LIMIT } from "./flow-network.ts";
import type { Gain, GainMember } from "./gain.ts";
import { leastCreation } from "./least-creation.ts";
import type { Losses } from "./losses.ts";
import type { Origins } from "./origins.ts";

/** What must have been created, in units of the gain's class. */
export interface Blame {
  /** What each player must have created, whoever else did whatever. Players who need not have created anything are missing. */
  readonly byPlayer: ReadonlyMap<string, number>;
  /** What several of them must have created beyond that, and nobody can tell who. */
  readonly shared: number;
  /** The gains among which that was created. */
  readonly among: readonly Gain[];
}

/** Everybody at once: what only several together can have created. */
const ALL_TOGETHER = "";

/** Finds out who must have created something, when everything was looked at again that may explain a gain. */
export class Blames {
  readonly #losses: Losses;
  readonly #origins: Origins;
  readonly #recipes: RecipeYield;

  constructor(losses: Losses, origins: Origins, recipes: RecipeYield) {
    this.#losses = losses;
    this.#origins = origins;
    this.#recipes = recipes;
  }

  blameFor(gain: Gain): Blame {
    const creators = new Set(gain.members.flatMap(({ creators: these }) => [...these]));
    const byPlayer = new Map<string, number>();
    let sum = 0;
    for (const playerId of creators) {
      const least = this.#leastOf(gain, playerId);
      if (least > 0) byPlayer.set(playerId, least);
      sum += least;
    }
    const shared = Math.max(0, this.#leastOf(gain, ALL_TOGETHER) - sum);
    const among = shared > 0 ? this.#amongWhom(gain) : [];
    for (const { place, since, more } of gain.members)
      if (more > 0) this.#origins.grants.take(place, gain.cls, since, gain.seen, more);
    return { byPlayer, shared, among };
  }

  /** All gains that were set against what this one could have been, and so on: one of them was created. */
  #amongWhom(gain: Gain): Gain[] {
    const among = new Set([gain]);
    for (const one of among) {
      for (const cls of this.#recipes.madeOf(gain.cls))
        for (const rival of this.#losses.rivals(cls, accountOf(ALL_TOGETHER, gain.cls), one)) among.add(rival as Gain);
    }
    return [...among];
  }

  #leastOf(gain: Gain, whom: string): number {
    const { cls, members, links } = gain;
    const nodes = members.map((member) => ({ more: member.more, source: this.#sourceOf(member, gain, whom) }));
    const account = accountOf(whom, cls);
    const open = (one: number) => this.#losses.openTo(one, account, gain);
    const supplies = open(cls);
    const { least, drawn } = leastCreation(nodes, links, supplies);
    for (const [at, used] of drawn.entries()) this.#losses.take(supplies[at]!, cls, account, gain, used);
    if (least === 0) return 0;
    const available = (one: number) => open(one).reduce((sum, { amount }) => sum + amount, 0);
    const take = (one: number, units: number) => {
      let left = units;
      for (const supply of open(one)) {
        const part = Math.min(left, supply.amount);
        this.#losses.take(supply, one, account, gain, part);
        left -= part;
      }
    };
    return least - this.#recipes.make(cls, least, { available, take });
  }

  /** What others may have created is a source like any other. */
  #sourceOf({ place, since, creators, source }: GainMember, { cls, seen }: Gain, whom: string): number {
    const isOthers = whom !== ALL_TOGETHER && [...creators].some((playerId) => playerId !== whom);
    if (isOthers) return NO_LIMIT;
    return Math.min(NO_LIMIT, source + this.#origins.sourceAt(place, cls, since, seen));
  }
}

/** What explains the gains of one player is used up. Of all together it explains the gains of each class by itself. */
function accountOf(whom: string, cls: number): string {
  return whom === ALL_TOGETHER ? `all ${cls}` : whom;
}
