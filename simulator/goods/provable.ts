import type { PlaceKey } from "../../src/core/index.ts";
import type { Handling } from "./handlings.ts";
import { GOODS_KNOBS } from "./knobs.ts";
import { MAKINGS, MATERIALS, type Material } from "./materials.ts";
import { EARLY_TICKS, type GoodsTruth, type Growth, type Loss } from "./truth.ts";

/**
 * Goods that leave unseen may be what somebody gained as long before or after as it takes to look at everybody twice: each
 * place is looked at once in so many ticks, and so is each player.
 */
const SAME_TIME_TICKS = 420;
/** Recipes one after the other. */
const MAX_STEPS = 3;
/** What grew is told within two scans of all players, and the passes over all places beside them. */
export const DEADLINE_TICKS = 480;

/** Why nobody can prove that something grew. */
export type Doubt =
  | "nothing names the player"
  | "the server stopped"
  | "came or went unseen"
  | "several handled it"
  | "something feeds the container"
  | "as much was lost unseen"
  | "may be made of what was lost unseen";

/** How much of a growth nothing else can explain, to whoever sees all that there is to see, and why it is not more. */
export function provablePart(truth: GoodsTruth, growth: Growth): { readonly part: number; readonly doubt?: Doubt } {
  const { amount, material } = growth;
  const { rest, doubt } = traceable(truth, growth);
  if (rest === 0 && doubt !== undefined) return { part: 0, doubt };
  const lost = (of: Material) => sumOf(lossesFor(truth, of, growth));
  const part = Math.max(0, rest - withMade(material, lost));
  if (part === amount) return { part };
  if (part === rest && doubt !== undefined) return { part, doubt };
  return { part, doubt: lost(material) >= amount ? "as much was lost unseen" : "may be made of what was lost unseen" };
}

/**
 * How much of all growths of an account, after each of them, nothing else can explain. What was lost unseen is at most one of
 * them: either it is set against each growth by itself, or all of it that may be any of them against all together.
 */
export function provableSums(truth: GoodsTruth, growths: readonly Growth[]): number[] {
  const losses = new Map<Material, Set<Loss>>();
  let each = 0;
  let rest = 0;
  return growths.map((growth) => {
    each += provablePart(truth, growth).part;
    const open = traceable(truth, growth).rest;
    if (open > 0) {
      rest += open;
      for (const of of MATERIALS) {
        const known = losses.get(of) ?? new Set();
        for (const loss of lossesFor(truth, of, growth)) known.add(loss);
        losses.set(of, known);
      }
    }
    const together = rest - withMade(growth.material, (of) => sumOf([...(losses.get(of) ?? [])]));
    return Math.max(each, together);
  });
}

function lossesFor(truth: GoodsTruth, of: Material, growth: Growth): Loss[] {
  return truth.unseenBetween(of, growth.tick - SAME_TIME_TICKS, growth.tick + SAME_TIME_TICKS, growth);
}

function sumOf(losses: readonly Loss[]): number {
  return losses.reduce((sum, { count }) => sum + count, 0);
}

/** What is left of a growth when everything is taken off that nobody can tell, whatever was lost elsewhere. */
function traceable(truth: GoodsTruth, growth: Growth): { readonly rest: number; readonly doubt?: Doubt } {
  const { tick, playerId, material, amount, isAttributable, container, passedInto, knownTick, seenTick } = growth;
  const lookedForUntil = tick + DEADLINE_TICKS;
  if (!isAttributable) return { rest: 0, doubt: "nothing names the player" };
  // What is still looked for is forgotten.
  if (truth.hasStopped(tick, lookedForUntil)) return { rest: 0, doubt: "the server stopped" };
  // What the player left with, or had before anybody looked, is not known.
  const lastKnown = Math.min(knownTick, tick - GOODS_KNOBS.scanTicks);
  if (truth.hasComeOrGoneUnseen(playerId, lastKnown, Math.min(seenTick, lookedForUntil)))
    return { rest: 0, doubt: "came or went unseen" };
  const handlings = truth.handlings.of(playerId, material, tick, Math.min(seenTick, lookedForUntil));
  // It may be what somebody else put there, unseen until then: into the hands a stack at a time.
  const shared = handlings.filter(
    ({ place, others }) => others > 0 && (container === undefined || container === place),
  );
  const notShared = amount - shared.reduce((sum, { others }) => sum + others * material.maxStack, 0);
  if (notShared <= 0 || (container !== undefined && shared.length > 0)) return { rest: 0, doubt: "several handled it" };
  const isFed = (place: PlaceKey) => truth.isFed(place, material, tick, lookedForUntil);
  // Put away before anybody looked, it is first seen there.
  const seenIn = container ?? (seenTick > tick ? passedInto : undefined);
  if (seenIn !== undefined && isFed(seenIn)) return { rest: 0, doubt: "something feeds the container" };
  // What had just come into a container, and was taken out before anybody looked, was found missing nowhere. What was put in at
  // that look has come by itself, as far as anybody can see.
  const atTheLook = handlings.filter(({ tick: at, place }) => at === seenTick && isFed(place));
  const mayBeFed = [...atTheLook, ...toldLate(truth, growth).filter((handling) => !atTheLook.includes(handling))];
  const notFed = mayBeFed.reduce((left, { put }) => left - material.maxStack - put, notShared);
  if (notFed <= 0) return { rest: 0, doubt: "something feeds the container" };
  const rest = Math.max(0, notFed - truth.usedBeside(growth));
  if (mayBeFed.length > 0) return { rest, doubt: "something feeds the container" };
  return shared.length > 0 ? { rest, doubt: "several handled it" } : { rest };
}

/** What the player handled at fed containers, and there may have been word of it only after the growth had been seen. */
function toldLate(truth: GoodsTruth, { playerId, material, seenTick }: Growth): readonly Handling[] {
  const from = seenTick - GOODS_KNOBS.faults.maxLateTicks;
  const handlings = truth.handlings.of(playerId, material, from, seenTick + EARLY_TICKS);
  return handlings.filter(
    ({ isLate, tick, place, material: about }) =>
      isLate && about !== undefined && truth.isFed(place, material, tick, tick + DEADLINE_TICKS),
  );
}

/** How much there is of a material, and what can be made of the rest; nothing is made of itself, by way of something else. */
function withMade(material: Material, count: (of: Material) => number, chain: readonly Material[] = []): number {
  if (chain.includes(material)) return 0;
  let all = count(material);
  if (chain.length === MAX_STEPS) return all;
  for (const making of MAKINGS.filter(({ makes }) => makes === material)) {
    const times = making.from.map(([part, needed]) => Math.floor(withMade(part, count, [material, ...chain]) / needed));
    all += Math.min(...times) * making.count;
  }
  return all;
}
