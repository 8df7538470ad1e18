import { type PlaceKey, placeKind } from "../../model/place.ts";
import type { Item, Player } from "../../platform.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import { NOT_WATCHED, type WatchList } from "../materials/watch-list.ts";

/** An act of one player at some places in this tick. */
export interface Act {
  readonly player: Player;
  readonly places: readonly PlaceKey[];
  /** The material that was moved; `ANYTHING` if the act may have moved all sorts of goods, as one with a box. */
  readonly materialIndex: number;
  /** True if the player broke a container: what was in it lies on the ground. */
  readonly isBreaking?: true;
}

/** Goods of one material that went from a place onto the ground, or back. Only for the ground do events say how many. */
export interface GroundTransfer {
  readonly place: PlaceKey;
  readonly ground: PlaceKey;
  readonly materialIndex: number;
  /** How many were dropped; negative if they were picked up. */
  readonly dropped: number;
}

export const ANYTHING = -2;

/** Keeps what players did in this tick, according to events. */
export class PlayerActs {
  readonly #watched: WatchList;
  acts: Act[] = [];
  groundTransfers: GroundTransfer[] = [];
  /** Which materials were made, and where. */
  crafted: { readonly place: PlaceKey; readonly materialIndex: number }[] = [];
  /** The game's own stacks, and when an event first named each: an event that comes twice within a second is about one transfer. */
  readonly #droppedAt = new WeakMap<object, number>();
  readonly #pickedUpAt = new WeakMap<object, number>();
  #tick = 0;

  constructor(watched: WatchList) {
    this.#watched = watched;
  }

  /** A player did something that may have moved goods between these places and the player's own. */
  note(player: Player, places: readonly PlaceKey[], item?: Item): void {
    if (places.length === 0) return;
    const isPlain = item !== undefined && item.maxStackSize !== 1;
    this.acts.push({ player, places, materialIndex: isPlain ? this.#watched.indexOf(item.material) : ANYTHING });
  }

  /** A player broke a container, and what was in it came to lie on the ground. */
  noteBreaking(player: Player, place: PlaceKey, ground: PlaceKey): void {
    this.acts.push({ player, places: [place, ground], materialIndex: ANYTHING, isBreaking: true });
  }

  /** A player dropped an item, or picked one up. Goods in a box go along with it. */
  noteGroundMove(player: Player, item: Item, places: readonly PlaceKey[], isDrop: boolean): void {
    const ground = places.find((place) => placeKind(place) === "ground");
    if (ground === undefined || this.#isSaidTwice(item.stack, isDrop)) return;
    const materialIndex = this.#watched.indexOf(item.material);
    const { place } = player;
    if (materialIndex !== NOT_WATCHED)
      this.groundTransfers.push({ place, ground, materialIndex, dropped: isDrop ? item.count : -item.count });
    if (item.maxStackSize === 1) item.contents()?.each((inner) => this.noteGroundMove(player, inner, places, isDrop));
  }

  finishTickEnd(tick: number): void {
    if (this.acts.length > 0) this.acts = [];
    if (this.groundTransfers.length > 0) this.groundTransfers = [];
    if (this.crafted.length > 0) this.crafted = [];
    this.#tick = tick;
  }

  /** Notes the event. After the opposite move in between, the stack was really moved again. */
  #isSaidTwice(stack: object, isDrop: boolean): boolean {
    const [words, opposite] = isDrop ? [this.#droppedAt, this.#pickedUpAt] : [this.#pickedUpAt, this.#droppedAt];
    const first = words.get(stack) ?? Number.NEGATIVE_INFINITY;
    if (this.#tick - first <= EVENT_SKEW_TICKS && (opposite.get(stack) ?? first) <= first) return true;
    words.set(stack, this.#tick);
    return false;
  }
}

/** The players who did something at a place. */
export function actorsAt(acts: readonly Act[], place: PlaceKey): Set<string> {
  return new Set(acts.filter((act) => isAt(act, place)).map(({ player }) => player.id));
}

export function isAt({ player, places }: Act, place: PlaceKey): boolean {
  return player.place === place || places.includes(place);
}

/** True if the place is neither the ground nor a player's own. */
export function isContainer(place: PlaceKey): boolean {
  return place.startsWith("block:") || place.startsWith("entity:");
}
