import type { Copy } from "../../looking/look.ts";
import { canonicalItemId } from "../../model/item-id.ts";
import type { PlaceKey } from "../../model/place.ts";
import type { GameClock, WaitStart } from "../../time/game-clock.ts";
import { RecentMap } from "../../time/recent-map.ts";

/** What another plugin says before it copies items on purpose: a kit, a shop, a restored inventory, a bulk edit. */
export interface Announcement {
  /** Who or what copies, in a few words; it goes to the console. */
  readonly cause: string;
  /** The ids that will appear again, each once or as often as `amount` says. */
  readonly ids?: readonly string[];
  /** The places at which copies will appear. */
  readonly places?: readonly PlaceKey[];
  /** What appears there, for the ledger: a material, such as `diamond`; goods of any kind when left out. */
  readonly material?: string;
  /** How many of the material appear at each of the places (any number when left out), and copies of each id (one when left out). */
  readonly amount?: number;
}

/** How long an announcement holds: a plugin announces at the moment it acts, and a sweep may take its time. */
const HOLDS_MS = 60_000;

/** What appears at an announced place within this time is announced. The plugin acts when it announces; a busy server may take a while. */
const APPEARS_WITHIN_MS = 3000;

/** Places at which this time is over, and that are looked at for that reason in one tick end. */
const CLOSED_PER_TICK = 32;

/** How many entries of each kind go into the note that outlives the process: the newest ones. */
const MAX_NOTED = 1000;

/** A place key is short; a longer text is not one. */
const LONGEST_PLACE = 200;

/** How many fresh ids of one id's copies are remembered, and of all in the note: the newest ones. */
const MAX_FRESH = 1000;

/** At least this many players are remembered who have joined and were not looked at. */
const MAX_JOINING = 1024;

const NO_IDS: ReadonlySet<string> = new Set();

/** What holds when it is written down; `leftMs` is how much longer. */
interface Note {
  readonly ids: readonly [
    id: string,
    leftMs: number,
    copies?: number,
    used?: number,
    fresh?: readonly string[],
    undone?: readonly string[],
  ][];
  /** `appeared`: what has appeared there, each id as often as it was there. `isOpen`: more is expected. */
  readonly places: readonly [place: PlaceKey, leftMs: number, appeared?: readonly string[] | null, isOpen?: boolean][];
}

/** A place at which copies were announced. */
interface AnnouncedPlace {
  readonly until: number;
  /** When it was announced; `undefined` when nothing more is expected there. */
  opened: WaitStart | undefined;
  /** Ids that have appeared there since, and got no fresh id yet, and how many of each were there then. */
  readonly appeared: Map<string, number>;
  /** Those of them that a look has found, and that may have been on record there before: the store has not said yet. */
  readonly found: Set<string>;
  /** In which tick it was announced; after a crash, in none that ends. */
  readonly tick: number;
}

/** Copies of an id that were announced. */
interface AnnouncedId {
  readonly until: number;
  readonly copies: number;
  /** How many of them have turned up. */
  readonly used: number;
  /** The fresh ids that those got. */
  readonly fresh: readonly string[];
  /** Those of them that a crash may have undone. */
  readonly undone: readonly string[];
}

const NONE: Omit<AnnouncedId, "until"> = { copies: 0, used: 0, fresh: [], undone: [] };

/** What is known of an item that a look has found at an announced place. */
interface Known<C> {
  /** A player moved it there or from there in this tick, or placed the block. */
  readonly isMoved: (copy: C) => boolean;
  /** The place held it when it went dark. */
  readonly wasThere: (copy: C) => boolean;
  /** True if the look is no evidence yet: it is not known whether what the player shows is the player's. */
  readonly isProvisional?: boolean;
}

/** A look at a place. `waiting`: what it has left for later. */
interface FoundThere<C> {
  readonly place: PlaceKey;
  readonly copies: readonly C[];
  readonly waiting?: { readonly isEmpty: boolean };
}

