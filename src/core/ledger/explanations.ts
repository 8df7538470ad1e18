import { ownerOfPlace, type PlaceKey, placeKind, recordOf } from "../place.ts";
import { type Claim, type Fall, Falls, type FallTest, isSameMoment } from "./falls.ts";
import { MOST_LATE } from "./grants.ts";
import type { Growth, OwnedGrowth } from "./growth.ts";
import type { Hints } from "./hints.ts";
import { type Ingredients, Makings } from "./makings.ts";
import type { Crafting, UsedUp } from "./used-goods.ts";
import { Views } from "./views.ts";
import { NOT_WATCHED, type WatchList } from "./watch-list.ts";

/** For what grows by itself. */
const NOBODYS = "";
const NO_CLAIM: Claim = { whom: NOBODYS, number: NOT_WATCHED };

/** The ways in which what became less explains what became more: for certain, or as a mere excuse. */
export class Explanations {
  readonly #hints: Hints;
  readonly #makings: Makings;
  readonly #falls = new Falls();
  /** What this boundary has found to fall. */
  #fresh: Fall[] = [];
  #covered = -1;

  constructor(watched: WatchList, hints: Hints) {
    this.#hints = hints;
    this.#makings = new Makings(watched);
  }

  fell(fall: Fall): void {
    this.#falls.add(fall);
    this.#fresh.push(fall);
  }

  /** Everything was looked at again since this boundary. */
  covered(boundary: number): void {
    this.#covered = boundary;
    this.#falls.prune(boundary + 1);
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
  throughHands(boundary: number): void {
    if (!this.#hints.handfuls.isAnyPickedUp) return;
    for (const [ground, handful] of this.#hints.handfuls.allPickedUp()) {
      const { number, player, handsSeen = this.#covered } = handful;
      const { place } = player;
      const claim = { whom: player.id, number };
      let since = Math.min(handsSeen, boundary - 1);
      const left = this.#falls.take(number, handful.left, claim, (fall) => {
        if (!isAt(fall, ground, boundary)) return false;
        since = Math.min(since, fall.since);
        return true;
      });
      handful.left -= left;
      if (left > 0) this.#falls.add({ number, place, left, since, seen: boundary });
    }
  }

  /**
   * Who is looked at for the first time, and holds this, has it from where it is missing now: that explains what this player
   * brings along, and nothing else.
   */
  byArriving(place: PlaceKey, counts: Int32Array, boundary: number): void {
    const owner = ownerOfPlace(place);
    const onlyFor = ownOf(place);
    if (owner === undefined || onlyFor === undefined || placeKind(place) !== "player") return;
    for (let number = 0; number < counts.length; number++) {
      const isTaken = (fall: Fall) => fall.seen === boundary && this.#isLinked(place, fall.place, number);
      const claim = { whom: onlyFor, number };
      const left = counts[number] === 0 ? 0 : this.#falls.take(number, counts[number]!, claim, isTaken);
      if (left === 0) continue;
      this.#falls.add({ number, place, left, since: this.#covered, seen: boundary, onlyFor });
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
   * What was used up where it lay explains nothing, and comes before anything that merely may have happened. What was missing
   * there long before is something else.
   */
  takeOutHere(usedUp: readonly UsedUp[]): void {
    for (const entry of usedUp) {
      const { place, number, count, told } = entry;
      const isIt = (fall: Fall) => fall.place === place && fall.seen >= told - MOST_LATE;
      entry.count -= this.#falls.take(number, count, NO_CLAIM, isIt);
    }
  }

  /** Who used something up may have got it in the same tick: then it is missing where it was before. */
  takeOut(usedUp: readonly UsedUp[], boundary: number): void {
    this.takeOutHere(usedUp);
    for (const entry of usedUp) {
      const { place, number } = entry;
      const isLinked = (fall: Fall) => fall.seen === boundary && this.#isLinked(place, fall.place);
      entry.count -= this.#falls.take(number, entry.count, NO_CLAIM, isLinked);
    }
  }

  /**
   * What went into something that was made explains nothing else. What was made of it and is not there has left the place again
   * before anybody looked.
   */
  takeOutCrafted(craftings: readonly Crafting[], boundary: number): void {
    for (const { place, number, count, recipe } of craftings) {
      const times = Math.ceil(count / recipe.makes);
      let made = times;
      let since = Math.min(boundary - 1, this.#hints.handlers.lookedBefore(place));
      const isMeant = (fall: Fall) => {
        const isHere = isAt(fall, place, boundary) || (fall.seen === boundary && this.#isLinked(place, fall.place));
        if (isHere) since = Math.min(since, fall.since);
        return isHere;
      };
      const used = recipe.from.map(({ anyOf, count: needed }) => {
        const parts = this.#takeAny(anyOf, needed * times, isMeant);
        made = Math.min(made, Math.floor(sumOf(parts) / needed));
        return { parts, needed };
      });
      // The rest of what it took may have been got unseen: both together explain what was made, to the same player.
      for (const { parts, needed } of used) this.#giveBack(parts, made * needed, { place, since, seen: boundary });
      if (made > 0 && number !== NOT_WATCHED)
        this.#falls.add({ number, place, left: made * recipe.makes, since, seen: boundary });
    }
  }

  /**
   * What somebody moved away and is not where it went has made up for as much that had left there before, at any time since the
   * last look.
   */
  throughPlaces(boundary: number): void {
    for (const fall of this.#fresh) {
      const { place, number, since, seen, left } = fall;
      if (left === 0 || seen !== boundary) continue;
      fall.since = Math.min(since, this.#hints.handlers.unseenSince(place, number));
    }
    if (this.#fresh.length > 0) this.#fresh = [];
  }

  #takeAny(anyOf: readonly number[], most: number, isMeant: FallTest): Map<number, number> {
    const taken = new Map<number, number>();
    for (const number of anyOf) {
      const part = this.#falls.take(number, most - sumOf(taken), NO_CLAIM, isMeant);
      if (part > 0) taken.set(number, part);
    }
    return taken;
  }

  #giveBack(parts: ReadonlyMap<number, number>, used: number, where: Pick<Fall, "place" | "since" | "seen">): void {
    let left = used;
    for (const [number, count] of parts) {
      const kept = Math.min(left, count);
      left -= kept;
      const onlyFor = ownOf(where.place) ?? NOBODYS;
      if (count > kept) this.#falls.add({ ...where, number, left: count - kept, onlyFor });
    }
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

function isAt({ place, seen }: Fall, where: PlaceKey, boundary: number): boolean {
  return place === where && seen === boundary;
}

/** What a recipe made beyond what grew was there for a moment, in the same hands, and went elsewhere. */
function spareOf(growth: OwnedGrowth, number: number, left: number): Fall {
  const { place, since, seen } = growth;
  return { number, place, left, since, seen, onlyFor: whomOf(growth) };
}

function sumOf(parts: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const count of parts.values()) sum += count;
  return sum;
}

function claimOf(growth: OwnedGrowth): Claim {
  return { whom: whomOf(growth), number: growth.number };
}

/** Whom a growth is excused for. */
function whomOf({ place, holderId }: OwnedGrowth): string {
  return recordOf(place) === place ? holderId : place;
}

/** Two sessions of one account show the same goods: each is excused by itself. */
function ownOf(place: PlaceKey): string | undefined {
  return recordOf(place) === place ? ownerOfPlace(place) : place;
}
