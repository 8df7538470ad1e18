import type { Container } from "@serenityjs/core";
import type { PlaceKey } from "../../../index.ts";
import type { Sessions } from "../sessions.ts";
import type { BlockPlaces } from "./block-places.ts";
import { type ContainerIndex, containersOf } from "./container-index.ts";
import type { EntityIndex } from "./entity-index.ts";

/** Says which place a container belongs to. */
export class ContainerPlaces {
  readonly #sessions: Sessions;
  readonly #containers: ContainerIndex;
  readonly #entities: EntityIndex;
  readonly #blocks: BlockPlaces;

  constructor(parts: { sessions: Sessions; containers: ContainerIndex; entities: EntityIndex; blocks: BlockPlaces }) {
    this.#sessions = parts.sessions;
    this.#containers = parts.containers;
    this.#entities = parts.entities;
    this.#blocks = parts.blocks;
  }

  /**
   * The place of a container that somebody may have open; `undefined` if it is not part of a world, like the menus of plugins.
   */
  placeOf(container: Container): PlaceKey | undefined {
    if (container.isBlockContainer()) {
      const { block } = container;
      const isThere =
        this.#containers.find(this.#containers.placeOf(block)) === block && containersOf(block).includes(container);
      return isThere ? this.#blocks.placeOf(block) : this.#window(container);
    }
    if (!container.isEntityContainer()) return undefined;
    const { entity } = container;
    if (entity.isPlayer()) {
      const player = this.#sessions.of(entity);
      return this.#sessions.isServed(player) ? player.place : this.#window(container);
    }
    const place = this.#entities.carrierPlace(entity);
    return this.#entities.carrier(place) === entity ? place : this.#window(container);
  }

  /** A window that several players have open is one place: that of the first player. */
  #window(container: Container): PlaceKey | undefined {
    for (const player of this.#sessions.all()) if (player.host.openedContainer === container) return player.window;
    return undefined;
  }
}
