import type { PlaceKey } from "../../core/index.ts";
import { GOODS_KNOBS } from "./knobs.ts";
import { MAKINGS, type Material } from "./materials.ts";
import type { GoodsTruth, Growth } from "./truth.ts";

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
  const { tick, playerId, material, amount, isAttributable, container, passedInto, knownTick, seenTick } = growth;
  const from = tick - SAME_TIME_TICKS;
  const lookedForUntil = tick + DEADLINE_TICKS;
  if (!isAttributable) return { part: 0, doubt: "nothing names the player" };
  // What is still looked for is forgotten.
  if (truth.hasStopped(tick, lookedForUntil)) return { part: 0, doubt: "the server stopped" };
  // What the player left with, or had before anybody looked, is not known.
  const lastKnown = Math.min(knownTick, tick - GOODS_KNOBS.scanTicks);
  if (truth.hasComeOrGoneUnseen(playerId, lastKnown, Math.min(seenTick, lookedForUntil)))
    return { part: 0, doubt: "came or went unseen" };
  const handlings = truth.handlings.of(playerId, material, tick, Math.min(seenTick, lookedForUntil));
  // It may be what somebody else put there, unseen until then.
  if (handlings.some(({ place, isShared }) => isShared && (container === undefined || container === place)))
    return { part: 0, doubt: "several handled it" };
  const isFed = (place: PlaceKey) => truth.isFed(place, material, tick, lookedForUntil);
  // Put away before anybody looked, it is first seen there.
  const seenIn = container ?? (seenTick > tick ? passedInto : undefined);
  if (seenIn !== undefined && isFed(seenIn)) return { part: 0, doubt: "something feeds the container" };
  // What had just come into a container, and was taken out before anybody looked, was found missing nowhere.
  const mayBeFed = handlings.filter(({ tick: at, place }) => at === seenTick && isFed(place));
  const rest = amount - mayBeFed.length * material.maxStack;
  if (rest <= 0) return { part: 0, doubt: "something feeds the container" };
  const lost = (of: Material) => truth.unseenBetween(of, from, tick + SAME_TIME_TICKS, growth);
  const part = Math.max(0, rest - truth.usedBeside(growth) - withMade(material, lost));
  if (part === amount) return { part };
  if (part === rest) return { part, doubt: "something feeds the container" };
  return { part, doubt: lost(material) >= amount ? "as much was lost unseen" : "may be made of what was lost unseen" };
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
