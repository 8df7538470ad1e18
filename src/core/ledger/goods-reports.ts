import { type PlaceKey, placeKind } from "../model/place.ts";
import type { Item, Player } from "../platform.ts";
import { ANYTHING } from "./earlier-acts.ts";
import { isContainer } from "./handlers.ts";
import type { Hints } from "./hints.ts";
import { NOT_WATCHED, type WatchList } from "./watch-list.ts";

/** Turns what events say about items into hints about the materials that are counted. */
export class GoodsReports {
  readonly #watched: WatchList;
  readonly #hints: Hints;
  readonly #tickEnd: () => number;

  constructor(watched: WatchList, hints: Hints, tickEnd: () => number) {
    this.#watched = watched;
    this.#hints = hints;
    this.#tickEnd = tickEnd;
  }

  /** A player did something that may have moved goods between these places and the player's own. */
  acted(player: Player, places: readonly PlaceKey[], item?: Item): void {
    const isPlain = item !== undefined && item.maxStackSize !== 1;
    this.#hints.handlers.acted(player, places, isPlain ? this.#watched.numberOf(item.material) : ANYTHING);
    for (const place of places) this.opened(player, place);
  }

  /** A player has a container open, and may take something out or put something in from now on. */
  opened({ id }: Player, place: PlaceKey): void {
    if (isContainer(place)) this.#hints.open.opened(id, place, this.#tickEnd());
  }

  /** So many of an item's material were used up there: eaten, placed, vanished. */
  usedUp(place: PlaceKey, item: Item, count: number, isIngredient = false): void {
    const number = this.#watched.numberOf(item.material);
    if (number === NOT_WATCHED) return;
    const word = { stack: item.stack, stackCount: item.count };
    this.#hints.used.usedUp({ place, number, count, isIngredient, told: this.#tickEnd(), word });
  }

  /** A player crafted something: its ingredients are gone for good. */
  crafted(place: PlaceKey, item: Item): void {
    const recipe = this.#watched.recipeOf(item.material);
    if (recipe === undefined) return;
    this.#hints.used.crafted({ place, number: this.#watched.numberOf(item.material), count: item.count, recipe });
  }

  /** A player let go of something: as much of it as then lies there was in that player's hands before. */
  dropped(player: Player, item: Item, places: readonly PlaceKey[]): void {
    const number = this.#watched.numberOf(item.material);
    const { count, stack } = item;
    for (const place of number === NOT_WATCHED ? [] : places) {
      if (placeKind(place) === "ground")
        this.#hints.handfuls.dropped(place, { player, number, count, left: count, stack });
    }
    if (item.maxStackSize === 1) item.contents()?.each((inner) => this.dropped(player, inner, places));
  }

  /** A player picked something up where it lay. */
  pickedUp(player: Player, item: Item, places: readonly PlaceKey[]): void {
    const number = this.#watched.numberOf(item.material);
    const { count, stack } = item;
    for (const place of number === NOT_WATCHED ? [] : places) {
      if (placeKind(place) === "ground")
        this.#hints.handfuls.pickedUp(place, { player, number, count, left: count, stack });
    }
    if (item.maxStackSize === 1) item.contents()?.each((inner) => this.pickedUp(player, inner, places));
  }

  /** Something may have come to lie there. */
  sighted(place: PlaceKey): void {
    if (placeKind(place) === "ground") this.#hints.handfuls.sighted(place, this.#tickEnd());
  }
}
