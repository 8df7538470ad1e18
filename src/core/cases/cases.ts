import type { Alerts } from "../alerts/alerts.ts";
import type { Listeners } from "../api/listeners.ts";
import type { Verdict } from "../judging/verdict.ts";
import type { Log } from "../model/log.ts";
import type { SeenCopy } from "../model/seen-copy.ts";
import type { RetriedWrites } from "../recording/retried-writes.ts";
import type { CaseAct, CaseChange, CaseRecord, CaseStatus, Store } from "../store.ts";
import type { Tricks } from "../story/tricks.ts";
import type { Clock } from "../time/clock.ts";
import { type CaseVerdict, incidentOf, joinCase, openCase, withAct } from "./case-file.ts";
import { caseFinding, transfersOf } from "./case-finding.ts";
import type { HolderLookup } from "./holder-lookup.ts";
import { mergeCase } from "./merge-case.ts";

/** Incidents that become cases in one tick, and overdue cases that staff are told of in one. */
const CASES_PER_TICK = 16;

/** Ticks that an alert waits for the number of its case: two seconds. Then staff are told without. */
const MAX_WAIT_TICKS = 40;

/** Ids in one case. One trick is one case; with more ids than this it goes on in another, so that no record grows without end. */
const MAX_IDS = 500;

/** Ticks without a verdict after which an incident is over. */
const LULL_TICKS = 2;

/** Ticks between two questions about what other servers wrote: five seconds. */
const HEARING_TICKS = 100;

/** What comes and goes is told again after this. */
const RETELL_MS = 60_000;

/** An open case in memory. Writes go one after another, so that none overtakes another. */
interface OpenCase {
  record: CaseRecord;
  /** The copies of the latest finding; the record has those of all findings. */
  latest: readonly SeenCopy[];
  /** The types of alert that staff have had for it: one alert per case and verdict. */
  readonly told: Set<string>;
  toldMs: number;
  /** Ids whose copies were seen to be gone since they were last found. */
  readonly gone: Set<string>;
  /** Ids that were proven; what follows from it waits until the case is on record. */
  proven: string[];
  /** What was done about it and is not on record yet, and the status that this gives it. */
  unsavedActs: readonly CaseAct[];
  unsavedStatus: CaseChange["status"];
  /** Why the store did not take it at the last try; `undefined` when it did, or was not asked yet. */
  failure: Error | undefined;
  saving: Promise<void>;
  /** A writing that has not begun: what is found or done until then is part of it. */
  nextSaving: Promise<void> | undefined;
}

/** A verdict that waits for the store's memory, and whether staff were told of it meanwhile. */
interface WaitingVerdict {
  readonly verdict: CaseVerdict;
  readonly sinceTick: number;
  isTold: boolean;
}

/** Turns verdicts into cases: one per incident, kept in the store, told to staff once per verdict. */
export class Cases {
  readonly #alerts: Alerts;
  readonly #events: Listeners;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #writes: RetriedWrites;
  readonly #holders: HolderLookup;
  readonly #tricks: Tricks;
  readonly #onFiled: (record: CaseRecord, itemIds: readonly string[]) => void;
  readonly #openByItem = new Map<string, OpenCase>();
  readonly #openByNumber = new Map<number, OpenCase>();
  #crashCase: OpenCase | undefined;
  #verdicts: WaitingVerdict[] = [];
  /** The latest case of each incident of the last ticks, and when it was added to: more ids than one tick examines come in a row. */
  readonly #incidents = new Map<string, { readonly entry: OpenCase; readonly tick: number }>();
  /** Cases that are on their way to the store, with the tick since which they are. */
  readonly #unsaved = new Map<OpenCase, number>();
  #acting: Promise<unknown> = Promise.resolve();
  /** Up to which other servers' cases are known. */
  #revision: number | undefined;
  #isHearing = false;
  #ticks = 0;
  #store: Store | undefined;

  constructor(parts: {
    alerts: Alerts;
    events: Listeners;
    clock: Clock;
    log: Log;
    writes: RetriedWrites;
    holders: HolderLookup;
    tricks: Tricks;
    /** The case is on record; `itemIds` were proven by this filing. */
    onFiled: (record: CaseRecord, itemIds: readonly string[]) => void;
  }) {
    this.#alerts = parts.alerts;
    this.#events = parts.events;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#writes = parts.writes;
    this.#holders = parts.holders;
    this.#tricks = parts.tricks;
    this.#onFiled = parts.onFiled;
  }

