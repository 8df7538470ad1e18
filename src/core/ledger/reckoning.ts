import type { Holder } from "../detection/last-actors.ts";
import { ownerOfPlace, type PlaceKey, placeKind, recordOf } from "../place.ts";
import { type Fall, Falls, type FallTest, isSameMoment, type Movement } from "./falls.ts";
import type { Hints, UsedUp } from "./hints.ts";
import { type Ingredients, Makings } from "./makings.ts";
import { Views } from "./views.ts";
import type { WatchList } from "./watch-list.ts";

/** For what grows by itself. */
const NOBODYS = "";

/** A material became more at a place. */
export interface Growth extends Movement {
  /** Whom it must be explained for; nobody for what grows by itself: the ground, a chest that nobody handled. */
  readonly holder: Holder | undefined;
  /** True for what a window showed when it was first looked at: it may be a mere view of goods that are elsewhere. */
  readonly isView: boolean;
}

/** What a player gained and nothing explains. */
export interface Gain extends Growth {
  readonly holder: Holder;
  /** How much of the material the player had then. */
  readonly actual: number;
}

export interface ReckoningParts {
  readonly watched: WatchList;
  readonly hints: Hints;
  /** True for goods that appear on purpose. */
  readonly isMeant: (growth: Growth) => boolean;
  readonly actualOf: (growth: Growth) => number;
  /** The boundary at which it was first known what a player has. */
  readonly arrivalOf: (playerId: string) => number;
}

/**
 * Finds out where goods came from. What a player gained is explained by what became less elsewhere, or by what a recipe took;
 * what is not explained at once waits until every place was looked at again, and only then is it an excess.
 */
export class Reckoning {
  readonly #parts: ReckoningParts;
  readonly #watched: WatchList;
  readonly #hints: Hints;
  readonly #makings: Makings;
  readonly #falls = new Falls();
  /** What this boundary has found so far. */
  #growths: Growth[] = [];
  #fell = false;
  /** Places that were never looked at before. */
  readonly #newPlaces = new Set<PlaceKey>();
  readonly #arrivals = new Map<PlaceKey, { readonly boundary: number; readonly numbers: readonly number[] }>();
  /** What is not explained yet. */
  #pending: Gain[] = [];
  #boundary = 0;

  constructor(parts: ReckoningParts) {
    this.#parts = parts;
    this.#watched = parts.watched;
    this.#hints = parts.hints;
    this.#makings = new Makings(parts.watched);
  }

  grew(growth: Growth): void {
    this.#growths.push(growth);
  }

  /** A place was looked at for the first time: nobody knows what it held before this tick. */
  cameToLight(place: PlaceKey): void {
    this.#newPlaces.add(place);
  }

  /** How much a player who came at that boundary may have gained in the same tick, without anybody being able to tell. */
  untraceableAtArrival(place: PlaceKey, number: number, boundary: number): number {
    const arrival = this.#arrivals.get(place);
    return arrival?.boundary === boundary ? arrival.numbers[number]! : 0;
  }

  fell(fall: Fall): void {
    this.#falls.add(fall);
    this.#fell = true;
  }

  /** How much of a material a player has gained that is still being looked for. */
  pendingOf(playerId: string, number: number): number {
    let sum = 0;
    for (const { holder, number: other, left } of this.#pending) {
      if (holder.id === playerId && other === number) sum += left;
    }
    return sum;
  }

