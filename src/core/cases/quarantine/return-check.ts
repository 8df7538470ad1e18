import type { Look } from "../../looking/look.ts";
import type { Log } from "../../model/log.ts";
import { accountPlace, ENDED, NOWHERE, type PlaceKey, playerPlace } from "../../model/place.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import { askInBatches, askTwice } from "../../recording/start-questions.ts";
import type { Custody, QuarantinedItem, Store } from "../../store.ts";
import type { GameClock } from "../../time/game-clock.ts";
import { changedEntry, changeEntry } from "./quarantine-entry.ts";

/** Clocks may be set, even in a run that ends in a crash. */
const CLOCK_MARGIN_MS = 3_600_000;

/** A returned item that the world's last save may not have, and the places where it could be. */
interface Doubt {
  readonly entry: QuarantinedItem;
  readonly unseen: Set<PlaceKey>;
  /** When the last of them was seen. */
  seenTick?: number;
}

interface ReturnCheckParts {
  readonly log: Log;
  readonly writes: RetriedWrites;
  readonly clock: Pick<GameClock, "tick">;
  readonly sendAgain: (entry: QuarantinedItem) => void;
  /** True when the item itself was found back where it had been taken from. */
  readonly isVoid: (entry: QuarantinedItem) => boolean;
  /** True when players have one inventory on all servers. */
  readonly travels: boolean;
  /** True when the id is in sight somewhere: it may have been seen, and gone on, before it was known what is in doubt. */
  readonly isPresent: (itemId: string) => boolean;
  /** True while it is not known what a player has who had joined by that tick. */
  readonly isAnybodyUnknownSince: (tick: number) => boolean;
}

/**
 * After an unclean stop, an item that was given back may be gone again, because the player was saved before. It is handed over again if its
 * fresh id is neither with the player nor at the last known place, and the item is not back where it was taken from. If it had been used up
 * since, or had gone where nobody looks, it is held again instead: the world may have been saved after that, and staff decide.
 */
export class ReturnCheck {
  readonly #parts: ReturnCheckParts;
  readonly #doubts = new Map<string, Doubt>();
  /** Entries about which nothing is decided and on record yet. */
  readonly #inDoubt = new Set<number>();
  #store: Store | undefined;

  constructor(parts: ReturnCheckParts) {
    this.#parts = parts;
  }

  /** `sinceMs`: what was given back since then is in doubt. `noted`: entries that are still in doubt because of earlier runs. */
  async connect(store: Store, sinceMs: number | undefined, noted: ReadonlySet<number> = new Set()): Promise<void> {
    this.#store = store;
    this.#inDoubt.clear();
    if (sinceMs === undefined && noted.size === 0) return;
    // An item that another server gave back is, or was, in that server's world.
    const { serverName: returnedBy } = store;
    const returned = await askTwice(() => store.quarantined({ state: "returned", returnedBy }));
    const custodies = await askTwice(() => store.custodyOf(returned.map(({ freshId }) => freshId)));
    const custodyOf = new Map(custodies.map((custody) => [custody.itemId, custody]));
    const doubtfulSinceMs = sinceMs === undefined ? Number.POSITIVE_INFINITY : sinceMs - CLOCK_MARGIN_MS;
    const isDoubtful = ({ number, freshId }: QuarantinedItem) => {
      if (noted.has(number)) return true;
      if (sinceMs === undefined) return false;
      const custody = custodyOf.get(freshId);
      // An item that has not moved since that run began was given back before it.
      return custody === undefined || (!isElsewhere(custody, store) && custody.confirmedMs >= doubtfulSinceMs);
    };
    const doubtful = returned.filter(isDoubtful);
    const earliest = await askInBatches(doubtful, ({ freshId, returnToId }) =>
      store.getEarliestTransferTs(freshId, returnToId),
    );
    for (const [at, entry] of doubtful.entries()) {
      const returnedMs = earliest[at] ?? null;
      if (!noted.has(entry.number) && returnedMs !== null && returnedMs < doubtfulSinceMs) continue;
      const custody = custodyOf.get(entry.freshId);
      const { takenFrom, takenBy, returnToId } = entry;
      const taken = takenBy === store.serverName ? [takenFrom.place] : [];
      const places = [...taken, playerPlace(returnToId), ...(custody ? [custody.place] : [])].map(accountPlace);
      const unseen = new Set(places.filter((place) => place !== NOWHERE && place !== ENDED));
      this.#doubts.set(entry.freshId, { entry, unseen });
      this.#inDoubt.add(entry.number);
    }
  }