  /**
   * Cases that are still open from before a restart, or on another server: what is found again joins them. `revision` is of before they
   * were read; without one it is not asked what others write.
   */
  connect(store: Store, open: readonly CaseRecord[], revision?: number): void {
    this.#store = store;
    this.#revision = revision;
    for (const record of open) {
      const entry = asEntry(record);
      this.#remember(entry);
    }
  }

  addVerdict(verdict: Verdict): void {
    if (verdict.kind === "settled") this.#settle(verdict.itemId);
    else if (verdict.kind === "gone") this.#gone(verdict.itemId);
    else this.#verdicts.push({ verdict, sinceTick: this.#ticks, isTold: false });
  }

  /**
   * At the end of a tick, once a tick: what belongs together becomes one case. `isComplete` is false when more verdicts are
   * due than one tick end could reach: then they are waited for, within reason.
   */
  fileVerdicts(isComplete: boolean): void {
    this.#ticks++;
    const [first] = this.#verdicts;
    // Without the store's memory a case might be opened twice: verdicts wait until it is there.
    if (this.#store === undefined) this.#tellWaiting();
    else if (first !== undefined && (isComplete || this.#isOverdue(first.sinceTick))) this.#fileNext();
    for (const [incident, { tick }] of this.#incidents)
      if (this.#ticks - tick > LULL_TICKS && this.#verdicts.length === 0) this.#incidents.delete(incident);
    if (this.#ticks % HEARING_TICKS === 0) this.#hear();
    let told = 0;
    for (const [entry, sinceTick] of this.#unsaved)
      if (told < CASES_PER_TICK && this.#isOverdue(sinceTick) && this.#tell(entry)) told++;
  }

  /** The case that an id belongs to, while it is open. */
  openCaseOf(itemId: string): CaseRecord | undefined {
    return this.#openByItem.get(itemId)?.record;
  }

  /** Open cases that have their number. */
  get openCount(): number {
    return this.#openByNumber.size;
  }

  /** Resolves when everything filed so far is stored, or was given up. */
  async drain(): Promise<void> {
    while (this.#store !== undefined && this.#verdicts.length > 0) this.#fileNext();
    await Promise.all([this.#acting, ...[...this.#unsaved.keys()].map(({ saving }) => saving)]);
  }

  /** As many as one case has room for, of a few incidents; the rest has its turn in the next tick. */
  #fileNext(): void {
    const incidents = [...Map.groupBy(this.#verdicts.splice(0, MAX_IDS), ({ verdict }) => incidentOf(verdict))];
    const later = incidents.splice(CASES_PER_TICK).flatMap(([, waiting]) => waiting);
    this.#verdicts.unshift(...later);
    for (const [incident, waiting] of incidents) {
      const room = this.#roomIn(this.#latestOf(incident));
      for (const part of [waiting.slice(0, room), waiting.slice(room)]) {
        const isTold = part.every((entry) => entry.isTold);
        const verdicts = part.map(({ verdict }) => verdict);
        if (verdicts.length > 0) this.#file(incident, verdicts, isTold);
      }
    }
  }

  /** The store does not say what it remembers: staff are told all the same, and the case is filed when it does. */
  #tellWaiting(): void {
    const overdue = this.#verdicts.filter(({ isTold, sinceTick }) => !isTold && this.#isOverdue(sinceTick));
    const incidents = [...Map.groupBy(overdue, ({ verdict }) => incidentOf(verdict)).values()];
    for (const waiting of incidents.slice(0, CASES_PER_TICK)) {
      for (const entry of waiting) entry.isTold = true;
      const verdicts = waiting.map(({ verdict }) => verdict);
      const record = openCase(verdicts, this.#clock.now());
      this.#guard(`The alert about ${record.itemIds[0]} failed`, () =>
        this.#alerts.raise(caseFinding(record, record.copies)),
      );
    }
  }

  #isOverdue(sinceTick: number): boolean {
    return this.#ticks - sinceTick >= MAX_WAIT_TICKS;
  }

  #file(incident: string, verdicts: readonly CaseVerdict[], isTold: boolean): void {
    const now = this.#clock.now();
    const known = this.#knownCase(incident, verdicts);
    const latest = verdicts.flatMap((verdict) => verdict.copies);
    const record = openCase(verdicts, now);
    const entry = known ?? newEntry(record, latest);
    entry.latest = latest;
    if (known !== undefined) {
      // Seen to be gone, and there again: staff are told once more, but not whoever makes it come and go.
      if (isOver(known.record) && Math.abs(now - known.toldMs) >= RETELL_MS) known.told.delete("DUPLICATE_ITEM");
      entry.record = joinCase(entry.record, verdicts, now);
    }
    for (const { itemId } of verdicts) entry.gone.delete(itemId);
    if (incident === "crash") this.#crashCase = entry;
    if (isTold) entry.told.add(entry.record.type);
    this.#incidents.set(incident, { entry, tick: this.#ticks });
    for (const { itemId } of verdicts) this.#openByItem.set(itemId, entry);
    for (const { kind, itemId } of verdicts) if (kind === "proven") entry.proven.push(itemId);
    this.#save(entry);
  }

  #knownCase(incident: string, verdicts: readonly CaseVerdict[]): OpenCase | undefined {
    const latest = this.#roomIn(this.#latestOf(incident)) > 0 ? this.#latestOf(incident) : undefined;
    if (incident === "crash" && latest !== undefined) return latest;
    return verdicts.map(({ itemId }) => this.#openByItem.get(itemId)).find(Boolean) ?? latest;
  }

  #latestOf(incident: string): OpenCase | undefined {
    return incident === "crash" ? this.#crashCase : this.#incidents.get(incident)?.entry;
  }

  #roomIn(entry: OpenCase | undefined): number {
    return entry?.record.status === "open" ? Math.max(0, MAX_IDS - entry.record.itemIds.length) : 0;
  }

  /**
   * Something was done about a case: it goes on record with who did it and when. Resolves with the case as it is now;
   * `undefined` when there is no such case. Rejects, and the case is as it was, when the store cannot keep it.
   */
  addAct(number: number, act: Omit<CaseAct, "atMs">, status?: CaseStatus): Promise<CaseRecord | undefined> {
    return this.#oneByOne(async () => {
      const stored = await this.#store?.caseByNumber(number);
      if (stored === undefined) return undefined;
      // Whoever acts does so on what the case is now, whichever server made it so.
      this.#learn(stored);
      return this.#act(this.#openCase(number) ?? asEntry(stored), act, status);
    });
  }

  /** The service itself did something about a case: it goes on record as soon as the store can keep it. */
  addNote(number: number, act: Omit<CaseAct, "atMs">): void {
    const done = { ...act, atMs: this.#clock.now() };
    const open = this.#openCase(number);
    if (open !== undefined) {
      this.#done(open, done);
      this.#save(open);
      return;
    }
    const noted = this.#oneByOne(() =>
      this.#writes.run(`An act of case ${number}`, async () =>
        this.#store?.changeCase(number, { acts: [done], atMs: done.atMs }),
      ),
    );
    noted.catch((error: unknown) => this.#log.error(`Case ${number} could not be brought up to date: ${error}`));
  }

  /** What is to be written with the next writing, and is so here from now on. */
  #done(entry: OpenCase, act: CaseAct): void {
    entry.record = withAct(entry.record, act);
    entry.unsavedActs = [...entry.unsavedActs, act];
  }

  /** What other servers found or did since it was last asked. */
  #hear(): void {
    const store = this.#store;
    if (store === undefined || this.#revision === undefined || this.#isHearing) return;
    this.#isHearing = true;
    store
      .changedCases(this.#revision)
      .then(
        ({ revision, cases }) => {
          this.#revision = revision;
          for (const record of cases) this.#learn(record);
        },
        // It is asked again; what else is written says that the store is away.
        () => undefined,
      )
      .finally(() => {
        this.#isHearing = false;
      });
  }

  /** The case as the store has it, with what this server has not written yet. */
  #learn(record: CaseRecord): void {
    this.#tricks.learn(record);
    const entry = this.#openCase(record.number);
    if (entry === undefined) {
      // What was settled here a moment ago may be open in the store.
      const isBeingWritten = [...this.#unsaved.keys()].some((other) => other.record.number === record.number);
      if (record.status === "open" && !isBeingWritten) this.#remember(asEntry(record));
      return;
    }
    entry.record = mergeCase(record, changeOf(entry));
    if (entry.record.status === "open") this.#remember(entry);
    else this.#forget(entry);
  }

  /** One after another. */
  #oneByOne<T>(act: () => Promise<T>): Promise<T> {
    const acted = this.#acting.then(act);
    this.#acting = acted.catch(() => undefined);
    return acted;
  }

  /** The case of this number as it is now; `undefined` when there is none. */
  async find(number: number): Promise<CaseRecord | undefined> {
    return this.#openCase(number)?.record ?? this.#store?.caseByNumber(number);
  }

  #openCase(number: number): OpenCase | undefined {
    return this.#openByNumber.get(number);
  }

  async #act(entry: OpenCase, act: Omit<CaseAct, "atMs">, status?: CaseStatus): Promise<CaseRecord> {
    // The store is away, and the case itself waits for it: whoever asks now is told so.
    if (entry.failure !== undefined) throw entry.failure;
    const { record } = entry;
    const done = { ...act, atMs: this.#clock.now() };
    entry.record = { ...withAct(record, done), status: status ?? record.status };
    if (entry.record.status !== "open") this.#forget(entry);
    else if (record.status !== "open") this.#remember(entry);
    const change: CaseChange = {
      atMs: done.atMs,
      acts: [done],
      ...(status !== undefined && { status: { from: record.status, to: status } }),
    };
    const written = entry.saving.then(() => this.#store!.changeCase(record.number, change));
    entry.saving = written.then(
      () => this.#saved(entry),
      () => undefined,
    );
    try {
      await written;
      return entry.record;
    } catch (failure) {
      const acts = entry.record.acts.filter((other) => other !== done);
      entry.record = { ...entry.record, acts, status: record.status };
      if (entry.record.status === "open") this.#remember(entry);
      else this.#forget(entry);
      throw failure;
    }
  }

  /** The copies of an id were seen to be gone: once all of the case are, it goes on record. The case stays open. */
  #gone(itemId: string): void {
    const entry = this.#openByItem.get(itemId);
    if (entry === undefined || entry.record.type !== "DUPLICATE_ITEM" || isOver(entry.record)) return;
    entry.gone.add(itemId);
    if (entry.gone.size < entry.record.itemIds.length) return;
    this.#done(entry, { act: "gone", by: "Doubletake", atMs: this.#clock.now(), note: "" });
    this.#save(entry);
  }

  #settle(itemId: string): void {
    const entry = this.#openByItem.get(itemId);
    if (entry?.record.type === "DUPLICATE_ITEM") this.#gone(itemId);
    if (entry === undefined || entry.record.type !== "DUPLICATE_SUSPECTED") return;
    this.#openByItem.delete(itemId);
    const isAllSettled = entry.record.itemIds.every((id) => this.#openByItem.get(id) !== entry);
    if (!isAllSettled) return;
    this.#openByNumber.delete(entry.record.number);
    const now = this.#clock.now();
    this.#done(entry, { act: "settle", by: "Doubletake", atMs: now, note: "" });
    // It had moved: how it came to be looked at twice is nobody's business any more.
    const { births: _, ...settled } = entry.record;
    entry.record = { ...settled, status: "closed" };
    entry.unsavedStatus = { from: "open", to: "closed" };
    this.#save(entry);
  }

  /** What is found from here on is another case. */
  #forget(entry: OpenCase): void {
    for (const itemId of entry.record.itemIds)
      if (this.#openByItem.get(itemId) === entry) this.#openByItem.delete(itemId);
    if (this.#crashCase === entry) this.#crashCase = undefined;
    this.#openByNumber.delete(entry.record.number);
  }

  #remember(entry: OpenCase): void {
    this.#openByNumber.set(entry.record.number, entry);
    for (const itemId of entry.record.itemIds) if (!this.#openByItem.has(itemId)) this.#openByItem.set(itemId, entry);
  }

  /** Staff are told once the case has its number; when the store cannot give one now, they are told without. */
  #save(entry: OpenCase): void {
    if (!this.#unsaved.has(entry)) this.#unsaved.set(entry, this.#ticks);
    entry.nextSaving ??= entry.saving.then(() => {
      entry.nextSaving = undefined;
      return this.#writes
        .run(`The case about ${entry.record.itemIds[0]}`, (isAgain) => this.#write(entry, isAgain))
        .then(
          () => this.#saved(entry),
          (error: unknown) => this.#gaveUp(entry, error),
        );
    });
    entry.saving = entry.nextSaving;
  }

  /** A case may go on while it is written: what was found or done meanwhile is part of the next writing. */
  async #write(entry: OpenCase, isAgain: boolean): Promise<void> {
    const store = this.#store!;
    try {
      if (isAgain && entry.record.number === 0) await this.#findNumber(entry, store);
      await this.#nameHolders(entry, store);
      if (entry.record.transfers.length === 0) {
        const transfers = await transfersOf(entry.record, store);
        entry.record = { ...entry.record, transfers };
      }
      await this.#putOnRecord(entry, store);
      if (entry.record.status === "open") this.#openByNumber.set(entry.record.number, entry);
      entry.failure = undefined;
    } catch (error) {
      entry.failure = error instanceof Error ? error : new Error(String(error));
      this.#tell(entry);
      throw entry.failure;
    }
  }

  /** A case that has its number is added to: other servers may have written about it too. */
  async #putOnRecord(entry: OpenCase, store: Store): Promise<void> {
    const { unsavedActs: acts, unsavedStatus: status } = entry;
    const { number } = entry.record;
    if (number === 0) {
      const number = await store.saveCase(entry.record);
      entry.record = { ...entry.record, number };
    } else await store.changeCase(number, changeOf(entry));
    entry.unsavedActs = entry.unsavedActs.filter((act) => !acts.includes(act));
    if (entry.unsavedStatus === status) entry.unsavedStatus = undefined;
  }

  async #nameHolders(entry: OpenCase, store: Store): Promise<void> {
    const holders = this.#holders;
    await holders.learn([...entry.record.copies, ...entry.latest], store);
    entry.latest = entry.latest.map((copy) => holders.complete(copy));
    entry.record = { ...entry.record, copies: entry.record.copies.map((copy) => holders.complete(copy)) };
  }

  /** A store that did not answer may have kept the case all the same. */
  async #findNumber(entry: OpenCase, store: Store): Promise<void> {
    const { itemIds, openedMs } = entry.record;
    const stored = await store.cases({ itemId: itemIds[0]!, sinceMs: openedMs }, { offset: 0, limit: 100 });
    const same = stored.find((record) => record.openedMs === openedMs && record.itemIds[0] === itemIds[0]);
    if (same !== undefined) entry.record = { ...entry.record, number: same.number };
  }

  #saved(entry: OpenCase): void {
    if (entry.nextSaving === undefined) this.#unsaved.delete(entry);
    const { record, proven } = entry;
    this.#tricks.learn(record);
    this.#guard(`The news of case ${record.number} failed`, () => this.#events.emit("case", record));
    this.#tell(entry);
    if (proven.length === 0) return;
    entry.proven = [];
    this.#guard(`What follows from case ${record.number} failed`, () => this.#onFiled(record, proven));
  }

