import type { Alerts, Finding } from "../../alerts/alerts.ts";
import type { Listeners } from "../../alerts/listeners.ts";
import { errorText } from "../../errors.ts";
import type { Log } from "../../model/log.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import type { RetriedWrites } from "../../recording/retried-writes.ts";
import type { CaseChange, CaseRecord, Store } from "../../store.ts";
import type { Tricks } from "../../story/tricks.ts";
import type { GameClock } from "../../time/game-clock.ts";
import type { StoredHolders } from "../stored-holders.ts";
import { caseFinding, transfersOf } from "./case-finding.ts";
import { addUnsavedFinding, findingsSaved, type OpenCase, unsavedChange } from "./open-case.ts";
import type { OpenCases } from "./open-cases.ts";

/** Ticks that an alert waits for the number of its case: two seconds. After that, staff are told without it. */
export const MAX_WAIT_TICKS = 40;

/** Overdue cases that staff are told of in one tick. */
const TOLD_PER_TICK = 16;

export interface CaseWriterParts {
  readonly alerts: Alerts;
  readonly listeners: Listeners;
  readonly clock: GameClock;
  readonly log: Log;
  readonly writes: RetriedWrites;
  readonly storedHolders: StoredHolders;
  readonly tricks: Tricks;
  /** The case is on record; `itemIds` were proven by this filing. */
  readonly onFiled: (record: CaseRecord, itemIds: readonly string[]) => void;
}

/** Puts cases on record, and tells staff of each once it has its number. */
export class CaseWriter {
  readonly #parts: CaseWriterParts;
  readonly #open: OpenCases;
  /** Cases that are not stored yet, each with the tick since when. */
  readonly #unsaved = new Map<OpenCase, number>();
  #store: Store | undefined;

  constructor(parts: CaseWriterParts, open: OpenCases) {
    this.#parts = parts;
    this.#open = open;
  }

  connect(store: Store): void {
    this.#store = store;
  }

