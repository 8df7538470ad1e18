import { freshMap, freshSet } from "../model/fresh-map.ts";
import { ownerOfPlace, type PlaceKey, placeKind } from "../model/place.ts";
import { Explanations } from "./explanations.ts";
import type { Fall, Falls } from "./falls.ts";
import { FedPlaces } from "./fed-places.ts";
import { MOST_LATE } from "./grants.ts";
import type { Gain, Growth, OwnedGrowth } from "./growth.ts";
import type { Handful, NotMissed } from "./handfuls.ts";
import { isContainer } from "./handlers.ts";
import type { Hints } from "./hints.ts";
import type { WatchList } from "./watch-list.ts";

export interface ReckoningParts {
  readonly watched: WatchList;
  readonly hints: Hints;
  /** What became less, to begin with: nothing. */
  readonly falls: Falls;
  /** True for goods that appear on purpose. */
  readonly isMeant: (growth: Growth) => boolean;
  readonly actualOf: (growth: OwnedGrowth) => number;
  /** The tick end at which it was first known what a player has. */
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
  readonly #explanations: Explanations;
  readonly #fed = new FedPlaces();
  /** What this tick end has found so far. */
  #growths: Growth[] = [];
  #fell = false;
  /** Places that were never looked at before, and what they hold. */
  #newPlaces = new Map<PlaceKey, Int32Array>();
  /** Places that were known before this tick, and broke in it after a last look. */
  #broken = new Set<PlaceKey>();
  /** Places that cannot be seen any more since this tick. */
  #darkened = new Set<PlaceKey>();
  #arrivals = new Map<PlaceKey, { readonly tickEnd: number; readonly numbers: readonly number[] }>();
  /** What is not explained yet. */
  #pending: Gain[] = [];

  constructor(parts: ReckoningParts) {
    this.#parts = parts;
    this.#watched = parts.watched;
    this.#hints = parts.hints;
    this.#explanations = new Explanations(parts.watched, parts.hints, parts.falls);
  }

  grew(growth: Growth): void {
    this.#growths.push(growth);
  }

  /** A place was looked at for the first time: nobody knows what it held before this tick. */
  cameToLight(place: PlaceKey, counts: Int32Array): void {
    this.#newPlaces.set(place, counts);
  }

  /** How much a player who came at that tick end may have gained in the same tick, without anybody being able to tell. */
  untraceableAtArrival(place: PlaceKey, number: number, tickEnd: number): number {
    const arrival = this.#arrivals.get(place);
    return arrival?.tickEnd === tickEnd ? (arrival.numbers[number] ?? 0) : 0;
  }

  /** A place cannot be seen any more. What was done there in this tick is still reckoned with what feeds it. */
  wentDark(place: PlaceKey): void {
    this.#darkened.add(place);
  }