  /** Numbers of the entries that are in doubt. */
  get doubtful(): ReadonlySet<number> {
    return this.#inDoubt;
  }

  /** Places whose first looks decide. */
  get doubtfulPlaces(): readonly PlaceKey[] {
    return [...this.#doubts.values()].flatMap(({ unseen }) => [...unseen]);
  }

  onLook({ place, copies, waiting }: Look): void {
    if (this.#doubts.size === 0) return;
    for (const { itemId } of copies) this.#settle(itemId);
    if (!waiting.isEmpty) return;
    const { clock, isVoid, isPresent, isAnybodyUnknownSince } = this.#parts;
    for (const [freshId, doubt] of this.#doubts) {
      const { entry, unseen } = doubt;
      unseen.delete(accountPlace(place));
      if (unseen.size > 0) continue;
      doubt.seenTick ??= clock.tick;
      // Somebody may have taken it from there, at whose things nobody has looked yet.
      if (isAnybodyUnknownSince(doubt.seenTick)) continue;
      this.#doubts.delete(freshId);
      if (isVoid(entry) || isPresent(freshId)) this.#inDoubt.delete(entry.number);
      else this.#giveAgain(entry);
    }
  }

  /** The item is in the world. */
  #settle(freshId: string): void {
    const doubt = this.#doubts.get(freshId);
    if (doubt === undefined) return;
    this.#doubts.delete(freshId);
    this.#inDoubt.delete(doubt.entry.number);
  }

  #giveAgain(entry: QuarantinedItem): void {
    const again = changedEntry(entry, { state: "returning", returnedBy: "" });
    const held = changedEntry(entry, { state: "held", returnedBy: "", returnToId: "" });
    const takeBack = () => this.#takeBack(again, held, this.#store!);
    void changeEntry(entry.number, takeBack, this.#parts).then((isTakenBack) => {
      if (isTakenBack !== undefined) this.#inDoubt.delete(entry.number);
      if (isTakenBack) this.#parts.sendAgain(again);
    });
  }

  /** Puts on record that the item is yet to be given. False if it was, or may have been, used up or taken along to another server. */
  async #takeBack(again: QuarantinedItem, held: QuarantinedItem, store: Store): Promise<boolean> {
    const [custody] = await store.custodyOf([again.freshId]);
    if (isElsewhere(custody, store)) return false;
    const { caseNumber } = again;
    if (custody?.place === ENDED || custody?.place === NOWHERE) {
      if (!(await store.changeQuarantined(held, "returned"))) return false;
      const where =
        custody.place === ENDED ? `it was placed or used up at ${custody.location}` : "it was lost from sight";
      this.#parts.log.warn(
        `Case ${caseNumber}: what was given back before the crash is gone; ${where} since. ` +
          "Whether the world was saved before or after that is not known: it is in quarantine, and staff decide.",
      );
      return false;
    }
    // The item was given, and anybody may have it now: inventories that travel between servers are not rolled back with this one.
    if (custody !== undefined && this.#parts.travels && (await hasOthers(store))) {
      this.#parts.log.warn(
        `Case ${caseNumber}: what was given back before the crash is not where it was; it may be on another server, and is not handed over again.`,
      );
      return false;
    }
    if (!(await store.changeQuarantined(again, "returned"))) return false;
    this.#parts.log.warn(`Case ${caseNumber}: what was given back before the crash is gone; it is handed over again.`);
    return true;
  }
}

function isElsewhere(custody: Custody | undefined, { serverName }: Store): boolean {
  return custody !== undefined && custody.server !== serverName;
}

async function hasOthers(store: Store): Promise<boolean> {
  return (await store.servers()).some(({ isThisOne, isRetired }) => !isThisOne && !isRetired);
}
