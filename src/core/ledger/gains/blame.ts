import type { SelfFillingContainers } from "../counts/self-filling-containers.ts";
import { RecipeYield } from "../materials/recipe-yield.ts";
import type { Member } from "./class-balance.ts";
import type { Evidence } from "./evidence.ts";
import { NO_LIMIT } from "./flow-network.ts";
import type { Gain } from "./gain.ts";
import { leastCreation, type Node, type Supply } from "./least-creation.ts";
import type { Loss, Losses, OpenLoss } from "./losses.ts";

/** How much must have been created, in units of the gain's class. */
export interface Blame {
  /**
   * What each player must have created, whatever others did, and in which gains. Players who need not have created anything are missing.
   */
  readonly byPlayer: ReadonlyMap<string, readonly Created[]>;
  /** What several of them must have created beyond that; nobody can tell who. */
  readonly shared: number;
  /** The gains among which the shared part was created. */
  readonly among: readonly Gain[];
}

/** So many units were created in a gain. */
export interface Created {
  readonly gain: Gain;
  readonly units: number;
}

/** A gain that losses explain, in whole or in part. */
interface ExplainedGain {
  readonly gain: Gain;
  readonly nodes: readonly Node[];
  readonly links: Gain["links"];
  readonly supplies: readonly OpenLoss[];
  /** How many units of the gain's class one unit of each class makes. */
  readonly yields: ReadonlyMap<number, number>;
  told: number;
}

/** The account of everybody at once, for what only several together can have created. */
const ALL_TOGETHER = "";

/**
 * Finds out who must have created something, after everything that may explain a gain was looked at again. A loss may be anybody's
 * gain. So it is set against the gains of each player in turn, and against those of all together, class by class. In each of these
 * accounts it explains its amount once, in whichever gains.
 */
export class Blames {
  readonly #losses: Losses;
  readonly #selfFilling: SelfFillingContainers;
  readonly #recipes: RecipeYield;
  /** By account. */
  readonly #claims = new Map<string, ExplainedGain[]>();

  constructor({ losses, selfFilling, watched }: Pick<Evidence, "losses" | "selfFilling" | "watched">) {
    this.#losses = losses;
    this.#selfFilling = selfFilling;
    this.#recipes = new RecipeYield(watched);
  }