/** A copy as a look found it. */
type AppearedCopy = Pick<Copy, "itemId" | "isNew"> & { readonly item: Pick<Copy["item"], "count"> };

/** Remembers what was announced, for as long as it holds. */
export class Announcements {
  readonly #clock: GameClock;
  readonly #ids = new Map<string, AnnouncedId>();
  readonly #places = new Map<PlaceKey, AnnouncedPlace>();
  /** The places where something may still appear, in the order in which they are looked at. */
  readonly #open = new Set<PlaceKey>();
  /** What players had when they joined, until the first look at them. */
  readonly #brought = new RecentMap<PlaceKey, ReadonlySet<string>>(MAX_JOINING);
  #isChanged = false;

  constructor(clock: GameClock) {
    this.#clock = clock;
  }

  /** What is announced again adds to what is left of it, and holds as long as the newest. */
  add({ ids = [], places = [], amount }: Announcement): void {
    this.#tidy();
    const until = this.#clock.steadyMs + HOLDS_MS;
    const more = amount !== undefined && amount >= 1 ? Math.floor(amount) : 1;
    for (const id of ids) {
      const itemId = canonicalItemId(id);
      if (itemId === undefined) continue;
      const before = this.#ids.get(itemId) ?? NONE;
      this.#set(this.#ids, itemId, { ...before, until, copies: before.copies + more });
    }
    for (const place of places) this.#openPlace(place, until, { ...this.#places.get(place), tick: this.#clock.tick });
  }

  #openPlace(place: PlaceKey, until: number, before: Partial<AnnouncedPlace> = {}): void {
    const { appeared = new Map(), found = new Set(), tick = this.#clock.tick } = before;
    this.#set(this.#places, place, { until, opened: this.#clock.startWait(), appeared, found, tick });
    this.#open.delete(place);
    this.#open.add(place);
  }

  /** True when something was announced since the last note. */
  get isChanged(): boolean {
    return this.#isChanged;
  }

