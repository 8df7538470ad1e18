import { ownerOfPlace, type PlaceKey, placeKind } from "../place.ts";
import type { Player } from "../platform.ts";
import type { Movement } from "./falls.ts";

/** Boundaries for which something that was given explains what a place gained, before and after: events may be early or late. */
const GRANT_HOLDS = 20;

/** Entries that wait for a look; places that are never looked at again lose theirs. */
const MAX_USED_UP = 1024;

/** Goods that are no more. */
export interface UsedUp {
  readonly place: PlaceKey;
  readonly number: number;
  /** What of it was not seen to fall yet. */
  count: number;
  /** True when something may have been made of it: then it explains that. */
  readonly isIngredient: boolean;
}

/** For acts that may have moved goods of any material, such as those with a box. */
export const ANYTHING = -2;

/** For a broken container: everything in it came out. */
export const SPILLED = -3;

/** What one player did with one material at one place in a tick. */
interface Act {
  readonly player: Player;
  readonly number: number;
  times: number;
}

/** One act moves at most one stack. */
const LARGEST_STACK = 64;

/** A player dropped or picked up so many, by the event. */
export interface Handful {
  readonly player: Player;
  readonly number: number;
  readonly count: number;
  /** The game's own object: an event that comes twice is one act. */
  readonly stack: object;
}

/** What the events of one tick say about goods: who moved something where, what was used up, and who was given something. */
export class Hints {
  /** Who acted at a place in this tick, and with what. */
  readonly #actsAt = new Map<PlaceKey, Act[]>();
  readonly #grantedAt = new Map<PlaceKey, number>();
  /** What was reported as used up, until the next look at its place after that: it must have been seen to fall by then. */
  #usedUp: UsedUp[] = [];
  #crafted: UsedUp[] = [];
  readonly #looked = new Set<PlaceKey>();
  /** What players said goodbye to in this tick, by the ground it fell onto. */
  readonly #dropped = new Map<PlaceKey, Handful[]>();
  readonly #pickedUp = new Map<PlaceKey, Handful[]>();
  /** Grounds onto which something may have fallen in this tick. */
  readonly #sighted = new Set<PlaceKey>();

  /** `number` is the material that the act was about, `ANYTHING` when it may have been about all sorts of goods. */
  acted(player: Player, places: readonly PlaceKey[], number: number): void {
    this.#actedAt(player.place, player, number);
    for (const place of places) this.#actedAt(place, player, number);
  }

  /**
   * The one player who handled a material at a place in this tick, or anything in somebody's slots. What lies on the ground comes
   * from all sorts of things.
   */
  handlerOf(place: PlaceKey, number: number): Player | undefined {
    const acts = placeKind(place) === "ground" ? undefined : this.#actsAt.get(place);
    const isOwned = acts !== undefined && ownerOfPlace(place) !== undefined;
    const [first, ...others] = acts?.filter((act) => isOwned || isAbout(act, number)) ?? [];
    return others.every(({ player }) => player === first!.player) ? first?.player : undefined;
  }

  /** True when one player acted at both places in this tick: what one lost the other may have got. */
  isLinked(place: PlaceKey, other: PlaceKey): boolean {
    const acts = this.#actsAt.get(place);
    const others = acts && this.#actsAt.get(other);
    return others?.some(({ player }) => acts!.some((act) => act.player === player)) === true;
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
   * before, or where somebody else handled the same material in the same tick.
   */
  untraceable(playerId: string, number: number, isNew: (place: PlaceKey) => boolean): number {
    let sum = 0;
    for (const [place, acts] of this.#actsAt) {
      if (!acts.some(({ player }) => player.id === playerId)) continue;
      for (const act of acts) {
        const isOwn = act.player.id === playerId;
        if (!isAbout(act, number) || (isOwn && (act.number === SPILLED || !isNew(place)))) continue;
        sum += act.number === number ? act.times * LARGEST_STACK : Number.POSITIVE_INFINITY;
      }
    }
    return sum;
  }

  usedUp(place: PlaceKey, number: number, count: number, isIngredient: boolean): void {
    this.#usedUp.push({ place, number, count, isIngredient });
  }

  /** So much went into something that was crafted. */
  crafted(place: PlaceKey, number: number, count: number): void {
    this.#crafted.push({ place, number, count, isIngredient: true });
  }

  looked(place: PlaceKey): void {
    if (this.#usedUp.length > 0) this.#looked.add(place);
  }

  /** Everything that was reported, each entry until its place was looked at. */
  takeUsedUp(): readonly UsedUp[] {
    const usedUp = this.#usedUp;
    if (usedUp.length > 0) this.#usedUp = usedUp.filter(({ place }) => !this.#looked.has(place)).slice(-MAX_USED_UP);
    this.#looked.clear();
    return usedUp;
  }

  takeCrafted(): readonly UsedUp[] {
    const crafted = this.#crafted;
    this.#crafted = [];
    return crafted;
  }

  dropped(ground: PlaceKey, handful: Handful): void {
    note(this.#dropped, ground, handful);
  }

  droppedAt(ground: PlaceKey, number: number): readonly Handful[] {
    return this.#dropped.get(ground)?.filter((handful) => handful.number === number) ?? [];
  }

  pickedUp(ground: PlaceKey, handful: Handful): void {
    note(this.#pickedUp, ground, handful);
  }

  sighted(ground: PlaceKey): void {
    this.#sighted.add(ground);
  }

  /**
   * How much a player picked up in this tick from a ground onto which something else may have fallen in the same tick: what
   * became less there is only the difference.
   */
  pickedUpWhereMoreFell(playerId: string, number: number): number {
    let sum = 0;
    for (const ground of this.#sighted) {
      for (const { player, number: other, count } of this.#pickedUp.get(ground) ?? []) {
        if (player.id === playerId && other === number) sum += count;
      }
    }
    return sum;
  }

  granted(place: PlaceKey, boundary: number): void {
    this.#grantedAt.set(place, boundary);
  }

  isGranted(place: PlaceKey, { seen }: Movement): boolean {
    const granted = this.#grantedAt.get(place);
    return granted !== undefined && Math.abs(granted - seen) <= GRANT_HOLDS;
  }

  endTick(boundary: number): void {
    this.#actsAt.clear();
    this.#dropped.clear();
    this.#pickedUp.clear();
    this.#sighted.clear();
    for (const [place, granted] of this.#grantedAt) {
      if (boundary - granted > GRANT_HOLDS) this.#grantedAt.delete(place);
    }
  }

  #actedAt(place: PlaceKey, player: Player, number: number): void {
    const acts = this.#actsAt.get(place) ?? [];
    const known = acts.find((act) => act.player === player && act.number === number);
    if (known === undefined) acts.push({ player, number, times: 1 });
    else known.times++;
    this.#actsAt.set(place, acts);
  }
}

function isAbout({ number }: Act, material: number): boolean {
  return number === material || number === ANYTHING || number === SPILLED;
}

function note(handfuls: Map<PlaceKey, Handful[]>, ground: PlaceKey, handful: Handful): void {
  const known = handfuls.get(ground) ?? [];
  if (!known.some(({ stack }) => stack === handful.stack)) known.push(handful);
  handfuls.set(ground, known);
}