  /** A container was broken after a last look: who looks there once more in this tick finds no new place. */
  broke(place: PlaceKey): void {
    if (!this.#newPlaces.has(place)) this.#broken.add(place);
  }

  fell(fall: Fall): void {
    this.#explanations.fell(fall);
    this.#fell = true;
  }

  /** How much of a material a player has gained that is still being looked for. */
  pendingOf(playerId: string, number: number): number {
    let sum = 0;
    for (const { holderId, number: other, left } of this.#pending) {
      if (holderId === playerId && other === number) sum += left;
    }
    return sum;
  }

  /**
   * Sorts out what the looks of one tick end found. What was picked up, and what was used up where it lay, is known by its number
   * and comes first; then what an event ties together, and what recipes took: all that is certain. What is left excuses whoever
   * may have got it. Returns what windows show and is not really there.
   */
  finishTickEnd(tickEnd: number): readonly Growth[] {
    const explanations = this.#explanations;
    const growths = this.#growths;
    this.#growths = [];
    const views = growths.filter(({ isView }) => isView);
    const owned = growths.filter((growth) => this.#isOwned(growth));
    // Who must explain something comes first.
    const inOrder = owned.length === growths.length ? owned : [...owned, ...growths];
    for (const growth of growths) explanations.byPickUp(growth);
    for (const [place, counts] of this.#newPlaces) explanations.byArriving(place, counts, tickEnd);
    for (const growth of owned) explanations.byBringing(growth);
    explanations.throughHands(tickEnd);
    for (const growth of growths) explanations.bySpilling(growth);
    const usedUp = this.#hints.used.takeUsedUp();
    const ingredients = usedUp.filter(({ isIngredient }) => isIngredient);
    const others = usedUp.filter(({ isIngredient }) => !isIngredient);
    explanations.used.takeOutHere(others);
    explanations.used.setAsideHere(ingredients);
    // How much was dropped is certain: what is left open is what grew elsewhere.
    for (const growth of owned) if (placeKind(growth.place) === "ground") explanations.byLink(growth, true);
    for (const growth of inOrder) explanations.byLink(growth, true);
    for (const growth of inOrder) explanations.byLink(growth, false);
    for (const growth of growths) this.#noteFed(growth);
    for (const growth of owned) explanations.byPassingOn(growth);
    explanations.used.takeOut(others, tickEnd);
    explanations.used.putBack();
    for (const growth of owned) explanations.byRecipe(growth);
    explanations.used.takeOut(ingredients, tickEnd);
    explanations.used.takeOutCrafted(this.#hints.used.takeCrafted(), tickEnd);
    explanations.used.takeOut(usedUp, tickEnd);
    explanations.throughPlaces(tickEnd);
    for (const growth of owned) {
      explanations.excuse(growth);
      this.#excuseUntraceable(growth, tickEnd);
    }
    this.#noteArrivals(tickEnd);
    for (const view of views) explanations.excuseView(view);
    for (const gain of this.#pending) {
      if (this.#fell) explanations.excuse(gain);
      if (tickEnd - gain.seen > MOST_LATE) continue;
      this.#excuseLate(gain);
      this.#excuseLatePickUp(gain);
    }
    this.#fell = false;
    for (const place of this.#darkened) this.#fed.forget(place, tickEnd);
    this.#fed.endTick(tickEnd);
    this.#darkened = freshSet(this.#darkened);
    this.#broken = freshSet(this.#broken);
    for (const growth of owned) if (growth.left > 0 && !this.#parts.isMeant(growth)) this.#wait(growth);
    return views;
  }

  /** Something was given, and only now that is known. */
  forgive(isGiven: (gain: Gain) => boolean): void {
    if (this.#pending.length > 0) this.#pending = this.#pending.filter((gain) => !isGiven(gain));
  }

  /** What was seen before a tick end since which everything was looked at again stays unexplained. */
  takeUnexplained(covered: number): Gain[] {
    this.#explanations.covered(covered);
    if (this.#pending.length === 0) return this.#pending;
    const open = this.#pending.filter(({ left }) => left > 0);
    this.#pending = open.filter(({ seen }) => seen > covered);
    return open.filter(({ seen }) => seen <= covered);
  }

  /** What came into a container by itself, before this look or the next ones, is not told from what somebody let grow there. */
  #noteFed({ number, place, left, holderId, isView }: Growth): void {
    if (left === 0 || holderId !== undefined || isView || !isContainer(place) || this.#newPlaces.has(place)) return;
    if (this.#fed.isFed(place, number) || this.#hints.handlers.isHandled(place)) return;
    this.#fed.grewByItself(place, number);
    for (const gain of this.#pending) {
      if (gain.number !== number) continue;
      if (gain.place === place) gain.left = 0;
      for (const [container, most] of gain.handled ?? []) if (container === place) excuseByAct(gain, most, place);
    }
  }

  #isOwned(growth: Growth): growth is OwnedGrowth {
    return growth.holderId !== undefined && growth.number < this.#watched.ledgerSize;
  }

  #wait(growth: OwnedGrowth): void {
    this.#pending.push({ ...growth, actual: this.#parts.actualOf(growth) });
  }

  /** What nobody could have told, whatever it was. */
  #excuseUntraceable(growth: OwnedGrowth, tickEnd: number): void {
    if (growth.left === 0) return;
    const { holderId, number, place, since, seen } = growth;
    if (this.#fed.isFed(place, number)) growth.left = 0;
    // It may have been in the player's hands before anybody looked at them.
    if (placeKind(place) !== "player" && since < this.#parts.arrivalOf(holderId)) growth.left = 0;
    if (seen === tickEnd) this.#excuseHandled(growth);
    this.#excuseLate(growth);
  }

  /** By what the player did in the tick in which it was seen; what players come with is known only after that tick. */
  #excuseHandled(growth: OwnedGrowth): void {
    const { holderId, number, place } = growth;
    const most = this.#hints.handlers.containersOf(holderId, number);
    growth.handled = [...most.keys()].map((container) => [container, most]);
    for (const container of most.keys()) {
      if (this.#fed.isFed(container, number)) excuseByAct(growth, most, container);
    }
    growth.notMissed = this.#hints.handfuls.notMissed(holderId, number);
    // What came to lie there and was picked up before anybody looked is as much a source as what lay there for a while.
    for (const [, handful] of growth.notMissed) {
      if (handful.lay !== undefined && handful.lay < handful.count) excuseBy(growth, handful);
    }
    growth.left -= Math.min(growth.left, this.#untraceable(holderId, number, place));
  }

  /** By what there is word of only now, or at last. */
  #excuseLate(growth: OwnedGrowth): void {
    const { holderId, number, place, since, seen, notMissed } = growth;
    const { handlers } = this.#hints;
    if (growth.left === 0) return;
    const handled = handlers.containersOf(holderId, number);
    for (const container of handled.keys()) {
      const isLate = container !== place && handlers.isLateWord(container, holderId, number);
      if (isLate) growth.handled?.push([container, handled]);
      const isFed = isLate && this.#fed.wasFed(container, number);
      if (isFed || handlers.isMadeUpFor(container, holderId, number, since)) excuseByAct(growth, handled, container);
    }
    this.#excusePickedUp(growth, notMissed ?? [], seen);
  }

  /** There is word only now that it was picked up, where something else has fallen since. */
  #excuseLatePickUp(gain: Gain): void {
    const { holderId, number, since } = gain;
    if (gain.left > 0) this.#excusePickedUp(gain, this.#hints.handfuls.notMissed(holderId, number), since + 1);
  }

  #excusePickedUp(growth: OwnedGrowth, notMissed: NotMissed, since: number): void {
    for (const [ground, handful] of notMissed) {
      if (this.#hints.handfuls.isSighted(ground, since)) excuseBy(growth, handful);
    }
  }

  #untraceable(playerId: string, number: number, to: PlaceKey): number {
    const isNew = (place: PlaceKey) => this.#newPlaces.has(place) && !this.#broken.has(place);
    return this.#hints.handlers.untraceable(playerId, number, (place) => place !== to && isNew(place));
  }

  /** What players who have just come did in this tick matters when it is known what they left with. */
  #noteArrivals(tickEnd: number): void {
    if (this.#newPlaces.size === 0) return;
    this.#arrivals = freshMap(this.#arrivals);
    for (const place of this.#newPlaces.keys()) {
      const owner = ownerOfPlace(place);
      if (owner === undefined) continue;
      const numbers = this.#watched.thresholds.map((_, number) => this.#untraceable(owner, number, place));
      if (numbers.some((amount) => amount > 0)) this.#arrivals.set(place, { tickEnd, numbers });
    }
    this.#newPlaces = freshMap(this.#newPlaces);
  }
}

/** One act excuses as much as it may have moved, once. */
function excuseByAct(growth: OwnedGrowth, most: Map<PlaceKey, number>, container: PlaceKey): void {
  const open = most.get(container) ?? 0;
  const part = Math.min(growth.left, open);
  growth.left -= part;
  most.set(container, open - part);
}

/** A handful excuses as much as was picked up, once. */
function excuseBy(growth: OwnedGrowth, handful: Handful): void {
  const part = Math.min(growth.left, handful.left);
  growth.left -= part;
  handful.left -= part;
}