  #gaveUp(entry: OpenCase, error: unknown): void {
    this.#unsaved.delete(entry);
    this.#log.error(
      `The case about ${entry.record.itemIds[0]} could not be stored: ${error instanceof Error ? error.message : error}`,
    );
  }

  /** One alert for each type that a case has while it is open. False when that was told already. */
  #tell(entry: OpenCase): boolean {
    const { record, latest, told } = entry;
    if (record.status !== "open" || told.has(record.type)) return false;
    told.add(record.type);
    entry.toldMs = this.#clock.now();
    this.#guard(`The alert about ${record.itemIds[0]} failed`, () =>
      this.#alerts.raise(caseFinding(record, latest, this.#tricks.of(record))),
    );
    return true;
  }

  /** Whoever is told may fail: neither the game nor the next case suffers. */
  #guard(failed: string, act: () => void): void {
    try {
      act();
    } catch (error) {
      this.#log.error(`${failed}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
}

function newEntry(record: CaseRecord, latest: readonly SeenCopy[]): OpenCase {
  const saving = Promise.resolve();
  return {
    record,
    latest,
    told: new Set(),
    toldMs: Number.NEGATIVE_INFINITY,
    gone: new Set(),
    proven: [],
    unsavedActs: [],
    unsavedStatus: undefined,
    failure: undefined,
    saving,
    nextSaving: undefined,
  };
}

/** What this server knows of a case and must be on record. */
function changeOf({ record, unsavedActs, unsavedStatus }: OpenCase): CaseChange {
  const { type, itemIds, copies, transfers, births, updatedMs } = record;
  return {
    atMs: updatedMs,
    found: { type, itemIds, copies, transfers, ...(births && { births }) },
    acts: unsavedActs,
    ...(unsavedStatus && { status: unsavedStatus }),
  };
}

/** A case that was told before. */
function asEntry(record: CaseRecord): OpenCase;
function asEntry(record: CaseRecord | undefined): OpenCase | undefined;
function asEntry(record: CaseRecord | undefined): OpenCase | undefined {
  return record && { ...newEntry(record, record.copies), told: new Set([record.type]) };
}

/** All copies were seen to be gone, and none was found since. */
function isOver({ acts, copies }: CaseRecord): boolean {
  const gone = acts.findLast(({ act }) => act === "gone");
  return gone !== undefined && copies.every(({ seenMs }) => seenMs <= gone.atMs);
}
