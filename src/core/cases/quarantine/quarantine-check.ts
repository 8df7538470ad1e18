import type { Copy, Look } from "../../looking/look.ts";
import type { Log } from "../../model/log.ts";
import { accountPlace, type PlaceKey } from "../../model/place.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import { askInBatches, askTwice } from "../../recording/start-questions.ts";
import type { Claim, QuarantinedItem, Store } from "../../store.ts";
import { changedEntry, changeEntry } from "./quarantine-entry.ts";

/** Clocks may be set, even in a run that ends in a crash: items that were taken this long before it began are checked too. */
const CLOCK_MARGIN_MS = 3_600_000;

interface QuarantineCheckParts {
  readonly log: Log;
  readonly writes: RetriedWrites;
  /** True while copies of the id await their first or second look. */
  readonly isAwaited: (itemId: string) => boolean;
  /** True when the id is in sight somewhere. */
  readonly isPresent: (itemId: string) => boolean;
  /** The item that was taken is back in the world. */
  readonly onBack: (itemId: string) => void;
  /** An entry is no longer in doubt. Its state does not say so if it is on its way back. */
  readonly onDecided: () => void;
}

/**
 * After an unclean stop, an item may be in quarantine and also back in its place, because the world was saved before it was taken. The
 * first look at that place decides. If the item is there, the entry is void, and the copy is judged again. The item may also be back
 * somewhere else, where it was when the world was saved. Then it has too many copies, and the proof says so. If neither is so, the item is
 * held for good.
 */
export class QuarantineCheck {
  readonly #parts: QuarantineCheckParts;
  readonly #byPlace = new Map<PlaceKey, QuarantinedItem[]>();
  readonly #byItem = new Map<string, QuarantinedItem[]>();
  readonly #void = new Set<number>();
  /** Entries about which nothing is decided and on record yet. */
  readonly #inDoubt = new Set<number>();
  /** Entries whose item is not back in its place. It may be back elsewhere as long as its copies are awaited. */
  #missing: QuarantinedItem[] = [];
  /** Entries that were not in doubt, as far as is on record, when the last run ended. */
  readonly #wereDecided = new Set<number>();
  /** When copies of doubtful items were on record. */
  readonly #seenMs = new Map<string, number[]>();
  /** Copies of doubtful items that were where nobody could look. */
  #inTheDark: readonly Claim[] = [];
  #crashedRunMs = Number.POSITIVE_INFINITY;
  #restored: RolledBackCounts | undefined;
  #store: Store | undefined;

  constructor(parts: QuarantineCheckParts) {
    this.#parts = parts;
  }

  /**
   * `sinceMs`: what was taken since then is in doubt. `noted`: entries that are still in doubt because of earlier runs. `crashedRunMs` is
   * when the very last run began if it did not stop cleanly. `copiesOf` returns copies on record in open cases.
   */
  async connect(
    store: Store,
    sinceMs: number | undefined,
    crashedRunMs: number | undefined,
    copiesOf: (itemIds: ReadonlySet<string>) => Promise<readonly SeenCopy[]>,
    noted: ReadonlySet<number> = new Set(),
  ): Promise<void> {
    this.#store = store;
    // An item that another server took is not back here, even if something lies at a place of the same name.
    const takenBy = store.serverName;
    const isAny = sinceMs !== undefined || noted.size > 0;
    const doubtful = isAny ? await this.#readDoubtful(store, sinceMs ?? Number.POSITIVE_INFINITY, noted) : [];
    const isDoubted = new Set(doubtful.map(({ number }) => number));
    const taking = await askTwice(() => store.quarantined({ state: "taking", takenBy }));
    // An earlier attempt to start may have got this far.
    this.#byPlace.clear();
    this.#byItem.clear();
    this.#inDoubt.clear();
    for (const entry of [...taking.filter(({ number }) => !isDoubted.has(number)), ...doubtful]) {
      const place = accountPlace(entry.takenFrom.place);
      this.#inDoubt.add(entry.number);
      this.#byPlace.set(place, [...(this.#byPlace.get(place) ?? []), entry]);
      this.#byItem.set(entry.itemId, [...(this.#byItem.get(entry.itemId) ?? []), entry]);
    }
    await this.#readDropped(store, noted, crashedRunMs ?? Number.POSITIVE_INFINITY);
    await this.#readSeen(store, copiesOf);
    if (crashedRunMs === undefined) return;
    this.#crashedRunMs = crashedRunMs;
    this.#restored = new RolledBackCounts(new Set(this.#byItem.keys()));
  }

