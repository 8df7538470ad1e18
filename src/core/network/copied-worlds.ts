import type { Opener } from "../judging/verdict.ts";
import type { Copy } from "../looking/look.ts";
import type { Log } from "../model/log.ts";
import { type PlaceKey, placeKind } from "../model/place.ts";
import { askTwice } from "../recording/start-questions.ts";
import type { Custody, Store } from "../store.ts";
import type { Clock } from "../time/clock.ts";
import { OncePerMinute } from "../time/once-per-minute.ts";
import { RecentMap } from "../time/recent-map.ts";

/** The note that keeps what was told and decided about each other server. */
const NOTE = "copied-worlds";
/** If this many ids of one place are at the same place of another server, and nobody put them there, the place was copied. */
const MANY_IDS = 8;
/** Ids that the case names; there may be thousands. */
const IDS_IN_CASE = 64;
const REISSUED_PER_TICK = 64;
const IDS_ASKED_AT_ONCE = 500;

/**
 * `told`: staff have their case. `reissuing`: items that come to light here with an id of the other server get a fresh one. `done`: staff
 * say that it is over; items that turn up from then on are judged.
 */
type State = "told" | "reissuing" | "done";

/** Ids that players had in their hands here: at least so many are remembered. */
const MIN_HANDLED = 65_536;

/** An item that turned up here while another server has custody. */
interface FoundCopy {
  readonly copy: Copy;
  readonly custody: Custody;
  readonly opener: Opener | undefined;
}

interface CopiedWorldsParts {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: () => Store | undefined;
  /** True if the server runs in a copy of this server's world, or the other way round. */
  readonly sharesWorldWith: (server: string) => boolean;
  /** True when the place goes with its player from server to server: then no world was copied with it. */
  readonly travelsWithPlayer: (place: PlaceKey) => boolean;
  /** True if the item is already being asked about. */
  readonly isDisputed: (itemId: string) => boolean;
  readonly visibleIds: () => Iterable<string>;
  /** Gives every copy that is in sight here a fresh id. */
  readonly reissue: (itemId: string) => void;
  /** Staff must be told, once. */
  readonly onCopied: (found: readonly FoundCopy[]) => void;
  /** This is no copied world: the other server must be asked. */
  readonly onOther: (finding: FoundCopy) => void;
}

/**
 * Deals with a server that runs in a copy of another's world: everything in it exists twice, and nobody did anything. Staff are told once,
 * and nothing of it is judged. When staff order it, ids are replaced on the server on which they do.
 */
export class CopiedWorlds {
  readonly #parts: CopiedWorldsParts;
  readonly #warnings: OncePerMinute;
  #states = new Map<string, State>();
  /** Ids that were recognised as copied by their place, between servers that are not known to share a world. */
  readonly #copiedIds = new Set<string>();
  /** Ids that events of this server named, also those in boxes: what somebody brought did not come with the world. */
  readonly #handled = new RecentMap<string, true>(MIN_HANDLED);
  /** Items that turned up since the last tick end. It is not decided yet whether they came with a copied world. */
  #undecided: FoundCopy[] = [];
  #toReissue = new Set<string>();
  #whenReissued: (() => void)[] = [];

  constructor(parts: CopiedWorldsParts) {
    this.#parts = parts;
    this.#warnings = new OncePerMinute(parts.clock);
  }

  async connect(store: Store): Promise<void> {
    const note = await askTwice(() => store.readNote(NOTE)).catch(() => undefined);
    if (note !== undefined) this.#states = new Map(Object.entries(JSON.parse(note) as Record<string, State>));
  }

  /** A player did something with the item, or with a box that it is in. */
  noteHandled(itemId: string): void {
    this.#handled.set(itemId, true);
  }

  /** The item turned up here while it is on record at another server. The tick end decides whether it came with a copied world. */
  decideLater(finding: FoundCopy): void {
    this.#undecided.push(finding);
  }

  /** At a tick end, after the looks. */
  tick(): void {
    if (this.#undecided.length > 0) {
      const all = this.#undecided;
      this.#undecided = [];
      for (const [server, found] of Map.groupBy(all, ({ custody }) => custody.server)) this.#decide(server, found);
    }
    this.#reissueNext();
  }

  /** True if staff may order fresh ids for items that are on record at that server. */
  isCopyOf(server: string): boolean {
    return this.#parts.sharesWorldWith(server) || this.#states.has(server);
  }

