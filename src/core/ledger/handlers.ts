import { freshMap } from "../model/fresh-map.ts";
import { ownerOfPlace, type PlaceKey, placeKind } from "../model/place.ts";
import type { Player } from "../platform.ts";
import type { Act } from "./earlier-acts.ts";
import { ANYTHING, type Change, EarlierActs, isSeenToMove } from "./earlier-acts.ts";

/** For a broken container: everything in it came out. */
export const SPILLED = -3;

/** One act moves at most one stack. */
const LARGEST_STACK = 64;

/** Who handled what where in this tick, and lately. */
export class Handlers {
  #actsAt = new Map<PlaceKey, Act[]>();
  /** True when one of those places is a container. */
  #isAnyContainer = false;
  /** What the looks at those places found. */
  #changes: Change[] = [];
  readonly #earlier = new EarlierActs();
  #mostOf = new Map<string, Map<PlaceKey, number>>();
  /** When those places were last looked at before this tick. */
  #lookedBefore = new Map<PlaceKey, number>();

  /** `number` is the material that the act was about, `ANYTHING` when it may have been about all sorts of goods. */
  acted(player: Player, places: readonly PlaceKey[], number: number): void {
    this.#actedAt(player.place, player, number);
    for (const place of places) {
      this.#actedAt(place, player, number);
      if (isContainer(place)) this.#isAnyContainer = true;
    }
  }

  /**
   * The one player who handled a material at a place in this tick, or anything in somebody's slots. What lies on the ground comes
   * from all sorts of things.
   */
  handlerOf(place: PlaceKey, number: number): Player | undefined {
    const acts = placeKind(place) === "ground" ? undefined : this.#actsAt.get(place);
    if (acts === undefined) return undefined;
    const isOwned = !isContainer(place);
    let handler: Player | undefined;
    for (const act of acts) {
      if (!isOwned && !isAbout(act, number)) continue;
      if (handler !== undefined && handler !== act.player) return undefined;
      handler = act.player;
    }
    return handler;
  }

  isHandled(place: PlaceKey): boolean {
    return this.#actsAt.has(place);
  }

  /** True when one player acted at both places in this tick, with a material if one is given: what one lost the other may have got. */
  isLinked(place: PlaceKey, other: PlaceKey, number?: number): boolean {
    const acts = this.#actsAt.get(place);
    const others = acts && this.#actsAt.get(other);
    if (others === undefined) return false;
    return others.some((one) => isAbout(one, number) && acts!.some((act) => act.player === one.player));
  }

  /** True when a container was broken in this tick, and what was in it fell onto this ground. */
  isSpilled(container: PlaceKey, ground: PlaceKey): boolean {
    const spills = this.#actsAt.get(container)?.filter(({ number }) => number === SPILLED) ?? [];
    const there = spills.length === 0 ? undefined : this.#actsAt.get(ground);
    return (
      there?.some(({ number, player }) => number === SPILLED && spills.some((act) => act.player === player)) === true
    );
  }

  /** True when one player who acted at each of the places handled the material where the other did too, and passed it on there. */
  isPassedOn(place: PlaceKey, other: PlaceKey, number: number): boolean {
    const givers = this.#actsAt.get(other);
    const takers = givers && this.#actsAt.get(place);
    if (takers === undefined) return false;
    for (const acts of this.#actsAt.values()) {
      const about = acts.length < 2 ? [] : acts.filter((act) => isAbout(act, number));
      const isOneOf = (those: readonly Act[]) => about.some(({ player }) => those.some((act) => act.player === player));
      if (isOneOf(givers!) && isOneOf(takers)) return true;
    }
    return false;
  }

