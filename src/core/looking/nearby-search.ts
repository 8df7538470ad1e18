import { freshMap, freshSet } from "../model/fresh-map.ts";
import { type Location, parseLocation } from "../model/location.ts";
import { groundPlace, groundUnder, isOwned, type PlaceKey, placeKind } from "../model/place.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { Platform } from "../platform.ts";
import { RECHECK } from "./look-cause.ts";
import type { Observer } from "./observer.ts";

/** Blocks to a chunk's side: between two looks an item gets no further than into the next chunk. */
const CHUNK = 16;

/** Places that are remembered at least, however few of them are loaded. */
const LEAST_REMEMBERED = 4096;

/** Steps of a walk over all loaded places in one tick end. One that no walk has met before takes several. */
const STEPS_PER_TICK = 4096;
/** As many are taken in any case, however long the tick end has taken. */
const LEAST_STEPS = 2048;
/** So many at a time, and then it is asked how long it has taken. */
const STEPS_AT_ONCE = 256;
const STEPS_OF_NEW_PLACE = 4;

/** A place that stays where it is. */
interface FixedPlace {
  readonly place: PlaceKey;
  /** The number of the last walk that met it. */
  metBy: number;
}

/** Looks where an item can have gone without a word: to any player, or into a place close by. */
export class NearbySearch {
  readonly #platform: Platform;
  readonly #observer: Observer;
  readonly #isSpent: () => boolean;
  /** Chunks that this tick end has searched already, each named by its ground. */
  #searched = new Set<PlaceKey>();
  /** A walk goes over all loaded places, and only when something is gone. When there are very many it takes some tick ends. */
  #walks = 0;
  #walking: Iterator<PlaceKey> | undefined;
  #stepsLeft = STEPS_PER_TICK;
  #hasWalked = false;
  #placesMet = 0;
  /** What this walk met that is near wherever it is: what is a player's, and entities of which nobody can say where they are. */
  #everywhere: PlaceKey[] = [];
  /** Blocks and grounds that walks have met, and the same by their chunks: nothing is made anew for what stays where it is. */
  #fixed = new Map<PlaceKey, FixedPlace>();
  #fixedIn = new Map<PlaceKey, FixedPlace[]>();
  /** Entities by the chunk in which this walk met them. */
  #entitiesIn = new Map<PlaceKey, PlaceKey[]>();
  #hasSeenPlayers = false;

  /** `isSpent`: the tick end has taken long enough. */
  constructor(platform: Platform, observer: Observer, isSpent: () => boolean = () => false) {
    this.#isSpent = isSpent;
    this.#platform = platform;
    this.#observer = observer;
  }

  /**
   * `seen` are the copies of which some have left. False when it takes longer than this tick end to find out what is near: then it is
   * to be asked again at the next.
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
    return this.#stepsLeft > STEPS_PER_TICK - LEAST_STEPS || (this.#stepsLeft > 0 && !this.#isSpent());
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
    if (this.#fixed.size > Math.max(2 * this.#placesMet, LEAST_REMEMBERED)) this.#forgetUnloaded();
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
