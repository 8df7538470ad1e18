import { type PlaceKey, placeKind } from "../../../src/core/index.ts";
import { GOODS, type Material } from "../../world/material.ts";
import { kindOf, MAKINGS, weightOf } from "../../world/recipes.ts";
import { EARLY_TICKS, FED_PER_TICK, type GoodsTruth, type Growth, type Loss } from "./goods-truth.ts";
import type { Handling } from "./handlings.ts";

/**
 * Goods that leave unseen may be what somebody gained up to this long before or after. It takes that long to look at everything twice:
 * a pass over all places takes about 35 ticks, nobody goes without a look for much longer, and a loss is seen as late as a gain.
 */
const SAME_TIME_TICKS = 140;
/** One act moves a stack at most. */
const LARGEST_STACK = 64;
/** How many recipes may follow one another. */
const MAX_STEPS = 2;
/** Growth is told within two scans of all players and the passes over all places that run beside them. */
export const DEADLINE_TICKS = 480;

/** Why nobody can prove that something grew. */
export type Doubt =
  | "nothing names the player"
  | "the server stopped"
  | "came or went unseen"
  | "the player has not come back"
  | "in creative mode"
  | "given on purpose"
  | "several handled it"
  | "something feeds the container"
  | "as much was lost unseen"
  | "may be made of what was lost unseen";

/** The part of a growth that nothing else can explain, even to an observer who sees all there is to see, and why it is not more. */
export function provablePart(truth: GoodsTruth, growth: Growth): { readonly part: number; readonly doubt?: Doubt } {
  const { amount, material } = growth;
  const { rest, doubt, fed } = traceable(truth, growth);
  if (rest === 0 && doubt !== undefined) return { part: 0, doubt };
  const lost = (kind: Material) => sumOf(lossesFor(truth, kind, growth));
  const part = Math.max(
    0,
    rest -
      inMaterial(
        material,
        withMade(kindOf(material), (kind) => lost(kind) + fed(kind)),
      ),
  );
  if (part === amount) return { part };
  if (part === rest && doubt !== undefined) return { part, doubt };
  const isSame = lost(kindOf(material)) >= amount * weightOf(material);
  return { part, doubt: isSame ? "as much was lost unseen" : (doubt ?? "may be made of what was lost unseen") };
}

/**
 * The part of all growths of an account, after each of them, that nothing else can explain. A loss explains at most one growth: either
 * each growth is reduced by its own losses, or their sum is reduced by all losses together. The larger result counts.
 */
export function provableSums(truth: GoodsTruth, growths: readonly Growth[]): number[] {
  const losses = new Map<Material, Set<Loss>>();
  const fedIn = new Map<Material, number>();
  let each = 0;
  let rest = 0;
  return growths.map((growth) => {
    each += provablePart(truth, growth).part;
    const { rest: open, fed } = traceable(truth, growth);
    if (open > 0) {
      rest += open;
      for (const kind of KINDS) {
        fedIn.set(kind, (fedIn.get(kind) ?? 0) + fed(kind));
        const known = losses.get(kind) ?? new Set();
        for (const loss of lossesFor(truth, kind, growth)) known.add(loss);
        losses.set(kind, known);
      }
    }
    const unitsOf = (kind: Material) => sumOf([...(losses.get(kind) ?? [])]) + (fedIn.get(kind) ?? 0);
    const lost = withMade(kindOf(growth.material), unitsOf);
    return Math.max(each, rest - inMaterial(growth.material, lost));
  });
}

const KINDS: readonly Material[] = [...new Set(GOODS.map(kindOf))];

/** All that was lost of a kind, in units of its lightest material. */
function lossesFor(truth: GoodsTruth, kind: Material, growth: Growth): Loss[] {
  return truth.unseenBetween(kind, growth.tick - SAME_TIME_TICKS, growth.tick + SAME_TIME_TICKS, growth);
}

function sumOf(losses: readonly Loss[]): number {
  return losses.reduce((sum, { units }) => sum + units, 0);
}

/** Rounds up: a part of a piece may hide a whole piece. */
function inMaterial(material: Material, units: number): number {
  return Math.ceil(units / weightOf(material));
}

interface Traceable {
  /** What is left of a growth without everything that nobody can tell apart. Losses elsewhere are not counted here. */
  readonly rest: number;
  readonly doubt?: Doubt;
  /** How much of other kinds has come by itself to containers at hand: something may have been made of it. */
  readonly fed: (kind: Material) => number;
}

/** Nothing of a growth can be proven. */
const nothing = (doubt: Doubt): Traceable => ({ rest: 0, doubt, fed: () => 0 });

