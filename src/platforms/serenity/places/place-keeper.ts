import type { Item, LookHints, PlaceKey, StackVisitor } from "../../../index.ts";

/** Everything about one kind of place. */
export interface PlaceKeeper {
  /** See `Platform.look`. */
  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean;
  /** See `Platform.remove`. */
  remove(place: PlaceKey, slot: string, item: Item, count: number): boolean;
  /** Every place of this kind that can be looked at now, where `Platform.places` lists that kind. */
  list(): Iterable<PlaceKey>;
}
