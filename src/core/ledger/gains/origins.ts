import { ownerOfPlace, type PlaceKey, placeKind } from "../../model/place.ts";
import { SelfFillingContainers } from "../counts/self-filling-containers.ts";
import { EVENT_SKEW_TICKS, type Grants } from "../hints/grants.ts";
import { isContainer, type PlayerActs } from "../hints/player-acts.ts";
import type { WatchList } from "../materials/watch-list.ts";
import type { Member } from "./class-balance.ts";
import { NO_LIMIT } from "./flow-network.ts";

/** Where something fell, more is likely to fall: for so long that ground is looked at more often. */
const WATCHED_TICKS = 200;

/** Where what is more at a place may come from: the players who may have created it, and how much may have come without anybody's doing. */
export interface Origin {
  readonly creators: Set<string>;
  source: number;
}

export interface OriginsParts {
  readonly grants: Grants;
  readonly watched: WatchList;
  readonly acts: PlayerActs;
  /** How many units of a class a place holds now. */
  readonly unitsAt: (place: PlaceKey, classIndex: number) => number;
  /** Everybody who has a container open. */
  readonly openersOf: (place: PlaceKey) => readonly string[];
  /** True when a player was, after a tick, where players may make goods, or nobody judges. */
  readonly mayMake: (playerId: string, classIndex: number, since: number) => boolean;
  /** The tick at which it was first known what a player has. */
  readonly arrivalOf: (playerId: string) => number;
}

/** Decides who answers for what is more somewhere. What several did, or may have done, all of them answer for together. */
export class Origins {
  readonly grants: Grants;
  readonly selfFilling = new SelfFillingContainers();
  readonly #parts: OriginsParts;
  /** Grounds onto which something may have fallen lately that nobody dropped: when there was word of it last. */
  readonly #sightedAt = new Map<PlaceKey, number>();

  constructor(parts: OriginsParts) {
    this.#parts = parts;
    this.grants = parts.grants;
  }

  /** Something may have come to lie there. */
  sighted(ground: PlaceKey, tick: number): void {
    this.#sightedAt.delete(ground);
    this.#sightedAt.set(ground, tick);
  }

  /** True when something may have fallen there not long before a tick, or since. */
  isSighted(ground: PlaceKey, since: number): boolean {
    const sighted = this.#sightedAt.get(ground);
    return sighted !== undefined && sighted >= since - EVENT_SKEW_TICKS;
  }

  /** Grounds onto which something fell lately, the last ones first. */
  sightedLately(): PlaceKey[] {
    return [...this.#sightedAt.keys()].reverse();
  }

  originOf(member: Member, classIndex: number, tick: number): Origin {
    const { place, isNew } = member;
    // A window shows what is elsewhere: it is no source, however new it is.
    if (isNew && placeKind(place) !== "window") return nobodys();
    if (placeKind(place) === "ground") return this.#onGround(member, classIndex, tick);
    return isContainer(place) ? this.#onContainer(member, classIndex, tick) : this.#onOwn(member, classIndex);
  }

  /** What may have come to a place by itself, or as a gift of any amount, as far as that is known by now. */
  sourceAt({ place, since }: Pick<Member, "place" | "since">, classIndex: number, seen: number): number {
    if (this.selfFilling.isFilledBetween(place, since, seen)) return NO_LIMIT;
    if (this.grants.isFreeAt(place, classIndex, since, seen)) return NO_LIMIT;
    return this.fedAt(place, classIndex, seen - since);
  }

  /** How much may have come to a place by itself within so many ticks, as far as that is known by now. */
  fedAt(place: PlaceKey, classIndex: number, ticks: number): number {
    const { weightOf, classOf } = this.#parts.watched.classes;
    return this.selfFilling.mostAt(place, ticks, (number) => (classOf[number] === classIndex ? weightOf[number]! : 0));
  }

  finishTickEnd(tick: number, settled: number): void {
    this.grants.forget(settled);
    for (const [ground, sighted] of this.#sightedAt) if (tick - sighted > WATCHED_TICKS) this.#sightedAt.delete(ground);
  }

  /** Whoever acted there in this tick; nobody else touches what is a player's own but the player. */
  #onOwn({ place, since }: Member, classIndex: number): Origin {
    const owner = ownerOfPlace(place)!;
    const { acts, mayMake, arrivalOf } = this.#parts;
    if (mayMake(owner, classIndex, since) || (placeKind(place) !== "player" && since < arrivalOf(owner)))
      return nobodys();
    return { creators: new Set(acts.actorsAt(place) ?? [owner]), source: 0 };
  }

  /** Whoever acted there in this tick or has it open, if it was looked at just before. What came there earlier may be anybody's, or nobody's. */
  #onContainer({ place, since }: Member, classIndex: number, tick: number): Origin {
    const { acts, mayMake, arrivalOf, openersOf } = this.#parts;
    const actors = acts.actorsAt(place);
    if (actors === undefined || since < tick - 1) return nobodys();
    // It may have been in a player's hands before anybody looked at them.
    if (actors.some((playerId) => mayMake(playerId, classIndex, since) || since < arrivalOf(playerId)))
      return nobodys();
    return { creators: new Set([...actors, ...openersOf(place)]), source: 0 };
  }

  /**
   * What lies on the ground comes from all sorts of things. Only what was picked up, although it was known to lie there and still
   * does, was created by who picked it up, if that was known just before.
   */
  #onGround({ place, since, more, pickedUp }: Member, classIndex: number, tick: number): Origin {
    const { acts, unitsAt, watched } = this.#parts;
    if (pickedUp === 0 || since < tick - 1 || this.isSighted(place, since)) return nobodys();
    const grown = more - pickedUp;
    const known = unitsAt(place, classIndex) - grown;
    const pickers = acts.groundTransfers.filter(
      (one) => one.ground === place && one.dropped < 0 && watched.classes.classOf[one.number] === classIndex,
    );
    return {
      creators: new Set(pickers.map((picker) => ownerOfPlace(picker.place)!)),
      source: Math.max(0, grown, Math.max(more, pickedUp) - known),
    };
  }
}

function nobodys(): Origin {
  return { creators: new Set(), source: NO_LIMIT };
}
