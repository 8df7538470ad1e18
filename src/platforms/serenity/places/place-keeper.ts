import type { Item, Location, LookHints, PlaceKey, StackVisitor } from "../../../index.ts";

/** For looks that do not need locations. */
export const ANYWHERE: Location = { world: "", x: 0, y: 0, z: 0 };

/** Everything about one kind of place. */
export interface PlaceKeeper {
  /** See `Platform.look`. */
  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean;
  /** See `Platform.remove`. */
  remove(place: PlaceKey, slot: string, item: Item, count: number): boolean;
  /** Every place of this kind that can be looked at now; empty for kinds that `Platform.places` does not list. */
  list(): Iterable<PlaceKey>;
}