  /**
   * Sorts out what the looks of one boundary found. What an event ties together comes first, and then what was used up and what
   * recipes took: all that is certain. What is left excuses whoever may have got it. Returns what windows show and is not
   * really there.
   */
  endBoundary(boundary: number): readonly Growth[] {
    this.#boundary = boundary;
    const growths = this.#growths;
    this.#growths = [];
    const views = growths.filter(({ isView }) => isView);
    const owned = growths.filter(({ holder, number }) => holder !== undefined && number < this.#watched.ledgerSize);
    for (const growth of owned) this.#explainByLink(growth);
    for (const growth of growths) this.#explainByLink(growth);
    for (const growth of owned) this.#explainByPassingOn(growth);
    const usedUp = this.#hints.takeUsedUp();
    const ingredients = usedUp.filter(({ isIngredient }) => isIngredient);
    const others = usedUp.filter(({ isIngredient }) => !isIngredient);
    this.#takeOut(others, () => true);
    for (const growth of owned) this.#explainByRecipe(growth);
    this.#takeOut(ingredients, () => true);
    this.#takeOut(this.#hints.takeCrafted(), ({ seen }) => seen === boundary);
    for (const growth of owned) {
      this.#excuse(growth);
      this.#excuseUntraceable(growth);
    }
    this.#noteArrivals();
    for (const view of views) this.#excuseView(view);
    if (this.#fell) for (const gain of this.#pending) this.#excuse(gain);
    this.#fell = false;
    for (const growth of owned) if (growth.left > 0 && !this.#parts.isMeant(growth)) this.#wait(growth);
    return views;
  }

  /** Something was given, and only now that is known. */
  forgive(isGiven: (gain: Gain) => boolean): void {
    if (this.#pending.length > 0) this.#pending = this.#pending.filter((gain) => !isGiven(gain));
  }

  /** What was seen before a boundary since which everything was looked at again stays unexplained. */
  takeUnexplained(covered: number): Gain[] {
    this.#falls.prune(covered + 1);
    if (this.#pending.length === 0) return this.#pending;
    const open = this.#pending.filter(({ left }) => left > 0);
    this.#pending = open.filter(({ seen }) => seen > covered);
    return open.filter(({ seen }) => seen <= covered);
  }

  #wait(growth: Growth): void {
    this.#pending.push({ ...growth, holder: growth.holder!, actual: this.#parts.actualOf(growth) });
  }

  /** What nobody could have told, whatever it was. */
  #excuseUntraceable(growth: Growth): void {
    if (growth.left === 0) return;
    const { holder, number, place, since } = growth;
    // It may have been in the player's hands before anybody looked at them.
    if (ownerOfPlace(place) === undefined && since < this.#parts.arrivalOf(holder!.id)) growth.left = 0;
    growth.left -= Math.min(growth.left, this.#hints.pickedUpWhereMoreFell(holder!.id, number));
    growth.left -= Math.min(growth.left, this.#untraceable(holder!.id, number, growth.place));
  }

  #untraceable(playerId: string, number: number, to: PlaceKey): number {
    return this.#hints.untraceable(playerId, number, (place) => place !== to && this.#newPlaces.has(place));
  }

  /** What players who have just come did in this tick matters when it is known what they left with. */
  #noteArrivals(): void {
    if (this.#newPlaces.size === 0) return;
    this.#arrivals.clear();
    for (const place of this.#newPlaces) {
      const owner = ownerOfPlace(place);
      if (owner === undefined) continue;
      const numbers = this.#watched.thresholds.map((_, number) => this.#untraceable(owner, number, place));
      if (numbers.some((amount) => amount > 0)) this.#arrivals.set(place, { boundary: this.#boundary, numbers });
    }
    this.#newPlaces.clear();
  }

  /** One player acted at both places in this tick. What grew by itself may still be where a player put something. */
  #explainByLink(growth: Growth): void {
    const isMeant = (fall: Fall) => fall.seen === this.#boundary && this.#hints.isLinked(growth.place, fall.place);
    this.#falls.explain(growth, growth.holder?.id ?? NOBODYS, isMeant);
  }

  /** One player let go of it and another took it, at one place in one tick. */
  #explainByPassingOn(growth: Growth): void {
    if (growth.left === 0) return;
    const { number, place, holder } = growth;
    const isMeant = (fall: Fall) => fall.seen === this.#boundary && this.#hints.isPassedOn(place, fall.place, number);
    this.#falls.explain(growth, holder!.id, isMeant);
  }

  #explainByRecipe(growth: Growth): void {
    const whom = growth.holder!.id;
    const isMeant = (fall: Fall) => this.#isIngredient(fall, growth);
    this.#make(growth, {
      sum: (number) => this.#falls.sum(number, whom, isMeant),
      take: (number, amount) => void this.#falls.take(number, amount, whom, isMeant),
    });
  }

  /**
   * By what fell anywhere before the growth was seen, or out of the same hands again, and by what can have been made of it. What
   * fell earlier may have lain, meanwhile, where nobody looked: falls are kept until everything was looked at again.
   */
  #excuse(growth: Growth): void {
    const { number, place, left, seen } = growth;
    if (left === 0) return;
    // Two sessions of one account show the same goods: each is excused by itself.
    const whom = recordOf(place) === place ? growth.holder!.id : place;
    const isGround = placeKind(place) === "ground";
    // What is in a window is out of everybody's reach but the player's who has it open.
    const isInReach = ({ place: from }: Fall) => !Views.isView(from) || ownerOfPlace(from) === growth.holder!.id;
    const isBefore = (fall: Fall) => fall.since < seen && isInReach(fall);
    const isTheSame = (fall: Fall) =>
      isBefore(fall) || fall.place === place || (isGround && ownerOfPlace(fall.place) === whom);
    growth.left -= this.#falls.excuse(number, left, whom, isTheSame);
    this.#make(growth, {
      sum: (ingredient) => this.#falls.sum(ingredient, whom, isBefore),
      take: (ingredient, amount) => void this.#falls.excuse(ingredient, amount, whom, isBefore),
    });
  }

  #excuseView(view: Growth): void {
    view.left -= this.#falls.excuse(view.number, view.left, view.place, (fall) => isSameMoment(view, fall));
  }

  #make(growth: Growth, ingredients: Ingredients): void {
    if (growth.left === 0) return;
    growth.left = Math.max(0, growth.left - this.#makings.make(growth.number, growth.left, ingredients));
  }

  #isIngredient(fall: Fall, growth: Growth): boolean {
    if (fall.place !== growth.place && !this.#hints.isLinked(growth.place, fall.place)) return false;
    return isSameMoment(growth, fall);
  }

  /** Who used something up may have got it in the same tick: then it is missing where it was before. */
  #takeOut(usedUp: readonly UsedUp[], isMeant: FallTest): void {
    for (const entry of usedUp) {
      const { place, number } = entry;
      const isHere = (fall: Fall) => fall.place === place && isMeant(fall);
      const isLinked = (fall: Fall) => fall.seen === this.#boundary && this.#hints.isLinked(place, fall.place);
      entry.count -= this.#falls.take(number, entry.count, NOBODYS, isHere);
      entry.count -= this.#falls.take(number, entry.count, NOBODYS, isLinked);
    }
  }
}
