import { ownerOfPlace, type PlaceKey, placeKind, recordOf } from "../model/place.ts";
import { type Claim, type Fall, type Falls, isAt, isSameMoment, NOBODYS, ownOf } from "./falls.ts";
import type { Growth, OwnedGrowth } from "./growth.ts";
import type { Hints } from "./hints.ts";
import { type Ingredients, Makings } from "./makings.ts";
import { UsedFalls } from "./used-falls.ts";
import { Views } from "./views.ts";
import type { WatchList } from "./watch-list.ts";

/** The ways in which what became less explains what became more: for certain, or as a mere excuse. */
export class Explanations {
  /** What became less because it was used up. */
  readonly used: UsedFalls;
  readonly #hints: Hints;
  readonly #makings: Makings;
  readonly #falls: Falls;
  /** What this tick end has found to fall. */
  #fresh: Fall[] = [];
  #covered = -1;

  constructor(watched: WatchList, hints: Hints, falls: Falls) {
    this.#falls = falls;
    this.#hints = hints;
    this.#makings = new Makings(watched);
    this.used = new UsedFalls(falls, hints);
  }

  fell(fall: Fall): void {
    this.#falls.add(fall);
    this.#fresh.push(fall);
  }

  /** Everything was looked at again since this tick end. */
  covered(tickEnd: number): void {
    this.#covered = tickEnd;
    this.#falls.prune(tickEnd + 1);
  }