  /** Counts the ids in sight here that the other server has on record in its own world. */
  async count(server: string): Promise<number> {
    return (await this.#idsOf(server)).length;
  }

  /** Gives them fresh ids, and also items that come to light later. Resolves with how many there were, when all are done. */
  async reissue(server: string): Promise<number> {
    const ids = await this.#idsOf(server);
    await this.#setState(server, "reissuing");
    for (const itemId of ids) this.#toReissue.add(itemId);
    if (ids.length > 0) await new Promise<void>((done) => this.#whenReissued.push(done));
    return ids.length;
  }

  /** From now on, items on both servers are judged like any others. */
  stopExcusing(server: string): Promise<void> {
    return this.#setState(server, "done");
  }

  #decide(server: string, found: readonly FoundCopy[]): void {
    const state = this.#states.get(server);
    const isCopied = state === "done" ? () => false : this.#copiesAmong(server, found);
    const { copied = [], other = [] } = Object.groupBy(found, (one) => (isCopied(one) ? "copied" : "other"));
    for (const one of other) this.#parts.onOther(one);
    if (copied.length === 0) return;
    if (state === undefined) this.#tell(server, copied);
    if (state === "reissuing") this.#reissueLater(copied);
    else
      this.#warnings.run(() =>
        this.#parts.log.warn(
          `This server and "${server}" run in copies of one world, with the same ids in both: what is in both is not judged between them. On the copy: /doubletake reissue world`,
        ),
      );
  }

  #copiesAmong(server: string, found: readonly FoundCopy[]): (finding: FoundCopy) => boolean {
    if (this.#parts.sharesWorldWith(server)) return () => true;
    const untouched = found.filter((one) => this.#isUntouched(one));
    const byPlace = Map.groupBy(untouched, ({ copy }) => copy.place);
    for (const group of byPlace.values())
      if (group.length >= MANY_IDS) for (const { copy } of group) this.#copiedIds.add(copy.itemId);
    return ({ copy }) => this.#copiedIds.has(copy.itemId);
  }

  /**
   * True if the item is in the same container on both servers, no player had it in hand here, and it is not disputed. A player may throw it
   * into a machine that puts it there, or place a box there with it inside.
   */
  #isUntouched({ copy, custody, opener }: FoundCopy): boolean {
    const isSamePlace = placeKind(copy.place) === "block" && copy.place === custody.place;
    const isBrought = opener?.hasActed || this.#handled.get(copy.itemId) === true;
    return isSamePlace && !isBrought && !this.#parts.isDisputed(copy.itemId);
  }

  #tell(server: string, copied: readonly FoundCopy[]): void {
    this.#setState(server, "told").catch(() => undefined);
    this.#parts.onCopied(copied.slice(0, IDS_IN_CASE));
  }

  /** Leaves out items that go with a player: they did not come with the world, and nobody can say which copy they are. */
  #reissueLater(copied: readonly FoundCopy[]): void {
    const inWorld = copied.filter(({ copy, custody }) => this.#isOfWorld(copy.place) && this.#isOfWorld(custody.place));
    for (const { copy } of inWorld) this.#toReissue.add(copy.itemId);
    if (inWorld.length === 0) return;
    this.#parts.log.info(`${inWorld.length} items of the copied world came to light, and get fresh ids.`);
  }

  #reissueNext(): void {
    let reissued = 0;
    for (const itemId of this.#toReissue) {
      if (reissued++ === REISSUED_PER_TICK) return;
      this.#toReissue.delete(itemId);
      this.#copiedIds.delete(itemId);
      this.#parts.reissue(itemId);
    }
    const done = this.#whenReissued;
    this.#whenReissued = [];
    for (const tell of done) tell();
  }

  async #idsOf(server: string): Promise<string[]> {
    const store = this.#parts.store();
    const isShared = this.#parts.sharesWorldWith(server);
    const visible = [...new Set(this.#parts.visibleIds())].filter((itemId) => isShared || this.#copiedIds.has(itemId));
    const ids: string[] = [];
    for (let at = 0; at < visible.length; at += IDS_ASKED_AT_ONCE) {
      const rows = (await store?.custodyOf(visible.slice(at, at + IDS_ASKED_AT_ONCE))) ?? [];
      for (const { itemId, server: holder, place } of rows)
        if (holder === server && this.#isOfWorld(place)) ids.push(itemId);
    }
    return ids;
  }

  #isOfWorld(place: PlaceKey): boolean {
    return placeKind(place) !== undefined && !this.#parts.travelsWithPlayer(place);
  }

  async #setState(server: string, state: State): Promise<void> {
    const states = new Map(this.#states).set(server, state);
    // Set at once: otherwise staff would be told with every look while the store is away.
    if (state === "told") this.#states = states;
    await this.#parts.store()?.writeNote(NOTE, JSON.stringify(Object.fromEntries(states)));
    this.#states = states;
  }
}