  blameFor(gain: Gain): Blame {
    const creators = new Set(gain.members.flatMap(({ creators: these }) => [...these]));
    const byPlayer = new Map<string, readonly Created[]>();
    let sum = 0;
    for (const playerId of creators) {
      const created = this.#leastOf(gain, playerId);
      if (created.length > 0) byPlayer.set(playerId, created);
      sum += unitsOf(created);
    }
    const shared = Math.max(0, unitsOf(this.#leastOf(gain, ALL_TOGETHER)) - sum);
    const among = shared > 0 ? this.#amongWhom(gain) : [];
    return { byPlayer, shared, among };
  }

  /** True if all of it was made of what was used up there: then it need not wait for anything else. */
  isMadeThere(gain: Gain): boolean {
    const isUsedUp = ({ loss }: OpenLoss) => loss.isUsedUp === true;
    return this.#suppliesOf(gain).some(isUsedUp) && this.#claimOf(gain, ALL_TOGETHER).most === 0;
  }

  /** Goods that were lost up to a tick explain no later gain. */
  forget(upTo: number): void {
    for (const [account, claims] of this.#claims) {
      const kept = claims.filter(
        ({ supplies, links }) =>
          supplies.some(({ loss }) => loss.seen > upTo) ||
          links.some(({ gate }) => gate !== undefined && gate.seen > upTo),
      );
      if (kept.length === 0) this.#claims.delete(account);
      else if (kept.length < claims.length) this.#claims.set(account, kept);
    }
  }

  /** This gain, all gains that share a loss with it, and so on: one of them was created. */
  #amongWhom(gain: Gain): Gain[] {
    const claims = this.#claims.get(accountOf(ALL_TOGETHER, gain.classIndex)) ?? [];
    const among = new Set([gain]);
    const losses = new Set(this.#suppliesOf(gain).map(({ loss }) => loss));
    for (let size = 0; size < among.size; ) {
      size = among.size;
      for (const claim of claims) {
        if (among.has(claim.gain) || !claim.supplies.some(({ loss }) => losses.has(loss))) continue;
        among.add(claim.gain);
        for (const { loss } of claim.supplies) losses.add(loss);
      }
    }
    return [...among];
  }

  /** Part of it may belong to earlier gains: what explained them may be forgotten by now. */
  #leastOf(gain: Gain, whom: string): Created[] {
    const { claim, most } = this.#claimOf(gain, whom);
    const created: Created[] = [];
    if (most === 0) return created;
    const account = accountOf(whom, gain.classIndex);
    const claims = [claim, ...(this.#claims.get(account) ?? [])];
    const supplies = this.#suppliesTo(claims);
    for (let left = leastCreation(claims, supplies); left > 0; ) {
      const rests = claims.map((one) => ({ one, rest: this.#restWithout(one, claims, supplies) }));
      // As much as possible in one gain, and all of that gain rather than a part of a larger one: parts of pieces are not told.
      rests.sort((first, other) => first.rest - other.rest || needOf(first.one) - needOf(other.one));
      const { one, rest } = rests[0]!;
      one.told += left - rest;
      created.push({ gain: one.gain, units: left - rest });
      left = rest;
    }
    if (claim.told < most) this.#claims.set(account, claims);
    return created;
  }

  /** What was created, and not told yet, if nothing of it was in one of the gains. */
  #restWithout(one: ExplainedGain, claims: readonly ExplainedGain[], supplies: readonly Supply[]): number {
    const { told } = one;
    one.told = NO_LIMIT;
    const rest = leastCreation(claims, supplies);
    one.told = told;
    return rest;
  }

  /** `most` is what was created if nothing explains the gain but what was used up there, which explains no other. */
  #claimOf(gain: Gain, whom: string): { readonly claim: ExplainedGain; readonly most: number } {
    const { members, links, classIndex } = gain;
    const supplies = this.#suppliesOf(gain);
    const lost = (one: number) =>
      supplies.reduce((sum, { loss, classIndex: of }) => sum + (of === one ? loss.left : 0), 0);
    const yields = this.#recipes.yields(classIndex, lost);
    const nodes = members.map((member) => ({ more: member.more, source: this.#sourceOf(member, gain, whom) }));
    const claim: ExplainedGain = { gain, nodes, links, supplies, yields, told: 0 };
    const unexplained = {
      ...claim,
      supplies: supplies.filter(({ loss }) => loss.isUsedUp === true),
      links: links.filter(({ gate }) => gate === undefined),
    };
    return { claim, most: leastCreation([unexplained], this.#suppliesTo([unexplained])) };
  }

  /** Losses, gifts and what came by itself: each may be the gain, or what it was made of. */
  #suppliesOf(gain: Gain): OpenLoss[] {
    return [...this.#recipes.madeOf(gain.classIndex)].flatMap((classIndex) => [
      ...this.#losses.openTo(classIndex, gain).filter(({ loss }) => !loss.isUsedUp || classIndex !== gain.classIndex),
      ...this.#ingredientsAt(gain, classIndex),
    ]);
  }

  /** Joins losses that are open to the same places: there are only as many kinds as earlier looks, however many losses there are. */
  #suppliesTo(claims: readonly ExplainedGain[]): Supply[] {
    const openTo = new Map<Loss, { readonly nodes: readonly number[]; readonly amount: number }>();
    let first = 0;
    for (const { nodes, supplies, yields } of claims) {
      for (const { loss, classIndex, openTo: at } of supplies) {
        const amount = loss.left * (yields.get(classIndex) ?? 0);
        if (amount === 0) continue;
        const open = openTo.get(loss) ?? { nodes: [], amount: 0 };
        const nodes = [...open.nodes, ...at.map((node) => first + node)];
        openTo.set(loss, { nodes, amount: Math.max(open.amount, amount) });
      }
      first += nodes.length;
    }
    const kinds = new Map<string, { readonly openTo: readonly number[]; amount: number }>();
    for (const { nodes, amount } of openTo.values()) {
      const key = nodes.join();
      const kind = kinds.get(key) ?? { openTo: nodes, amount: 0 };
      kind.amount += amount;
      kinds.set(key, kind);
    }
    return [...kinds.values()];
  }

  /** Goods that others may have created are a source like any other. No more feeds a container than fits through its six sides. */
  #sourceOf(member: Member, { classIndex, seen }: Gain, whom: string): number {
    const isOthers = whom !== ALL_TOGETHER && [...member.creators].some((playerId) => playerId !== whom);
    return isOthers ? NO_LIMIT : Math.max(member.source, this.#selfFilling.sourceAt(member, classIndex, seen));
  }

  /** Ingredients that may have come by themselves to a place of the gain, as far as that is known by now. */
  #ingredientsAt({ members, seen, classIndex: made }: Gain, classIndex: number): OpenLoss[] {
    if (classIndex === made) return [];
    return members.flatMap((member, at) => {
      const left = this.#selfFilling.sourceAt(member, classIndex, seen);
      const loss = { since: member.since, seen, places: [member.place], isSilent: true, left };
      return left === 0 ? [] : [{ loss, classIndex, openTo: [at] }];
    });
  }
}

/** How much more there was. */
function needOf({ nodes }: ExplainedGain): number {
  return nodes.reduce((sum, { more }) => sum + Math.max(0, more), 0);
}

function unitsOf(created: readonly Created[]): number {
  return created.reduce((sum, { units }) => sum + units, 0);
}

function accountOf(whom: string, classIndex: number): string {
  return `${whom} ${classIndex}`;
}