function traceable(truth: GoodsTruth, growth: Growth): Traceable {
  const { tick, playerId, material, amount, isAttributable, container, passedInto, knownTick, seenTick } = growth;
  const lookedForUntil = tick + DEADLINE_TICKS;
  if (!isAttributable) return nothing("nothing names the player");
  if (growth.isAway === true && seenTick > lookedForUntil) return nothing("the player has not come back");
  if (truth.hasStopped(growth, lookedForUntil)) return nothing("the server stopped");
  // Nobody knows what the player left with, or had before the first look.
  const lastKnown = Math.min(knownTick, tick - truth.scanTicks);
  if (truth.hasComeOrGoneUnseen(playerId, lastKnown, Math.min(seenTick, lookedForUntil)))
    return nothing("came or went unseen");
  if (growth.isCreative === true) return nothing("in creative mode");
  if (truth.isOnPurpose(growth)) return nothing("given on purpose");
  const until = Math.min(seenTick, lookedForUntil);
  const handled = truth.handlings.of(playerId, knownTick - EARLY_TICKS, until + EARLY_TICKS);
  // Somebody else may have done it there, and that may be reported only later.
  const isShared = (handling: Handling) => truth.handlings.isShared(handling, EARLY_TICKS);
  const since = Math.min(knownTick, growth.handsKnownTick ?? knownTick) - EARLY_TICKS;
  if (handled.some(isShared) || truth.handlings.isOpenShared(playerId, since, until + EARLY_TICKS))
    return nothing("several handled it");
  const seenIn = container ?? (seenTick > tick ? passedInto : undefined);
  // The word of an opening may be late: nobody can tell one that came after the growth was seen from one that came in time.
  const opened = truth.handlings.openOf(playerId, since, until + EARLY_TICKS);
  const near = [seenIn, ...opened, ...handled.map(({ place }) => place)];
  // Goods that are known only because the hands lack what was dropped may have come there while the word of it was on its way.
  const isOnlySaid = placeKind(growth.place) === "ground" || growth.isDropped === true;
  const from = container === undefined ? since + (isOnlySaid ? 0 : EARLY_TICKS) : knownTick;
  const ticks = Math.max(1, until - from);
  const between = handled.filter((handling) => handling.tick > knownTick && handling.tick <= until);
  // Nobody has seen yet what feeds a place at which nobody had looked for some ticks.
  const unseenTicks = (place: PlaceKey) =>
    Math.max(0, ...between.map((one) => (one.place === place ? (one.unseenTicks ?? 0) : 0)));
  const at = [...new Set(near.filter((place) => place !== undefined))];
  if (at.some((place) => truth.wasFilled(place, kindOf(material), from, until)))
    return nothing("something feeds the container");
  const fed = (kind: Material, unseen: (place: PlaceKey) => number = () => 0) => {
    const mayFeed = (place: PlaceKey) =>
      Math.max(truth.fedWith(place, kind, tick, lookedForUntil) * ticks, unseen(place));
    return FED_PER_TICK * at.reduce((sum, place) => sum + mayFeed(place), 0);
  };
  const own = fed(kindOf(material), (place) => weightOf(material) * unseenTicks(place));
  const notFed = Math.max(0, amount - inMaterial(material, own));
  if (notFed === 0) return nothing("something feeds the container");
  const ingredients = (kind: Material) => (kind === kindOf(material) ? 0 : fed(kind));
  const isFed = own > 0 || withMade(kindOf(material), ingredients) > 0;
  // Somebody who has the container open may have put in what came out of it without a word: a stack with each act.
  const acts = between.filter((handling) => container === undefined && truth.handlings.isOpenToOthers(handling));
  const notShared = Math.max(0, notFed - acts.length * LARGEST_STACK);
  if (notShared === 0) return nothing("several handled it");
  const rest = Math.max(0, notShared - truth.usedBeside(growth));
  const doubt = acts.length > 0 ? "several handled it" : isFed ? "something feeds the container" : undefined;
  return { rest, fed: ingredients, ...(doubt && { doubt }) };
}

/** How much there is of a kind, with what can be made from other kinds. Nothing is made from itself by way of another kind. */
function withMade(kind: Material, unitsOf: (kind: Material) => number, chain: readonly Material[] = []): number {
  if (chain.includes(kind)) return 0;
  let all = unitsOf(kind);
  if (chain.length === MAX_STEPS) return all;
  for (const { makes, count, from } of MAKINGS) {
    if (kindOf(makes) !== kind || from.some(([part]) => kindOf(part) === kind)) continue;
    const times = from.map(([part, needed]) => {
      const units = withMade(kindOf(part), unitsOf, [kind, ...chain]);
      return Math.floor(units / weightOf(part) / needed);
    });
    all += Math.min(...times) * count * weightOf(makes);
  }
  return all;
}
