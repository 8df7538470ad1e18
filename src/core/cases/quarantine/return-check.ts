import type { Look } from "../../looking/look.ts";
import type { Log } from "../../model/log.ts";
import { ENDED, NOWHERE, type PlaceKey, playerPlace, recordOf } from "../../model/place.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import { askInBatches, askTwice } from "../../recording/start-questions.ts";
import type { Custody, QuarantinedItem, Store } from "../../store.ts";
import { changedEntry } from "./quarantine-entry.ts";

/** Clocks are set, also in a run that ends in a crash. */
const CLOCK_MARGIN_MS = 3_600_000;

/** A returned item of which it is not known whether the world's last save has it, and where it could be. */
interface Doubt {
  readonly entry: QuarantinedItem;
  readonly unseen: Set<PlaceKey>;
}

/**
 * After an unclean stop an item that was given back may be gone again, since the player was saved before. When neither the
 * player nor the last known place has its fresh id, and it is not back where it was taken from, it is handed over once more.
 */
export class ReturnCheck {
  readonly #log: Log;
  readonly #writes: RetriedWrites;
  readonly #sendAgain: (entry: QuarantinedItem) => void;
  readonly #isVoid: (entry: QuarantinedItem) => boolean;
  readonly #travels: boolean;
  readonly #doubts = new Map<string, Doubt>();
  #store: Store | undefined;

  constructor(
    log: Log,
    writes: RetriedWrites,
    sendAgain: (entry: QuarantinedItem) => void,
    /** True when the item itself was found back where it had been taken from. */
    isVoid: (entry: QuarantinedItem) => boolean,
    /** True when players have one inventory on all servers. */
    travels: boolean,
  ) {
    this.#log = log;
    this.#writes = writes;
    this.#sendAgain = sendAgain;
    this.#isVoid = isVoid;
    this.#travels = travels;
  }

  /** `sinceMs` is when the run that did not stop cleanly began; `undefined` after a clean stop. */
  async connect(store: Store, sinceMs: number | undefined): Promise<void> {
    this.#store = store;
    if (sinceMs === undefined) return;
    // What another server gave back is in that one's world, or was.
    const { serverName: returnedBy } = store;
    const returned = await askTwice(() => store.quarantined({ state: "returned", returnedBy }));
    const custodies = await askTwice(() => store.custodyOf(returned.map(({ freshId }) => freshId)));
    const custodyOf = new Map(custodies.map((custody) => [custody.itemId, custody]));
    const doubtfulSinceMs = sinceMs - CLOCK_MARGIN_MS;
    const isDoubtful = ({ freshId }: QuarantinedItem) => {
      const custody = custodyOf.get(freshId);
      // What has not moved since that run began was given before.
      return custody === undefined || (!isElsewhere(custody, store) && custody.confirmedMs >= doubtfulSinceMs);
    };
    const doubtful = returned.filter(isDoubtful);
    const earliest = await askInBatches(doubtful, ({ freshId, returnToId }) =>
      store.getEarliestTransferTs(freshId, returnToId),
    );
    for (const [at, entry] of doubtful.entries()) {
      const returnedMs = earliest[at] ?? null;
      if (returnedMs !== null && returnedMs < doubtfulSinceMs) continue;
      const custody = custodyOf.get(entry.freshId);
      const { takenFrom, takenBy, returnToId } = entry;
      const taken = takenBy === store.serverName ? [takenFrom.place] : [];
      const places = [...taken, playerPlace(returnToId), ...(custody ? [custody.place] : [])].map(recordOf);
      const unseen = new Set(places.filter((place) => place !== NOWHERE && place !== ENDED));
      this.#doubts.set(entry.freshId, { entry, unseen });
    }
  }

  get hasDoubts(): boolean {
    return this.#doubts.size > 0;
  }

  /** Places whose first looks decide. */
  get doubtfulPlaces(): readonly PlaceKey[] {
    return [...this.#doubts.values()].flatMap(({ unseen }) => [...unseen]);
  }

  onLook({ place, copies, waiting }: Look): void {
    if (this.#doubts.size === 0) return;
    for (const { itemId } of copies) this.#doubts.delete(itemId);
    if (!waiting.isEmpty) return;
    for (const [freshId, { entry, unseen }] of this.#doubts) {
      if (!unseen.delete(recordOf(place)) || unseen.size > 0) continue;
      this.#doubts.delete(freshId);
      if (!this.#isVoid(entry)) this.#giveAgain(entry);
    }
  }

  #giveAgain(entry: QuarantinedItem): void {
    const what = `Quarantine entry ${entry.number}`;
    const again = changedEntry(entry, { state: "returning", returnedBy: "" });
    this.#writes
      .inOrder(`quarantine ${entry.number}`, what, () => this.#takeBack(again, this.#store!))
      .then(
        (isTakenBack) => isTakenBack && this.#sendAgain(again),
        (error: unknown) => this.#log.error(`${what} could not be brought up to date: ${error}`),
      );
  }

  /** Puts on record that it is yet to be given; false when it was taken along to another server, or may have been. */
  async #takeBack(again: QuarantinedItem, store: Store): Promise<boolean> {
    const [custody] = await store.custodyOf([again.freshId]);
    if (isElsewhere(custody, store)) return false;
    const { caseNumber } = again;
    // It was given, and may have gone on to anybody: whose things travel are not rolled back with this server.
    if (custody !== undefined && this.#travels && (await hasOthers(store))) {
      this.#log.warn(
        `Case ${caseNumber}: what was given back before the crash is not where it was; it may be on another server, and is not handed over again.`,
      );
      return false;
    }
    if (!(await store.changeQuarantined(again, "returned"))) return false;
    this.#log.warn(`Case ${caseNumber}: what was given back before the crash is gone; it is handed over again.`);
    return true;
  }
}

function isElsewhere(custody: Custody | undefined, { serverName }: Store): boolean {
  return custody !== undefined && custody.server !== serverName;
}

async function hasOthers(store: Store): Promise<boolean> {
  return (await store.servers()).some(({ isThisOne, isRetired }) => !isThisOne && !isRetired);
}
