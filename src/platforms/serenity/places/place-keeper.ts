import type { ItemStack } from "@serenityjs/core";
import type { Location, LookHints, PlaceKey, StackVisitor } from "../../../index.ts";

/** For looks that do not need locations. */
export const ANYWHERE: Location = { world: "", x: 0, y: 0, z: 0 };

/** A stack that is in its slot at this moment. */
export interface StackInSlot {
  /** Takes away so many of it. */
  take(count: number): void;
  /** Puts another stack into the slot. */
  replace(by: ItemStack): void;
}

/** Everything about one kind of place. */
export interface PlaceKeeper {
  /** See `Platform.look`. */
  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean;
  /** `undefined` if the slot does not hold this stack. */
  find(place: PlaceKey, slot: string, stack: object): StackInSlot | undefined;
  /** Every place of this kind that can be looked at now; empty for kinds that `Platform.places` does not list. */
  list(): Iterable<PlaceKey>;
}
