import { groundPlace, groundUnder, type PlaceKey, placeKind } from "../../model/place.ts";
import type { Platform } from "../../platform.ts";
import { RecentMap } from "../../time/recent-map.ts";
import type { PassListener } from "./pass-listener.ts";

/** How many containers are looked at ahead of the sweep in one tick, and how many may wait for that. The others are left to the sweep. */
const LOOKS_PER_TICK = 16;
const MOST_WAITING = 256;

/** Grounds with something on them that are looked at in one tick. A full one counts as several, and the next ticks look at fewer. */
const GROUNDS_PER_TICK = 4;

/** Ticks between two looks at a ground whose stamp says that nothing came or went. Reading the stamp counts as this fraction of a look. */
const TICKS_BETWEEN_SAME = 10;
const EFFORT_OF_STAMP = 1 / 8;

/** At least so many blocks are known by their ground. */
const MIN_BLOCKS = 32_768;

/** Turns that have passed are dropped from memory when they are at least this many, and more than are to come. */
const MIN_PASSED = 64;

/** The state, at its last turn, of a ground on which something with an id lies. */
interface Lying {
  readonly ground: PlaceKey;
  stamp: number | undefined;
  tick: number;
  /** True once nothing with an id lies there. */
  isOver: boolean;
}

/** The loaded containers as a pass of the sweep met them, by the ground of their chunk. */
type ContainersByGround = Map<PlaceKey, PlaceKey[]>;

/**
 * Anybody can take what lies on the ground, and a machine does so without an event. So grounds on which something with an id lies are
 * looked at in turn, a few a tick, and less often while the same entities lie there. When something is gone, a machine may have put it into
 * a container of that chunk. These containers are looked at in the same tick, and do not wait for the sweep.
 */
export class GroundLooks implements PassListener {
  readonly #platform: Pick<Platform, "locationOf" | "stampOf">;
  readonly #effortOf: (place: PlaceKey) => number;
  readonly #lying = new Map<PlaceKey, Lying>();
  /** All of them in the order of their turns, beginning at `#next`, and some that are over. */
  #turns: Lying[] = [];
  #next = 0;
  #tick = 0;
  #effort = 0;
  /** The containers that the last whole pass met, and those that the pass under way has met. */
  #lastPass: ContainersByGround = new Map();
  #thisPass: ContainersByGround = new Map();
  /** A block stays where it is: its key is read once, not in every pass. */
  readonly #groundOfBlock = new RecentMap<PlaceKey, PlaceKey>(MIN_BLOCKS);
  readonly #waiting = new Set<PlaceKey>();

  /** `effortOf`: how many looks one look at the place counts as. */
  constructor(platform: Pick<Platform, "locationOf" | "stampOf">, effortOf: (place: PlaceKey) => number) {
    this.#platform = platform;
    this.#effortOf = effortOf;
  }

  onPassBegin(): void {
    this.#thisPass = new Map();
  }

  onPassEnd(): void {
    this.#lastPass = this.#thisPass;
  }

  /** The sweep has come to this place: containers of a chunk are known by that. */
  noteContainer(place: PlaceKey): void {
    const ground = this.#groundOf(place);
    if (ground === undefined) return;
    const others = this.#thisPass.get(ground);
    if (others === undefined) this.#thisPass.set(ground, [place]);
    else others.push(place);
  }

  /** A look at this place found `ids` ids; 0 if the place cannot be looked at. `hasLeft`: something has left it. */
  noteLook(place: PlaceKey, ids: number, hasLeft: boolean): void {
    if (placeKind(place) !== "ground") return;
    const known = this.#lying.get(place);
    if (ids > 0 && known === undefined) {
      const lying = { ground: place, stamp: undefined, tick: 0, isOver: false };
      this.#lying.set(place, lying);
      this.#turns.push(lying);
    } else if (ids === 0 && known !== undefined) {
      known.isOver = true;
      this.#lying.delete(place);
    }
    if (hasLeft) this.#queueContainers(place);
  }

  /** The next in turn goes to the end. There must be one. */
  #takeTurn(): Lying {
    let lying: Lying;
    do lying = this.#turns[this.#next++]!;
    while (lying.isOver);
    this.#turns.push(lying);
    if (this.#next >= MIN_PASSED && 2 * this.#next > this.#turns.length) {
      this.#turns = this.#turns.slice(this.#next);
      this.#next = 0;
    }
    return lying;
  }

  #queueContainers(ground: PlaceKey): void {
    for (const place of this.#lastPass.get(ground) ?? this.#thisPass.get(ground) ?? []) {
      if (this.#waiting.size === MOST_WAITING) return;
      this.#waiting.add(place);
    }
  }

  /** Yields the places to look at now. If the caller stops early, the rest waits for the next tick. */
  *placesToHurry(): Generator<PlaceKey> {
    yield* this.#grounds();
    let looks = 0;
    for (const place of this.#waiting) {
      if (looks++ === LOOKS_PER_TICK) return;
      yield place;
      this.#waiting.delete(place);
    }
  }

  *#grounds(): Generator<PlaceKey> {
    this.#tick++;
    this.#effort = Math.max(0, this.#effort - GROUNDS_PER_TICK);
    for (let turns = this.#lying.size; turns > 0 && this.#effort < GROUNDS_PER_TICK; turns--) {
      const lying = this.#takeTurn();
      const { ground } = lying;
      const stamp = this.#platform.stampOf?.(ground);
      const isSame = stamp !== undefined && stamp === lying.stamp;
      if (isSame && this.#tick - lying.tick < TICKS_BETWEEN_SAME) {
        this.#effort += EFFORT_OF_STAMP;
        continue;
      }
      yield ground;
      // The caller has looked at it by now.
      lying.stamp = stamp;
      lying.tick = this.#tick;
      this.#effort += this.#effortOf(ground);
    }
  }

  #groundOf(place: PlaceKey): PlaceKey | undefined {
    const kind = placeKind(place);
    if (kind === "block") return this.#groundOfBlock.get(place) ?? this.#readGround(place);
    const at = kind === "entity" ? this.#platform.locationOf?.(place) : undefined;
    return at && groundPlace(at);
  }

  #readGround(block: PlaceKey): PlaceKey | undefined {
    const ground = groundUnder(block);
    if (ground !== undefined) this.#groundOfBlock.set(block, ground);
    return ground;
  }
}