  /**
   * How much a player may have gained in this tick without anybody being able to tell: out of a place that nobody had looked at
   * before, or where somebody else handled the same material in the same tick, and no more than the player's own acts there can
   * have moved. Whoever lets goods grow there hides what is taken out: only an act that the looks found to be a move is one of a
   * stack. What others dropped, picked up and let fall out of a container that they broke is known.
   */
  untraceable(playerId: string, number: number, isNew: (place: PlaceKey) => boolean): number {
    let sum = 0;
    for (const [place, acts] of this.#actsAt) {
      const own = acts.filter(({ player }) => player.id === playerId);
      if (own.length === 0) continue;
      const about = acts.filter((act) => isAbout(act, number));
      const ofOthers = placeKind(place) === "ground" ? [] : about.filter(({ player }) => player.id !== playerId);
      const isTraced = (act: Act) => act.number === SPILLED || !isNew(place);
      const alone = about.filter((act) => act.player.id === playerId && !isTraced(act));
      const isSeen = ofOthers.every(({ player }) => isSeenToMove(this.#changes, place, player.place, number));
      const mostHidden = isSeen ? mostMoved(ofOthers) : Number.POSITIVE_INFINITY;
      sum += mostMoved(alone) + Math.min(mostHidden, mostMoved(own));
    }
    return sum;
  }

  /** A look at a place begins; the last one before it was at that tick end. */
  looked(place: PlaceKey, before: number): void {
    if (this.#actsAt.has(place) && !this.#lookedBefore.has(place)) this.#lookedBefore.set(place, before);
  }

  /** When a place that was handled was last looked at before this tick; without end for one that was not known. */
  lookedBefore(place: PlaceKey): number {
    return this.#lookedBefore.get(place) ?? Number.POSITIVE_INFINITY;
  }

  /** The tick end since which some place was not looked at until now where a material may have gone that somebody took away here. */
  unseenSince(place: PlaceKey, number: number): number {
    let since = Number.POSITIVE_INFINITY;
    if (!this.#actsAt.has(place)) return since;
    for (const [other, before] of this.#lookedBefore) {
      const isBothWays = this.isLinked(place, other, number) && this.isLinked(other, place, number);
      if (before < since && other !== place && isBothWays) since = before;
    }
    return since;
  }

  /** A look found more or less of a material. */
  changed(place: PlaceKey, number: number, difference: number): void {
    if (this.#actsAt.has(place)) this.#changes.push({ place, number, difference });
  }

  /**
   * Where a player handled a material in this tick that is not the ground or somebody's own, and how much may have been moved at
   * most. Whoever excuses something by that takes it off: all that the player gained is excused by it once.
   */
  containersOf(playerId: string, number: number): Map<PlaceKey, number> {
    const key = `${playerId} ${number}`;
    const known = this.#mostOf.get(key);
    if (known !== undefined) return known;
    const most = new Map<PlaceKey, number>();
    this.#mostOf.set(key, most);
    for (const [place, acts] of this.#actsAt) {
      for (const act of acts) {
        if (act.player.id !== playerId || !isAbout(act, number) || !isContainer(place)) continue;
        const moved = act.number === number ? act.times * LARGEST_STACK : Number.POSITIVE_INFINITY;
        most.set(place, (most.get(place) ?? 0) + moved);
      }
    }
    return most;
  }

  /**
   * True when a player may have taken something there after a tick end, of which there is word only now, and it was not found
   * missing because of what somebody else has done there since.
   */
  isMadeUpFor(place: PlaceKey, playerId: string, number: number, since: number): boolean {
    if (!this.#earlier.isMadeUpFor(place, playerId, number, since)) return false;
    const own = this.#actsAt.get(place)!.find(({ player }) => player.id === playerId)!;
    return !isSeenToMove(this.#changes, place, own.player.place, number);
  }

  /** True when a player is said to have handled a material there, but has as much of it as before: that was in an earlier tick. */
  isLateWord(place: PlaceKey, playerId: string, number: number): boolean {
    if (this.#changes.some((change) => change.number === number && ownerOfPlace(change.place) === playerId))
      return false;
    return this.#actsAt.get(place)?.some((act) => act.number === number && act.player.id === playerId) === true;
  }

  endTick(tickEnd: number): void {
    this.#earlier.forget(tickEnd);
    this.#mostOf = freshMap(this.#mostOf);
    this.#lookedBefore = freshMap(this.#lookedBefore);
    if (this.#isAnyContainer) this.#keepForLater(tickEnd);
    this.#isAnyContainer = false;
    this.#actsAt = freshMap(this.#actsAt);
    if (this.#changes.length > 0) this.#changes = [];
  }

  #keepForLater(tickEnd: number): void {
    const actsAt = new Map([...this.#actsAt].filter(([place]) => isContainer(place)));
    this.#earlier.add({ tickEnd, actsAt, changes: this.#changes });
  }

  #actedAt(place: PlaceKey, player: Player, number: number): void {
    const acts = this.#actsAt.get(place);
    if (acts === undefined) {
      this.#actsAt.set(place, [{ player, number, times: 1 }]);
      return;
    }
    for (const act of acts) {
      if (act.player !== player || act.number !== number) continue;
      act.times++;
      return;
    }
    acts.push({ player, number, times: 1 });
  }
}

/** How much these acts can have moved at most, of whatever material: one may have swapped it for another. */
function mostMoved(acts: readonly Act[]): number {
  let sum = 0;
  for (const { number, times } of acts) sum += isPlain(number) ? times * LARGEST_STACK : Number.POSITIVE_INFINITY;
  return sum;
}

function isPlain(number: number): boolean {
  return number !== ANYTHING && number !== SPILLED;
}

function isAbout({ number }: Act, material: number | undefined): boolean {
  return material === undefined || number === material || number === ANYTHING || number === SPILLED;
}

/** True for what is neither the ground nor a player's own. */
export function isContainer(place: PlaceKey): boolean {
  return place.startsWith("block:") || place.startsWith("entity:");
}