  /** Tells staff of cases that have waited too long for a slow store. */
  finishTickEnd(): void {
    const { tick } = this.#parts.clock;
    let told = 0;
    for (const [entry, sinceTick] of this.#unsaved)
      if (told < TOLD_PER_TICK && tick - sinceTick >= MAX_WAIT_TICKS && this.#tell(entry)) told++;
  }

  /** True if the store does not have all of it. False also if it was given up. */
  isUnsaved(entry: OpenCase): boolean {
    return this.#unsaved.has(entry);
  }

  isWriting(number: number): boolean {
    return [...this.#unsaved.keys()].some(({ record }) => record.number === number);
  }

  /** Resolves when everything handed over so far is stored, or was given up. */
  async drain(): Promise<void> {
    await Promise.all([...this.#unsaved.keys()].map(({ saving }) => saving));
  }

  /** Tells staff of a case that cannot be written yet. */
  tellUnfiled(record: CaseRecord): void {
    this.#raise(record, () => caseFinding(record, record.copies));
  }

  /** Writes a case, and tries again until the store takes it. Staff are told once the case has its number. */
  save(entry: OpenCase): void {
    if (!this.#unsaved.has(entry)) this.#unsaved.set(entry, this.#parts.clock.tick);
    entry.nextSaving ??= entry.saving.then(() => {
      entry.nextSaving = undefined;
      return this.#parts.writes
        .run(`The case about ${entry.record.itemIds[0]}`, (isAgain) => this.#write(entry, isAgain))
        .then(
          () => this.#saved(entry),
          (error: unknown) => this.#gaveUp(entry, error),
        );
    });
    entry.saving = entry.nextSaving;
  }

  /** Writes a change after the writes that are already under way, without retrying. Rejects when the store does not take it. */
  async change(entry: OpenCase, change: CaseChange): Promise<void> {
    const written = entry.saving.then(() => this.#store!.changeCase(entry.record.number, change));
    entry.saving = written.then(
      () => this.#saved(entry),
      () => undefined,
    );
    await written;
  }

  /** Writes a case, which may grow meanwhile: what is found or done during the write is part of the next one. */
  async #write(entry: OpenCase, isAgain: boolean): Promise<void> {
    const store = this.#store!;
    try {
      if (isAgain && entry.record.number === 0) await findNumber(entry, store);
      await this.#nameHolders(entry, store);
      if (entry.record.transfers.length === 0) {
        const transfers = await transfersOf(entry.record, store);
        entry.record = { ...entry.record, transfers };
        addUnsavedFinding(entry, [...new Set(transfers.map(({ itemId }) => itemId))]);
      }
      await putOnRecord(entry, store);
      if (entry.record.status === "open") this.#open.setNumber(entry);
      entry.failure = undefined;
    } catch (error) {
      entry.failure = error instanceof Error ? error : new Error(String(error));
      this.#tell(entry);
      throw entry.failure;
    }
  }

  async #nameHolders(entry: OpenCase, store: Store): Promise<void> {
    const { storedHolders } = this.#parts;
    const { unsavedIds } = entry;
    // Copies on record were completed when they were written. Only the new part of a growing case is gone through.
    if (unsavedIds.size === 0) return;
    const isUnsaved = ({ itemId }: SeenCopy) => unsavedIds.has(itemId);
    await storedHolders.learn([...entry.record.copies.filter(isUnsaved), ...entry.latest.filter(isUnsaved)], store);
    const complete = (copy: SeenCopy) => (isUnsaved(copy) ? storedHolders.complete(copy) : copy);
    entry.latest = entry.latest.map(complete);
    entry.record = { ...entry.record, copies: entry.record.copies.map(complete) };
  }

  #saved(entry: OpenCase): void {
    const { tricks, listeners, onFiled } = this.#parts;
    if (entry.nextSaving === undefined) this.#unsaved.delete(entry);
    const { record, proven } = entry;
    tricks.learn(record);
    this.#guard(`The news of case ${record.number} failed`, () => listeners.emit("case", record));
    this.#tell(entry);
    if (proven.length === 0) return;
    entry.proven = [];
    this.#guard(`What follows from case ${record.number} failed`, () => onFiled(record, proven));
  }

  #gaveUp(entry: OpenCase, error: unknown): void {
    this.#unsaved.delete(entry);
    this.#parts.log.error(`The case about ${entry.record.itemIds[0]} could not be stored: ${errorText(error)}`);
  }

  /** Raises one alert for each type that a case has while it is open. False if staff have had it already, or the case is not open. */
  #tell(entry: OpenCase): boolean {
    const { record, latest, told } = entry;
    const { tricks, clock } = this.#parts;
    if (record.status !== "open" || told.has(record.type)) return false;
    told.add(record.type);
    entry.toldMs = clock.now();
    this.#raise(record, () => caseFinding(record, latest, tricks.trickOf(record)));
    return true;
  }

  #raise(record: CaseRecord, finding: () => Finding): void {
    this.#guard(`The alert about ${record.itemIds[0]} failed`, () => this.#parts.alerts.raise(finding()));
  }

  /** A listener may throw. That must not affect the game or the next case. */
  #guard(failed: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#parts.log.error(`${failed}: ${errorText(error)}`);
    }
  }
}

/** Finds the case in the store: a store that did not answer may still have kept it. */
async function findNumber(entry: OpenCase, store: Store): Promise<void> {
  const { itemIds, openedMs } = entry.record;
  const stored = await store.cases({ itemId: itemIds[0]!, sinceMs: openedMs }, { offset: 0, limit: 100 });
  const same = stored.find((record) => record.openedMs === openedMs && record.itemIds[0] === itemIds[0]);
  if (same !== undefined) entry.record = { ...entry.record, number: same.number };
}

/** Adds to a case that already has its number, because other servers may have written about it too. */
async function putOnRecord(entry: OpenCase, store: Store): Promise<void> {
  const { unsavedActs: acts, unsavedStatus: status, findings } = entry;
  if (entry.record.number === 0) {
    const number = await store.saveCase(entry.record);
    entry.record = { ...entry.record, number };
  } else await store.changeCase(entry.record.number, unsavedChange(entry));
  findingsSaved(entry, findings);
  entry.unsavedActs = entry.unsavedActs.filter((act) => !acts.includes(act));
  if (entry.unsavedStatus === status) entry.unsavedStatus = undefined;
}
