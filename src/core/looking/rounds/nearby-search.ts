import { freshMap, freshSet } from "../../model/fresh-map.ts";
import { type Location, parseLocation } from "../../model/location.ts";
import { groundPlace, groundUnder, isOwned, type PlaceKey, placeKind } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { Platform } from "../../platform.ts";
import { RECHECK } from "../look-cause.ts";
import type { Observer } from "../observer.ts";

/** Side of a chunk, in blocks. Between two looks an item gets no further than the next chunk. */
const CHUNK = 16;

/** At least this many places are remembered, even if fewer are loaded. */
const MIN_REMEMBERED = 4096;

/** Steps that one tick end may take in a walk over all loaded places. A place that no walk has met before costs several steps. */
const STEPS_PER_TICK = 4096;
/** A tick end always takes at least this many, even if its time is spent. */
const MIN_STEPS = 2048;
/** Steps between two checks of the time. */
const STEPS_AT_ONCE = 256;
const STEPS_OF_NEW_PLACE = 4;

/** A place that stays where it is. */
interface FixedPlace {
  readonly place: PlaceKey;
  /** The number of the last walk that met it. */
  metBy: number;
}

/** Looks where an item can have gone without an event: to any player, or into a place close by. */
export class NearbySearch {
  readonly #platform: Platform;
  readonly #observer: Observer;
  readonly #isSpent: () => boolean;
  /** Chunks that this tick end has searched already, each named by its ground. */
  #searched = new Set<PlaceKey>();
  /** A walk visits all loaded places, and starts only when something is gone. With very many places it takes several tick ends. */
  #walks = 0;
  #walking: Iterator<PlaceKey> | undefined;
  #stepsLeft = STEPS_PER_TICK;
  #hasWalked = false;
  #placesMet = 0;
  /** Places met by this walk that count as near everywhere: players' own places, and entities whose location the platform cannot tell. */
  #everywhere: PlaceKey[] = [];
  /** Blocks and grounds that walks have met, by place and by chunk. They stay where they are, so their entries are reused. */
  #fixed = new Map<PlaceKey, FixedPlace>();
  #fixedIn = new Map<PlaceKey, FixedPlace[]>();
  /** Entities by the chunk in which this walk met them. */
  #entitiesIn = new Map<PlaceKey, PlaceKey[]>();
  #hasSeenPlayers = false;

  /** `isSpent`: true if the tick end has used up its time. */
  constructor(platform: Platform, observer: Observer, isSpent: () => boolean = () => false) {
    this.#isSpent = isSpent;
    this.#platform = platform;
    this.#observer = observer;
  }

  /**
   * `seen`: the copies, some of which have left. Returns false if finding out what is near takes longer than this tick end: ask again at
   * the next one.
   */
  lookAround(seen: readonly Pick<SeenCopy, "location" | "holderId">[]): boolean {
    this.#lookAtPlayers();
    if (!this.#hasWalked) this.#walk();
    if (!this.#hasWalked) return false;
    for (const centre of this.#centresOf(seen))
      for (const x of [-CHUNK, 0, CHUNK])
        for (const z of [-CHUNK, 0, CHUNK]) this.#search(groundPlace({ ...centre, x: centre.x + x, z: centre.z + z }));
    return true;
  }

  finishTickEnd(): void {
    this.#searched = freshSet(this.#searched);
    this.#stepsLeft = STEPS_PER_TICK;
    this.#hasWalked = false;
    this.#hasSeenPlayers = false;
  }

  #search(chunk: PlaceKey): void {
    if (this.#searched.has(chunk)) return;
    this.#searched.add(chunk);
    for (const { place, metBy } of this.#fixedIn.get(chunk) ?? []) if (metBy === this.#walks) this.#look(place);
    for (const place of this.#entitiesIn.get(chunk) ?? []) this.#look(place);
  }

  #walk(): void {
    this.#walking ??= this.#startWalk();
    while (this.#mayStep()) {
      const pause = this.#stepsLeft - STEPS_AT_ONCE;
      while (this.#stepsLeft > pause) {
        const next = this.#walking.next();
        if (next.done) {
          this.#endWalk();
          return;
        }
        this.#meet(next.value);
      }
    }
  }

  #mayStep(): boolean {
    return this.#stepsLeft > STEPS_PER_TICK - MIN_STEPS || (this.#stepsLeft > 0 && !this.#isSpent());
  }

  #startWalk(): Iterator<PlaceKey> {
    this.#walks++;
    this.#placesMet = 0;
    this.#everywhere = [];
    this.#entitiesIn = freshMap(this.#entitiesIn);
    return this.#platform.places()[Symbol.iterator]();
  }

  #meet(place: PlaceKey): void {
    this.#placesMet++;
    this.#stepsLeft--;
    const known = this.#fixed.get(place);
    if (known !== undefined) known.metBy = this.#walks;
    else if (isOwned(place)) this.#everywhere.push(place);
    else if (placeKind(place) !== "entity") {
      this.#stepsLeft -= STEPS_OF_NEW_PLACE - 1;
      this.#remember(place);
    } else if (this.#platform.locationOf === undefined) this.#everywhere.push(place);
    else {
      const at = this.#platform.locationOf(place);
      if (at !== undefined) addTo(this.#entitiesIn, groundPlace(at), place);
    }
  }

  #endWalk(): void {
    this.#walking = undefined;
    this.#hasWalked = true;
    if (this.#fixed.size > Math.max(2 * this.#placesMet, MIN_REMEMBERED)) this.#forgetUnloaded();
    for (const place of this.#everywhere) this.#look(place);
  }

  #remember(place: PlaceKey): void {
    const fixed = { place, metBy: this.#walks };
    this.#fixed.set(place, fixed);
    addTo(this.#fixedIn, groundUnder(place) ?? place, fixed);
  }

  #forgetUnloaded(): void {
    const known = this.#fixed;
    this.#fixed = new Map();
    this.#fixedIn = new Map();
    for (const { place, metBy } of known.values()) if (metBy === this.#walks) this.#remember(place);
  }

  #lookAtPlayers(): void {
    if (this.#hasSeenPlayers) return;
    this.#hasSeenPlayers = true;
    for (const { place } of this.#platform.players()) this.#look(place);
  }

  /** Where the copies were seen, and where their holders are now. */
  *#centresOf(seen: readonly Pick<SeenCopy, "location" | "holderId">[]): Generator<Location> {
    for (const { location } of seen) {
      const at = parseLocation(location);
      if (at !== undefined) yield at;
    }
    const holders = new Set(seen.map(({ holderId }) => holderId));
    for (const player of this.#platform.players()) if (holders.has(player.id)) yield player.location();
  }

  #look(place: PlaceKey): void {
    if (!this.#observer.isAsBefore(place)) this.#observer.look(place, RECHECK);
  }
}

function addTo<Value>(lists: Map<PlaceKey, Value[]>, key: PlaceKey, value: Value): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
