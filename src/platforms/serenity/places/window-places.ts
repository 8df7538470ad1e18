import type { Container } from "@serenityjs/core";
import type { LookHints, PlaceKey, StackVisitor } from "../../../index.ts";
import type { Sessions } from "../sessions.ts";
import type { ContainerPlaces } from "./container-places.ts";
import type { PlaceKeeper, StackInSlot } from "./place-keeper.ts";
import { findInParts, showPart } from "./slots.ts";

/** Windows whose block or entity is gone: Serenity still serves them, and items can be taken out. */
export class WindowPlaces implements PlaceKeeper {
  readonly #sessions: Sessions;
  readonly #containers: ContainerPlaces;

  constructor(sessions: Sessions, containers: ContainerPlaces) {
    this.#sessions = sessions;
    this.#containers = containers;
  }

  /** A window is never dark: once it is closed, or its player has left, it no longer exists. */
  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean {
    const container = this.#containerAt(place);
    if (container) showPart({ name: "", container }, this.#sessions.at(place)!.location(), see, hints);
    return true;
  }

  find(place: PlaceKey, slot: string, stack: object): StackInSlot | undefined {
    const container = this.#containerAt(place);
    return container && findInParts([{ name: "", container }], slot, stack);
  }

  *list(): Iterable<PlaceKey> {
    for (const { host, window } of this.#sessions.all()) {
      if (host.openedContainer && this.#containerAt(window)) yield window;
    }
  }

  #containerAt(place: PlaceKey): Container | undefined {
    const container = this.#sessions.at(place)?.host.openedContainer ?? undefined;
    return container && this.#containers.placeOf(container) === place ? container : undefined;
  }
}