  async #readSeen(store: Store, copiesOf: Parameters<QuarantineCheck["connect"]>[3]): Promise<void> {
    if (this.#byItem.size === 0) return;
    const claims = await askTwice(() => store.openClaims());
    this.#inTheDark = claims.filter(({ kind, itemId }) => kind === "dark" && this.#byItem.has(itemId));
    const awaited = claims.flatMap(({ copies }) => copies);
    for (const { itemId, seenMs } of [...(await copiesOf(new Set(this.#byItem.keys()))), ...awaited])
      this.#seenMs.set(itemId, [...(this.#seenMs.get(itemId) ?? []), seenMs]);
  }

  /** Entries that this server has taken since then, or that are noted. */
  async #readDoubtful(store: Store, sinceMs: number, noted: ReadonlySet<number>): Promise<QuarantinedItem[]> {
    const states = ["held", "returning", "returned"] as const;
    const takenBy = store.serverName;
    const taken = await askInBatches(states, (state) => store.quarantined({ state, takenBy }));
    const isDoubtful = ({ number, takenMs }: QuarantinedItem) =>
      takenMs >= sinceMs - CLOCK_MARGIN_MS || noted.has(number);
    const doubtful = taken.flat().filter(isDoubtful);
    // What is on its way back, or was given, keeps its state when it is decided: only the note says that it was.
    for (const { number, state, takenMs } of doubtful)
      if (state === "held" || (takenMs < sinceMs && !noted.has(number))) this.#wereDecided.add(number);
    return askInBatches(
      // Each change is made once and reused when the store is asked again. Otherwise the store would say, the second time, that another
      // change was first.
      doubtful.map((entry) => ({ entry, taking: changedEntry(entry, { state: "taking" }) })),
      // No server may give back an item that may be in this server's world again.
      async ({ entry, taking }) =>
        entry.state === "held" && (await store.changeQuarantined(taking, "held")) ? taking : entry,
    );
  }

  /**
   * Entries that an earlier run found to be void, of items of which others are still in doubt: each stands for one of the copies that are
   * back. If the last run took the item again, that may have been the same copy.
   */
  async #readDropped(store: Store, noted: ReadonlySet<number>, crashedRunMs: number): Promise<void> {
    const others = [...noted].filter((number) => !this.#inDoubt.has(number));
    const found = await askInBatches(others, (number) => store.quarantined({ number }));
    for (const entry of found.flat()) {
      const ofItem = this.#byItem.get(entry.itemId);
      if (entry.state !== "dropped" || ofItem === undefined) continue;
      if (ofItem.some(({ takenMs }) => takenMs >= crashedRunMs)) continue;
      this.#void.add(entry.number);
      this.#inDoubt.add(entry.number);
      ofItem.push(entry);
    }
  }

  /** True while it is not known whether an entry's item is back in the world. */
  isDoubtful({ number, itemId, takenFrom }: QuarantinedItem): boolean {
    const isOf = (entry: QuarantinedItem) => entry.number === number;
    if (this.#byPlace.get(accountPlace(takenFrom.place))?.some(isOf)) return true;
    return this.#byItem.get(itemId)?.some(isOf) === true && this.#parts.isAwaited(itemId);
  }

  /** True when the item was found back in the world: there is nothing to give back. */
  isVoid({ number }: QuarantinedItem): boolean {
    return this.#void.has(number);
  }

  /** Numbers of the entries that are in doubt. */
  get doubtful(): ReadonlySet<number> {
    return this.#inDoubt;
  }

  /** Places whose first look decides. */
  get doubtfulPlaces(): readonly PlaceKey[] {
    return [...this.#byPlace.keys()];
  }

  /** `isPutThere` is true for a copy that a player put there in this tick. */
  onLook(look: Look, isPutThere: (copy: Copy) => boolean): void {
    this.#restored?.countFirstLook(look, isPutThere);
    // An item that waits for a later look is not missing.
    if (this.#byPlace.size === 0 || !look.waiting.isEmpty) return;
    const place = accountPlace(look.place);
    const entries = this.#byPlace.get(place);
    if (entries === undefined) return;
    this.#byPlace.delete(place);
    for (const entry of entries) {
      if (this.#void.has(entry.number)) continue;
      const { slot, count } = entry.takenFrom;
      // A stack that was cut to 1 is back when it has its full count again.
      const isBack = look.copies.some(
        (copy) => copy.itemId === entry.itemId && copy.slot === slot && copy.item.count >= count,
      );
      if (isBack) this.#dropEntry(entry);
      else this.#missing.push(entry);
    }
  }

  /**
   * At a tick end, after the looks: holds what is not back, once its copies are not awaited any more. What was to be given back stays as it
   * is, but until then it may be back elsewhere as well.
   */
  holdMissing(): void {
    const isUndecided = (entry: QuarantinedItem) =>
      !this.#void.has(entry.number) && this.#parts.isAwaited(entry.itemId) && !this.#wasCopiedSince(entry);
    const decided = this.#missing.filter((entry) => !isUndecided(entry));
    if (decided.length === 0) return;
    this.#missing = this.#missing.filter(isUndecided);
    for (const entry of decided) if (!this.#void.has(entry.number)) this.#setState("held", entry);
  }

  /**
   * There are `count` copies of an id here. Each extra copy that the world was saved with stands for one entry, which is void, unless it
   * lay in the dark when the entry's item was taken. If another server has a copy too, all copies here are extra.
   */
  onProven(itemId: string, count: number, isElsewhereToo: boolean): void {
    const entries = this.#byItem.get(itemId);
    const restored = this.#restored;
    if (entries === undefined || restored === undefined) return;
    const open = entries.filter((entry) => !this.#void.has(entry.number));
    let dropped = entries.length - open.length;
    for (const entry of open) {
      if (this.#isGivenBack(entry) || this.#wasCopiedSince(entry)) continue;
      const back = restored.countOf(itemId) - this.#countInTheDark(entry, restored);
      const surplus = Math.min(count, back) - (isElsewhereToo ? 0 : 1);
      if (dropped >= surplus) continue;
      this.#dropEntry(entry);
      dropped++;
    }
  }

  /** How many copies were found where they had been in the dark since before the entry's item was taken. They are others. */
  #countInTheDark({ itemId, takenMs }: QuarantinedItem, restored: RolledBackCounts): number {
    const claims = this.#inTheDark.filter((claim) => claim.itemId === itemId && claim.openedMs <= takenMs);
    return claims.reduce((sum, { place }) => sum + restored.countAt(itemId, place), 0);
  }

  #isGivenBack({ state, freshId }: QuarantinedItem): boolean {
    return state === "returned" && this.#parts.isPresent(freshId);
  }

  /**
   * True if copies were put on record after the entry's item was taken: then those copies are the ones that are back. What the run that
   * died last had on record may have been back already, unless it was known by then that the entry's item was not.
   */
  #wasCopiedSince({ number, itemId, takenMs }: QuarantinedItem): boolean {
    const isOlder = takenMs < this.#crashedRunMs && !this.#wereDecided.has(number);
    const untilMs = isOlder ? this.#crashedRunMs : Number.POSITIVE_INFINITY;
    return (this.#seenMs.get(itemId) ?? []).some((seenMs) => seenMs > takenMs && seenMs < untilMs);
  }

  #dropEntry(entry: QuarantinedItem): void {
    this.#void.add(entry.number);
    this.#parts.onBack(entry.itemId);
    this.#setState("dropped", entry);
  }

  /** Changes the entry from the state that it has in the store now: another server may have given the item back meanwhile. */
  #setState(state: "held" | "dropped", entry: QuarantinedItem): void {
    const store = this.#store!;
    const change = async (): Promise<true> => {
      const [now] = await store.quarantined({ number: entry.number });
      if (now === undefined || now.state === state || (state === "held" && now.state !== "taking")) return true;
      return (await store.changeQuarantined(changedEntry(now, { state }), now.state)) || change();
    };
    void changeEntry(entry.number, change, this.#parts).then((isOnRecord) => isOnRecord && this.#noteDecided(entry));
  }

  /** A void entry says something about the others of its item, until those are decided too. */
  #noteDecided({ number, itemId }: QuarantinedItem): void {
    const before = this.#inDoubt.size;
    if (!this.#void.has(number)) this.#inDoubt.delete(number);
    const open = (this.#byItem.get(itemId) ?? []).filter((entry) => this.#inDoubt.has(entry.number));
    if (open.every((entry) => this.#void.has(entry.number)))
      for (const entry of open) this.#inDoubt.delete(entry.number);
    if (this.#inDoubt.size < before) this.#parts.onDecided();
  }
}

/**
 * Counts how many copies of certain ids the world was saved with: the copies that the first look at each place finds, unless somebody put
 * them there just now.
 */
class RolledBackCounts {
  readonly #itemIds: ReadonlySet<string>;
  readonly #lookedAt = new Set<PlaceKey>();
  /** By item, then by place. */
  readonly #counts = new Map<string, Map<PlaceKey, number>>();

  constructor(itemIds: ReadonlySet<string>) {
    this.#itemIds = itemIds;
  }

  countFirstLook({ place, copies }: Look, isPutThere: (copy: Copy) => boolean): void {
    const record = accountPlace(place);
    if (this.#itemIds.size === 0 || this.#lookedAt.has(record)) return;
    this.#lookedAt.add(record);
    for (const copy of copies) {
      const { itemId, item } = copy;
      if (!this.#itemIds.has(itemId) || isPutThere(copy)) continue;
      const places = this.#counts.get(itemId) ?? new Map<PlaceKey, number>();
      this.#counts.set(itemId, places.set(record, (places.get(record) ?? 0) + item.count));
    }
  }

  countOf(itemId: string): number {
    return [...(this.#counts.get(itemId)?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  }

  countAt(itemId: string, place: PlaceKey): number {
    return this.#counts.get(itemId)?.get(accountPlace(place)) ?? 0;
  }
}
