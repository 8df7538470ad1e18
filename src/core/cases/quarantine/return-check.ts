import type { Look } from "../../looking/look.ts";
import type { Log } from "../../model/log.ts";
import { ENDED, NOWHERE, type PlaceKey, playerPlace, recordOf } from "../../model/place.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import type { QuarantinedItem, Store } from "../../store.ts";
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
  readonly #doubts = new Map<string, Doubt>();
  #store: Store | undefined;

  constructor(
    log: Log,
    writes: RetriedWrites,
    sendAgain: (entry: QuarantinedItem) => void,
    /** True when the item itself was found back where it had been taken from. */
    isVoid: (entry: QuarantinedItem) => boolean,
  ) {
    this.#log = log;
    this.#writes = writes;
    this.#sendAgain = sendAgain;
    this.#isVoid = isVoid;
  }

  /** `sinceMs` is when the run that did not stop cleanly began; `undefined` after a clean stop. */
  async connect(store: Store, sinceMs: number | undefined): Promise<void> {
    this.#store = store;
    if (sinceMs === undefined) return;
    // What another server gave back is in that one's world, or was.
    for (const entry of await store.quarantined({ state: "returned", returnedBy: store.serverName })) {
      const returnedMs = await store.getEarliestTransferTs(entry.freshId, entry.returnToId);
      if (returnedMs !== null && returnedMs < sinceMs - CLOCK_MARGIN_MS) continue;
      const [custody] = await store.custodyOf([entry.freshId]);
      const isHere = (server: string) => server === store.serverName;
      if (custody !== undefined && !isHere(custody.server)) continue;
      const { takenFrom, takenBy, returnToId } = entry;
      const taken = isHere(takenBy) ? [takenFrom.place] : [];
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
    if (waiting.size > 0) return;
    for (const [freshId, { entry, unseen }] of this.#doubts) {
      if (!unseen.delete(recordOf(place)) || unseen.size > 0) continue;
      this.#doubts.delete(freshId);
      if (this.#isVoid(entry)) continue;
      this.#log.warn(
        `Case ${entry.caseNumber}: what was given back before the crash is gone; it is handed over again.`,
      );
      this.#giveAgain(changedEntry(entry, { state: "returning", returnedBy: "" }));
    }
  }

  #giveAgain(entry: QuarantinedItem): void {
    const what = `Quarantine entry ${entry.number}`;
    this.#writes
      .inOrder(`quarantine ${entry.number}`, what, () => this.#store!.changeQuarantined(entry, "returned"))
      .then(
        (isChanged) => isChanged && this.#sendAgain(entry),
        (error: unknown) => this.#log.error(`${what} could not be brought up to date: ${error}`),
      );
  }
}
