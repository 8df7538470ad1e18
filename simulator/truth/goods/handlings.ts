import type { PlaceKey } from "../../../src/core/index.ts";

/** A player handled something at a place. */
export interface Handling {
  readonly tick: number;
  readonly place: PlaceKey;
  readonly playerId: string;
  /** For how many ticks nobody had looked at the place; absent if somebody had just before. */
  readonly unseenTicks?: number;
}

/** No event says that a container is closed. After so long, it is. */
const STAYS_OPEN_TICKS = 600;

/** Records which player handled something where. */
export class Handlings {
  readonly #byPlace = new Map<PlaceKey, Handling[]>();
  readonly #byPlayer = new Map<string, Handling[]>();
  /** What each player opened, and what there was word of: if a word is lost, the container before seems to be open still. */
  readonly #openings = new Map<string, Handling[]>();
  readonly #heardOpenings = new Map<string, Handling[]>();

  add(handling: Handling): void {
    note(this.#byPlace, handling.place, handling);
    note(this.#byPlayer, handling.playerId, handling);
  }

  /** A player opened a container. Until the player opens another, what others do there may reach the player's hands without being reported. */
  opened(opening: Handling): void {
    note(this.#openings, opening.playerId, opening);
  }

  /** The word of an opening arrives. */
  heardOpening(opening: Handling): void {
    note(this.#heardOpenings, opening.playerId, opening);
  }

  /** The containers that a player had open at some time between these ticks, or seemed to have: each until the player opened the next. */
  openOf(playerId: string, from: number, to: number): PlaceKey[] {
    const places = [this.#openings, this.#heardOpenings].flatMap((openings) => {
      const opened = openings.get(playerId) ?? [];
      const isThen = ({ tick }: Handling, at: number) => tick <= to && (opened[at + 1]?.tick ?? to) >= from;
      return opened.filter(isThen).map(({ place }) => place);
    });
    return [...new Set(places)];
  }

  /** True if somebody else had opened the same place, and nothing since. */
  isOpenToOthers({ place, tick, playerId }: Handling): boolean {
    const isOpen = (opened: readonly Handling[]) => {
      const last = opened.findLast((one) => one.tick <= tick);
      return last?.place === place && last.playerId !== playerId && last.tick >= tick - STAYS_OPEN_TICKS;
    };
    return [...this.#openings.values()].some(isOpen);
  }

  /** True if somebody else did anything, between these ticks, at a container that a player had open then. */
  isOpenShared(playerId: string, from: number, to: number): boolean {
    const isOther = ({ playerId: who, tick }: Handling) => who !== playerId && tick >= from && tick <= to;
    return this.openOf(playerId, from, to).some((place) => this.#byPlace.get(place)?.some(isOther) === true);
  }

  /** Where a player handled anything, between these ticks, both included. Goods may have been swapped there. */
  of(playerId: string, from: number, to: number): readonly Handling[] {
    return this.#byPlayer.get(playerId)?.filter(({ tick }) => tick >= from && tick <= to) ?? [];
  }

  /** True if somebody else did anything at the same place within so many ticks. */
  isShared({ place, tick, playerId }: Handling, within: number): boolean {
    const isOther = (other: Handling) => other.playerId !== playerId && Math.abs(other.tick - tick) <= within;
    return this.#byPlace.get(place)?.some(isOther) === true;
  }
}

function note<Key>(handlings: Map<Key, Handling[]>, key: Key, handling: Handling): void {
  const known = handlings.get(key);
  if (known === undefined) handlings.set(key, [handling]);
  else known.push(handling);
}
