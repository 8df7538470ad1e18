import type { Serenity } from "@serenityjs/core";
import type { GameEvent } from "../../index.ts";
import { type LookHints, type PlaceKey, type PlaceKind, placeKind, type StackVisitor } from "../../index.ts";
import { BlockPlaces } from "./places/block-places.ts";
import { ContainerIndex } from "./places/container-index.ts";
import { ContainerPlaces } from "./places/container-places.ts";
import { EntityIndex } from "./places/entity-index.ts";
import { EntityPlaces } from "./places/entity-places.ts";
import { GroundPlaces } from "./places/ground-places.ts";
import type { PlaceKeeper, StackInSlot } from "./places/place-keeper.ts";
import { PlayerPlaces } from "./places/player-places.ts";
import { WindowPlaces } from "./places/window-places.ts";
import { Sessions } from "./sessions.ts";
import { Ticks } from "./ticks.ts";
import { Worlds } from "./worlds.ts";

/** One Serenity, seen as players, places and ticks. */
export class Game {
  readonly serenity: Serenity;
  readonly worlds: Worlds;
  readonly sessions: Sessions;
  readonly entities: EntityIndex;
  readonly containers: ContainerIndex;
  readonly blocks: BlockPlaces;
  /** Which place a container belongs to. */
  readonly containerPlaces: ContainerPlaces;
  readonly ticks: Ticks;
  readonly #keepers: Partial<Record<PlaceKind, PlaceKeeper>>;

  constructor(serenity: Serenity) {
    this.serenity = serenity;
    const worlds = new Worlds(serenity);
    const sessions = new Sessions(serenity, worlds);
    const entities = new EntityIndex(serenity, worlds);
    const containers = new ContainerIndex(serenity, worlds);
    const blocks = new BlockPlaces(containers);
    const containerPlaces = new ContainerPlaces({ sessions, containers, entities, blocks });
    this.worlds = worlds;
    this.sessions = sessions;
    this.entities = entities;
    this.containers = containers;
    this.blocks = blocks;
    this.containerPlaces = containerPlaces;
    this.ticks = new Ticks(serenity);
    this.ticks.on(() => containers.tick());
    this.#keepers = {
      player: new PlayerPlaces(sessions),
      block: blocks,
      ground: new GroundPlaces(entities, worlds),
      entity: new EntityPlaces(entities, worlds),
      window: new WindowPlaces(sessions, containerPlaces),
    };
  }

  /** Kinds of place that Serenity does not have, such as ender chests, are dark: another server of the network may have them. */
  look(place: PlaceKey, see: StackVisitor, hints?: LookHints): boolean {
    return this.#keeperOf(place)?.look(place, see, hints) ?? false;
  }

  find(place: PlaceKey, slot: string, stack: object): StackInSlot | undefined {
    return this.#keeperOf(place)?.find(place, slot, stack);
  }

  *places(): Iterable<PlaceKey> {
    for (const keeper of Object.values(this.#keepers)) yield* keeper.list();
  }

  #keeperOf(place: PlaceKey): PlaceKeeper | undefined {
    const kind = placeKind(place);
    return kind && this.#keepers[kind];
  }
}

/** Receives the events of the game. Synchronous, and never throws. */
export type ReportEvent = (event: GameEvent) => void;
