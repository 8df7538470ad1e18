import { isLeftoverWindow, ownerOfPlace, type PlaceKey, placeKind } from "../../model/place.ts";
import { REMEMBERED_TICKS } from "../counts/open-containers.ts";
import { ITEMS_PER_TICK } from "../counts/self-filling-containers.ts";
import { EVENT_SKEW_TICKS } from "../event-skew.ts";
import { actorsAt, isContainer } from "../hints/player-acts.ts";
import type { Member } from "./class-balance.ts";
import type { Evidence } from "./evidence.ts";
import { NO_LIMIT } from "./flow-network.ts";
import { heaviestIn, type TickGroup } from "./tick-groups.ts";

/** Where something fell, more is likely to fall: the ground is looked at more often for this many ticks. */
const WATCHED_TICKS = 200;

/** Where an increase may come from. */
type Origin = Pick<Member, "creators" | "source">;

export type OriginsEvidence = Pick<Evidence, "watched" | "counts" | "open" | "mayMake" | "arrivalOf">;

/** Decides who answers for an increase. If several players did it, or may have, all of them answer for it together. */
export class Origins {
  readonly #known: OriginsEvidence;
  /** Grounds onto which something that nobody dropped may have fallen lately, with the tick of the last event. */
  readonly #fallAt = new Map<PlaceKey, number>();

  constructor(known: OriginsEvidence) {
    this.#known = known;
  }

  /** Something may have come to lie there. */
  noteFall(ground: PlaceKey, tick: number): void {
    this.#fallAt.delete(ground);
    this.#fallAt.set(ground, tick);
  }

  /** True if something may have fallen there shortly before a tick, or since. */
  mayHaveFallen(ground: PlaceKey, since: number): boolean {
    const sighted = this.#fallAt.get(ground);
    return sighted !== undefined && sighted >= since - EVENT_SKEW_TICKS;
  }

  /** Grounds onto which something fell lately, and not before a tick, newest first. */
  recentFalls(since = 0): PlaceKey[] {
    const grounds: PlaceKey[] = [];
    for (const [ground, sighted] of this.#fallAt) if (sighted >= since) grounds.push(ground);
    return grounds.reverse();
  }

  /** `group` is what is known about the tick in which the member was seen. */
  originOf(member: Member, classIndex: number, group: TickGroup): Origin {
    const { place, isNew } = member;
    // A window shows goods that are elsewhere: it is no source, even if it is new.
    if (isNew && !isLeftoverWindow(place)) return nobodys();
    if (placeKind(place) === "ground") return this.#onGround(member, classIndex, group);
    return isContainer(place) ? this.#onContainer(member, classIndex, group) : this.#onOwn(member, classIndex, group);
  }

  finishTickEnd(tick: number): void {
    for (const [ground, sighted] of this.#fallAt) if (tick - sighted > WATCHED_TICKS) this.#fallAt.delete(ground);
  }

  /** The creators are the players who acted there in this tick, or else the owner: nobody else touches these places without an event. */
  #onOwn({ place, since }: Member, classIndex: number, { acts }: TickGroup): Origin {
    const owner = ownerOfPlace(place)!;
    const { mayMake, arrivalOf } = this.#known;
    if (mayMake(owner, classIndex, since) || (placeKind(place) !== "player" && since < arrivalOf(owner)))
      return nobodys();
    const actors = actorsAt(acts, place);
    return { creators: actors.size > 0 ? actors : new Set([owner]), source: 0 };
  }

  /**
   * The creators are the players who acted there in this tick, and all who had it open since the last look. If that was
   * some ticks ago, something may feed the container that was not seen to yet.
   */
  #onContainer({ place, since }: Member, classIndex: number, group: TickGroup): Origin {
    const { open, mayMake, arrivalOf, watched } = this.#known;
    const actors = [...actorsAt(group.acts, place)];
    if (actors.length === 0 || group.tick - since > REMEMBERED_TICKS) return nobodys();
    // The goods may have been in a player's hands before these were first looked at.
    if (actors.some((playerId) => mayMake(playerId, classIndex, since) || since < arrivalOf(playerId)))
      return nobodys();
    const creators = new Set([...actors, ...open.viewersOf(place, since)]);
    if (since >= group.tick - 1) return { creators, source: 0 };
    return { creators, source: ITEMS_PER_TICK * (group.tick - since) * heaviestIn(group, classIndex, watched.classes) };
  }

  /**
   * Goods on the ground come from all sorts of things, with one exception: goods that were picked up, and were known just before to lie
   * there, and still do. The players who picked them up created those.
   */
  #onGround({ place, since, more, pickedUp }: Member, classIndex: number, group: TickGroup): Origin {
    const { counts, watched } = this.#known;
    if (pickedUp === 0 || since < group.tick - 1 || this.mayHaveFallen(place, since)) return nobodys();
    const grown = more - pickedUp;
    const known = counts.unitsAt(place, classIndex) - grown;
    const pickers = group.groundTransfers.filter(
      (one) => one.ground === place && one.dropped < 0 && watched.classes.classOf[one.materialIndex] === classIndex,
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