  /** The event says how much was picked up, and where: of what left the ground each player has that much before anybody else. */
  byPickUp(growth: Growth): void {
    const { number, place, holderId, seen } = growth;
    if (!this.#hints.handfuls.isAnyPickedUp || holderId === undefined || placeKind(place) === "ground") return;
    for (const [ground, handful] of this.#hints.handfuls.pickedUpBy(holderId, number)) {
      if (handful.player.place !== place) continue;
      const most = Math.min(handful.left, growth.left);
      const found = this.#falls.take(number, most, { whom: holderId, number }, (fall) => isAt(fall, ground, seen));
      growth.left -= found;
      handful.left -= found;
    }
  }

  /**
   * What was picked up and is not in the player's slots has left them again before anybody looked: so much fell there, whatever
   * the sum of both shows, and not before it was last seen to lie on the ground, or the player without it.
   */
  throughHands(tickEnd: number): void {
    if (!this.#hints.handfuls.isAnyPickedUp) return;
    for (const [ground, handful] of this.#hints.handfuls.allPickedUp()) {
      const { number, player, handsSeen = this.#covered } = handful;
      const { place } = player;
      const claim = { whom: player.id, number };
      let since = Math.min(handsSeen, tickEnd - 1);
      const left = this.#falls.take(number, handful.left, claim, (fall) => {
        if (!isAt(fall, ground, tickEnd)) return false;
        since = Math.min(since, fall.since);
        return true;
      });
      handful.left -= left;
      if (left > 0) this.#falls.add({ number, place, left, since, seen: tickEnd });
    }
  }

  /**
   * Who is looked at for the first time, and holds this, has it from where it is missing now: that explains what this player
   * brings along, and nothing else.
   */
  byArriving(place: PlaceKey, counts: Int32Array, tickEnd: number): void {
    const owner = ownerOfPlace(place);
    const onlyFor = ownOf(place);
    if (owner === undefined || onlyFor === undefined || placeKind(place) !== "player") return;
    for (let number = 0; number < counts.length; number++) {
      const isTaken = (fall: Fall) => fall.seen === tickEnd && this.#isLinked(place, fall.place, number);
      const claim = { whom: onlyFor, number };
      const left = counts[number] === 0 ? 0 : this.#falls.take(number, counts[number]!, claim, isTaken);
      if (left === 0) continue;
      this.#falls.add({ number, place, left, since: this.#covered, seen: tickEnd, onlyFor });
      let found = left;
      for (const [, handful] of this.#hints.handfuls.pickedUpBy(owner, number)) {
        const part = Math.min(found, handful.left);
        handful.left -= part;
        found -= part;
      }
    }
  }

  /** What a player brought along, by what was kept for that. */
  byBringing(growth: OwnedGrowth): void {
    const whom = whomOf(growth);
    this.#falls.explain(growth, whom, (fall) => fall.onlyFor === whom && isAt(fall, growth.place, growth.seen));
  }

  /** What fell out of a broken container lies on the ground, as far as that has become more, and is in nobody's hands yet. */
  bySpilling(growth: Growth): void {
    const { place, holderId, seen } = growth;
    if (holderId !== undefined || placeKind(place) !== "ground") return;
    const isMeant = (fall: Fall) => fall.seen === seen && this.#hints.handlers.isSpilled(fall.place, place);
    this.#falls.explain(growth, NOBODYS, isMeant);
  }

  /**
   * One player acted at both places in this tick, with that very material, or else with something that may have been swapped for
   * it. What grew by itself may still be where a player put something.
   */
  byLink(growth: Growth, isAboutIt: boolean): void {
    if (growth.left === 0) return;
    const { place, holderId, seen, number } = growth;
    const about = isAboutIt ? number : undefined;
    // What somebody must explain came from elsewhere. What merely shows again is what was there before.
    const isFrom = (from: PlaceKey) => from !== place || holderId === undefined;
    const isMeant = (fall: Fall) =>
      fall.seen === seen && isFrom(fall.place) && this.#isLinked(place, fall.place, about);
    this.#falls.explain(growth, holderId ?? NOBODYS, isMeant);
  }

  /** One player let go of it and another took it, at one place in one tick. */
  byPassingOn(growth: OwnedGrowth): void {
    if (growth.left === 0) return;
    const { number, place, holderId, seen } = growth;
    const isMeant = (fall: Fall) => fall.seen === seen && this.#hints.handlers.isPassedOn(place, fall.place, number);
    this.#falls.explain(growth, holderId, isMeant);
  }

  byRecipe(growth: OwnedGrowth): void {
    if (growth.left === 0) return;
    const claim = claimOf(growth);
    const isMeant = (fall: Fall) => this.#isIngredient(fall, growth);
    this.#make(growth, {
      sum: (number) => this.#falls.sum(number, claim, isMeant),
      take: (number, amount) => void this.#falls.take(number, amount, claim, isMeant),
      spare: (number, left) => this.#falls.add(spareOf(growth, number, left)),
    });
  }

  /**
   * By what fell anywhere before the growth was seen, or out of the same hands again, and by what can have been made of it. What
   * fell earlier may have lain, meanwhile, where nobody looked: falls are kept until everything was looked at again.
   */
  excuse(growth: OwnedGrowth): void {
    const { number, place, left, seen, holderId } = growth;
    if (left === 0) return;
    const claim = claimOf(growth);
    const isGround = placeKind(place) === "ground";
    // What is in a window is out of everybody's reach but the player's who has it open.
    const isInReach = ({ place: from }: Fall) => !Views.isView(from) || ownerOfPlace(from) === holderId;
    const isBefore = (fall: Fall) => fall.since < seen && isInReach(fall);
    const isSameHands = ({ place: from, onlyAbout }: Fall) =>
      onlyAbout === undefined && (isGround ? ownerOfPlace(from) === claim.whom : from === place);
    growth.left -= this.#falls.excuse(number, left, claim, (fall) => isBefore(fall) || isSameHands(fall));
    this.#make(growth, {
      sum: (ingredient) => this.#falls.sum(ingredient, claim, isBefore),
      take: (ingredient, amount) => void this.#falls.excuse(ingredient, amount, claim, isBefore),
      spare: (ingredient, amount) => this.#falls.add({ ...spareOf(growth, ingredient, amount), onlyAbout: number }),
    });
  }

  /** What is in a player's window is in that player's hands no more than once. */
  excuseView(view: Growth): void {
    const { number, place, left } = view;
    const claim = { whom: ownerOfPlace(place) ?? place, number };
    view.left -= this.#falls.excuse(number, left, claim, (fall) => isSameMoment(view, fall));
  }

  /**
   * What somebody moved away and is not where it went has made up for as much that had left there before, at any time since the
   * last look.
   */
  throughPlaces(tickEnd: number): void {
    for (const fall of this.#fresh) {
      const { place, number, since, seen, left } = fall;
      if (left === 0 || seen !== tickEnd) continue;
      fall.since = Math.min(since, this.#hints.handlers.unseenSince(place, number));
    }
    if (this.#fresh.length > 0) this.#fresh = [];
  }

  #make(growth: Growth, ingredients: Ingredients): void {
    if (growth.left > 0) growth.left -= this.#makings.make(growth.number, growth.left, ingredients);
  }

  #isLinked(place: PlaceKey, other: PlaceKey, number?: number): boolean {
    return this.#hints.handlers.isLinked(place, other, number);
  }

  #isIngredient(fall: Fall, growth: Growth): boolean {
    const isHere = fall.place === growth.place;
    // Nothing is made on the ground.
    if (isHere ? placeKind(fall.place) === "ground" : !this.#isLinked(growth.place, fall.place)) return false;
    return isSameMoment(growth, fall);
  }
}

/** What a recipe made beyond what grew was there for a moment, in the same hands, and went elsewhere. */
function spareOf(growth: OwnedGrowth, number: number, left: number): Fall {
  const { place, since, seen } = growth;
  return { number, place, left, since, seen, onlyFor: whomOf(growth) };
}

function claimOf(growth: OwnedGrowth): Claim {
  return { whom: whomOf(growth), number: growth.number };
}

/** Whom a growth is excused for. */
function whomOf({ place, holderId }: OwnedGrowth): string {
  return recordOf(place) === place ? holderId : place;
}
