import { groundPlace, type PlaceKey } from "../../model/place.ts";
import type { Player } from "../../platform.ts";

/** Twice as many blocks as items on the ground are picked up from. */
const REACH = 2;

/** A player who has moved no more blocks than this still counts as being there. */
const STEP = 1;

const NONE: readonly PlaceKey[] = [];

/** A session was near this point for some ticks. */
interface Stay {
  readonly world: string;
  readonly x: number;
  readonly z: number;
  readonly isCreative: boolean;
  /** The last tick at whose end it was there; infinity while it is. */
  until: number;
}

interface Session {
  readonly playerId: string;
  stays: Stay[];
}

type Person = Pick<Player, "id" | "place" | "location" | "isCreative">;

/** The sessions that have begun and ended since the last tick end, rarely any. */
interface ComingsAndGoings {
  readonly begun: readonly PlaceKey[];
  readonly ended: readonly PlaceKey[];
}

/**
 * Remembers where everybody was at each tick end, back to the oldest look: when what a look finds happened, they may have been elsewhere.
 */
export class Whereabouts {
  readonly #sessions = new Map<PlaceKey, Session>();
  /**
   * Who was here at the last tick end, and where: nearly everybody still is, and comes in the same order. One list for each property: to read
   * the stays of all players in every tick would take as long as to ask the players.
   */
  readonly #places: PlaceKey[] = [];
  readonly #worlds: string[] = [];
  readonly #areCreative: boolean[] = [];
  readonly #xs: number[] = [];
  readonly #zs: number[] = [];
  /** The last tick end. */
  #tick = -1;

  /** Called at every tick end. No place was last looked at before the tick `oldest`. */
  noteAll(players: Iterable<Person>, tick: number, oldest: number): ComingsAndGoings {
    const begun: PlaceKey[] = [];
    let here = 0;
    let areSame = true;
    for (const player of players) {
      const at = here++;
      const { world, x, z } = player.location();
      const isKnown = this.#places[at] === player.place;
      const isThere = isKnown && Math.abs(this.#xs[at]! - x) <= STEP && Math.abs(this.#zs[at]! - z) <= STEP;
      const isCreative = player.isCreative();
      if (isThere && this.#worlds[at] === world && this.#areCreative[at] === isCreative) continue;
      areSame &&= isKnown;
      if (!isKnown && !this.#isHere(player.place)) begun.push(player.place);
      const stay = this.#stayOf(player, { world, x, z, isCreative, until: Number.POSITIVE_INFINITY }, oldest);
      this.#places[at] = player.place;
      this.#worlds[at] = stay.world;
      this.#areCreative[at] = stay.isCreative;
      this.#xs[at] = stay.x;
      this.#zs[at] = stay.z;
    }
    const ended = areSame && this.#places.length === here ? NONE : this.#endOthers(here);
    this.#tick = tick;
    if (this.#sessions.size > here)
      for (const [place, { stays }] of this.#sessions) if (stays.at(-1)!.until < oldest) this.#sessions.delete(place);
    return { begun, ended };
  }

  /** The hands of everybody who can have picked something up from a ground after the look of a tick. */
  handsAt(ground: PlaceKey, since: number): PlaceKey[] {
    const hands = [...this.#sessions].filter(([, { stays }]) =>
      stays.some((stay) => stay.until >= since && canReach(stay, ground)),
    );
    return hands.map(([place]) => place);
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

  /** True if the session was here at the last tick end. */
  #isHere(place: PlaceKey): boolean {
    const last = this.#sessions.get(place)?.stays.at(-1);
    return last !== undefined && last.until > this.#tick;
  }

  /** Where a session is now: the stay goes on, or a new one begins. */
  #stayOf({ place, id }: Person, now: Stay, oldest: number): Stay {
    const session = this.#sessions.get(place) ?? { playerId: id, stays: [] };
    this.#sessions.set(place, session);
    const last = session.stays.at(-1);
    if (last !== undefined && last.until > this.#tick) {
      if (isNear(last, now)) return last;
      last.until = this.#tick;
    }
    session.stays = [...session.stays.filter(({ until }) => until >= oldest), now];
    return now;
  }

  /** All but the first sessions have left, and others may have. */
  #endOthers(here: number): PlaceKey[] {
    for (const list of [this.#places, this.#worlds, this.#areCreative, this.#xs, this.#zs]) list.length = here;
    const places = new Set(this.#places);
    const ended: PlaceKey[] = [];
    for (const [place, { stays }] of this.#sessions) {
      const last = stays.at(-1)!;
      if (last.until <= this.#tick || places.has(place)) continue;
      last.until = this.#tick;
      ended.push(place);
    }
    return ended;
  }
}

function isNear(one: Stay, { world, x, z, isCreative }: Stay): boolean {
  const isSame = one.world === world && one.isCreative === isCreative;
  return isSame && Math.abs(one.x - x) <= STEP && Math.abs(one.z - z) <= STEP;
}

function canReach({ world, x, z }: Stay, ground: PlaceKey): boolean {
  const reach = REACH + STEP;
  const corners = [x - reach, x + reach].flatMap((atX) => [z - reach, z + reach].map((atZ) => ({ x: atX, z: atZ })));
  return corners.some((corner) => groundPlace({ world, y: 0, ...corner }) === ground);
}
