import { groundPlace, type PlaceKey } from "../../model/place.ts";
import type { Player } from "../../platform.ts";

/** Twice as many blocks as items on the ground are picked up from. */
const REACH = 2;

/** A player who has moved no more blocks than this still counts as being there. */
const STEP = 1;

/** A session was near this point for some ticks. */
interface Stay {
  readonly world: string;
  readonly x: number;
  readonly z: number;
  readonly isCreative: boolean;
  /** The last tick at whose end it was there. */
  until: number;
}

interface Session {
  readonly place: PlaceKey;
  readonly playerId: string;
  stays: Stay[];
}

/**
 * Remembers where everybody was at each tick end, back to the oldest look: when what a look finds happened, they may have been elsewhere.
 */
export class Whereabouts {
  readonly #sessions = new Map<PlaceKey, Session>();
  /** The sessions that were here at the last tick end. */
  readonly #inOrder: Session[] = [];

  /** Called at every tick end. No place was last looked at before the tick `oldest`. */
  noteAll(
    players: Iterable<Pick<Player, "id" | "place" | "location" | "isCreative">>,
    tick: number,
    oldest: number,
  ): void {
    let here = 0;
    for (const player of players) {
      // Players mostly come in the same order as in the tick before: then no search is needed.
      let session = this.#inOrder[here];
      if (session?.place !== player.place) this.#inOrder[here] = session = this.#sessionOf(player);
      here++;
      const { world, x, z } = player.location();
      const isCreative = player.isCreative();
      const last = session.stays.at(-1);
      if (last?.world === world && last.isCreative === isCreative && isWithin(STEP, last, x, z)) last.until = tick;
      else {
        session.stays = session.stays.filter(({ until }) => until >= oldest);
        session.stays.push({ world, x, z, isCreative, until: tick });
      }
    }
    this.#inOrder.length = here;
    if (this.#sessions.size === here) return;
    for (const [place, { stays }] of this.#sessions) if (stays.at(-1)!.until < oldest) this.#sessions.delete(place);
  }

  /** The hands of everybody who can have picked something up from a ground after the look of a tick. */
  handsAt(ground: PlaceKey, since: number): PlaceKey[] {
    const hands = [...this.#sessions.values()].filter(({ stays }) =>
      stays.some((stay) => stay.until >= since && canReach(stay, ground)),
    );
    return hands.map(({ place }) => place);
  }

  #sessionOf({ place, id }: Pick<Player, "place" | "id">): Session {
    const session = this.#sessions.get(place) ?? { place, playerId: id, stays: [] };
    this.#sessions.set(place, session);
    return session;
  }

  /** True if, after the look of a tick, a player was in creative mode or in a world for which `isFreeIn` holds. */
  wasFree(playerId: string, since: number, isFreeIn: (world: string) => boolean): boolean {
    for (const session of this.#sessions.values()) {
      if (session.playerId !== playerId) continue;
      if (session.stays.some(({ until, isCreative, world }) => until >= since && (isCreative || isFreeIn(world))))
        return true;
    }
    return false;
  }
}

function isWithin(blocks: number, stay: Stay, x: number, z: number): boolean {
  return Math.abs(stay.x - x) <= blocks && Math.abs(stay.z - z) <= blocks;
}

function canReach({ world, x, z }: Stay, ground: PlaceKey): boolean {
  const reach = REACH + STEP;
  const corners = [x - reach, x + reach].flatMap((atX) => [z - reach, z + reach].map((atZ) => ({ x: atX, z: atZ })));
  return corners.some((corner) => groundPlace({ world, y: 0, ...corner }) === ground);
}