  /** Returns what holds now, and for how much longer, as a text for `load`; `undefined` if nothing does. */
  takeNote(): string | undefined {
    this.#tidy();
    this.#isChanged = false;
    if (this.#ids.size + this.#places.size === 0) return undefined;
    const now = this.#clock.steadyMs;
    const ids = [...this.#ids].slice(-MAX_NOTED);
    const places = [...this.#places].filter(([place]) => place.length <= LONGEST_PLACE).slice(-MAX_NOTED);
    let appearedLeft = MAX_NOTED;
    const appearedAt = ({ appeared }: AnnouncedPlace) => {
      return [...appeared].flatMap(([id, count]) => {
        const times = Math.min(count, appearedLeft);
        appearedLeft -= times;
        return Array<string>(times).fill(id);
      });
    };
    let freshLeft = MAX_FRESH;
    const noted = (freshIds: readonly string[]) => {
      const newest = freshIds.slice(Math.max(0, freshIds.length - freshLeft));
      freshLeft -= newest.length;
      return newest;
    };
    const notedIds = ids.toReversed().map(([id, { until, copies, used, fresh, undone }]) => {
      return [id, until - now, copies, used, noted(fresh), noted(undone)];
    });
    return JSON.stringify({
      ids: notedIds.toReversed(),
      places: places.map(([place, announced]) => {
        return [place, announced.until - now, appearedAt(announced), announced.opened !== undefined];
      }),
    });
  }

  /**
   * Restores the note of an earlier process. Everything holds `lessMs` less than the note says. `mayBeUndone`: that process did not stop
   * cleanly, so copies that turned up then may turn up again, with the id that they had when the world was saved. They get their fresh ids
   * again: so there are no more of them than before, whatever was saved.
   */
  load(note: string, lessMs: number, mayBeUndone: boolean): void {
    const now = this.#clock.steadyMs;
    const untilOf = (leftMs: number) => now + Math.min(leftMs, HOLDS_MS) - lessMs;
    try {
      const { ids, places } = JSON.parse(note) as Note;
      for (const [id, leftMs, copies = 1, used = 0, fresh = [], undone = []] of ids) {
        const until = untilOf(leftMs);
        const since = this.#ids.get(id) ?? { ...NONE, until };
        if (until < now) continue;
        this.#set(this.#ids, id, {
          until: Math.max(until, since.until),
          copies: copies + since.copies,
          used: used + since.used,
          fresh: [...fresh, ...since.fresh].slice(-MAX_FRESH),
          undone: mayBeUndone ? fresh : undone,
        });
      }
      for (const [place, leftMs, noted, isOpen = !noted] of places) {
        const until = untilOf(leftMs);
        if (until < now || (this.#places.get(place)?.until ?? 0) >= until) continue;
        // After a crash, what had appeared may appear again.
        const appeared = new Map<string, number>();
        for (const id of noted ?? []) appeared.set(id, (appeared.get(id) ?? 0) + 1);
        const tick = mayBeUndone ? Number.POSITIVE_INFINITY : this.#clock.tick - 1;
        if (isOpen || mayBeUndone) this.#openPlace(place, until, { appeared, tick });
        else this.#set(this.#places, place, { until, opened: undefined, appeared, found: new Set<string>(), tick });
      }
    } catch {
      // We did not write this note: there is nothing to restore.
    }
  }

  /** How many more copies of the id are announced, with those that may turn up again. */
  copiesLeft(itemId: string): number {
    const announced = this.#ids.get(itemId);
    if (announced === undefined || !this.#holds(announced.until)) return 0;
    return announced.copies - announced.used + announced.undone.length;
  }

  /** The fresh id that a copy gets which can only be one that had turned up before a crash; `undefined` for any other. */
  undoneId(itemId: string): string | undefined {
    const announced = this.#ids.get(itemId);
    return announced !== undefined && announced.copies <= announced.used ? announced.undone[0] : undefined;
  }

  /** One of the announced copies has turned up, as a stack of so many, and has got this fresh id. */
  noteUsed(itemId: string, count: number, freshId: string): void {
    const announced = this.#ids.get(itemId);
    if (announced === undefined) return;
    const { used, fresh, undone } = announced;
    const isAgain = undone.includes(freshId);
    this.#ids.set(itemId, {
      ...announced,
      used: isAgain ? used : used + count,
      fresh: isAgain ? fresh : [...fresh, freshId].slice(-MAX_FRESH),
      undone: undone.filter((id) => id !== freshId),
    });
    this.#isChanged = true;
  }

  /** True while what appears at the place is announced. */
  isAnnouncedPlace(place: PlaceKey): boolean {
    const announced = this.#places.get(place);
    return announced?.opened !== undefined && this.#holds(announced.until);
  }

  /** True if so many of the id have appeared at the place when that was announced, and are still untouched there. */
  hasAppeared(itemId: string, place: PlaceKey, count = 1): boolean {
    const announced = this.#places.get(place);
    return announced !== undefined && (announced.appeared.get(itemId) ?? 0) >= count && this.#holds(announced.until);
  }

  /** The owner of the place has joined with these ids: a plugin that has announced the place before this tick has not put them there. */
  noteJoin(place: PlaceKey, itemIds: ReadonlySet<string>): void {
    const announced = this.#places.get(place);
    if (announced === undefined || announced.tick < this.#clock.tick) this.#brought.set(place, itemIds);
  }

  /**
   * A look found these ids at a place; `arrived` are those that were not there at the look before. An id that is there twice has appeared,
   * too. `isNew`: the look gave the item its first id, so it is no copy. What leaves the place, or what a player moves, is not what was
   * announced, also if it comes back.
   */
  noteLook<C extends AppearedCopy>(
    { place, copies, waiting }: FoundThere<C>,
    arrived: readonly string[],
    { isMoved, wasThere, isProvisional = false }: Known<C>,
  ): void {
    const brought = this.#brought.size === 0 ? NO_IDS : (this.#brought.get(place) ?? NO_IDS);
    if (isProvisional) this.#brought.set(place, new Set(copies.map(({ itemId }) => itemId)));
    else if (brought.size > 0 && waiting?.isEmpty !== false) this.#brought.set(place, NO_IDS);
    const announced = this.#places.get(place);
    if (announced === undefined || (announced.opened === undefined && announced.appeared.size === 0)) return;
    const { appeared, found } = announced;
    const byId = Map.groupBy(copies, ({ itemId }) => itemId);
    for (const itemId of appeared.keys())
      if (byId.get(itemId)?.some(isMoved) !== false) this.#forgetAt(announced, itemId);
    if (!this.isAnnouncedPlace(place)) return;
    const came = new Set(arrived);
    for (const [itemId, there] of byId) {
      const hasCome = came.has(itemId) && !brought.has(itemId) && !there.some((copy) => copy.isNew || wasThere(copy));
      const count = there.reduce((sum, { item }) => sum + Math.max(item.count, 0), 0);
      const isMore = count > (appeared.get(itemId) ?? 0);
      if (!isMore || !(hasCome || there.length > 1) || there.some(isMoved)) continue;
      if (!appeared.has(itemId)) found.add(itemId);
      appeared.set(itemId, count);
      this.#isChanged = true;
    }
  }

  /** The store has said where an id was that a look has found at the place. If it was on record just there, it has not appeared there. */
  noteAnswer(itemId: string, place: PlaceKey, wasThere: boolean): void {
    const announced = this.#places.get(place);
    if (announced?.found.delete(itemId) && wasThere) this.#forgetAt(announced, itemId);
  }

  /** A copy that had appeared there has a fresh id. Neither the old nor the fresh one is excused there again. */
  noteReissued(place: PlaceKey, ...itemIds: readonly string[]): void {
    const announced = this.#places.get(place);
    if (announced !== undefined) for (const itemId of itemIds) this.#forgetAt(announced, itemId);
  }

  /**
   * At every tick end: when what was announced has had time to appear, the place is looked at once more, and then nothing more is expected
   * there. `lookAt` returns false if the place cannot be looked at, or something there waits; it is then tried again.
   */
  closeDue(lookAt: (place: PlaceKey) => boolean): void {
    const again: PlaceKey[] = [];
    let left = CLOSED_PER_TICK;
    for (const place of this.#open) {
      const announced = this.#places.get(place);
      const isOver = announced?.opened !== undefined && this.#clock.hasPassed(APPEARS_WITHIN_MS, announced.opened);
      // They are in the order in which they were announced.
      if (announced?.opened !== undefined && !isOver) break;
      this.#open.delete(place);
      if (announced === undefined || !isOver) continue;
      if (lookAt(place)) {
        announced.opened = undefined;
        this.#isChanged = true;
      } else again.push(place);
      if (--left === 0) break;
    }
    for (const place of again) this.#open.add(place);
  }

  #forgetAt({ appeared, found }: AnnouncedPlace, itemId: string): void {
    found.delete(itemId);
    if (appeared.delete(itemId)) this.#isChanged = true;
  }

  /** Keeps the newest last. */
  #set<T>(notes: Map<string, T>, key: string, value: T): void {
    notes.delete(key);
    notes.set(key, value);
    this.#isChanged = true;
  }

  #holds(until: number | undefined): boolean {
    return until !== undefined && this.#clock.steadyMs <= until;
  }

  #tidy(): void {
    for (const [id, { until }] of this.#ids) if (!this.#holds(until)) this.#ids.delete(id);
    for (const [place, { until }] of this.#places) if (!this.#holds(until)) this.#places.delete(place);
  }
}
