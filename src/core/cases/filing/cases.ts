import type { Verdict } from "../../judging/verdict.ts";
import type { SeenCopy } from "../../model/seen-copy.ts";
import { askInBatches } from "../../recording/start-questions.ts";
import type { CaseAct, CaseChange, CaseItems, CaseRecord, CaseStatus, Store } from "../../store.ts";
import { SERVICE, withAct } from "./case-record.ts";
import { CaseWriter, type CaseWriterParts } from "./case-writer.ts";
import { mergeCase } from "./merge-case.ts";
import {
  addUnsavedAct,
  areOthersGone,
  isGone,
  noteAbout,
  type OpenCase,
  storedOpenCase,
  unsavedChange,
} from "./open-case.ts";
import { OpenCases } from "./open-cases.ts";
import { UnreadCases } from "./unread-cases.ts";
import { VerdictFiling } from "./verdict-filing.ts";

/** Ticks between two questions about what other servers wrote: five seconds. */
const READ_OTHERS_EVERY_TICKS = 100;

/** The open cases in the store. */
export interface StoredOpenCases {
  /** The newest ones, with all their evidence. */
  readonly read: readonly CaseRecord[];
  /** All of them, including those in `read`, newest first. */
  readonly all: readonly CaseItems[];
  readonly revision: number;
}

interface CasesParts extends CaseWriterParts {
  /** Staff on another server said that nothing is wrong with the item. */
  readonly onDismissedElsewhere: (itemId: string) => void;
}

/** The cases: one per incident, kept in the store, told to staff once per verdict, and what is done about them. */
export class Cases {
  readonly #parts: CasesParts;
  readonly #open = new OpenCases();
  readonly #unread = new UnreadCases((record) => this.#takeOver(record));
  readonly #writer: CaseWriter;
  readonly #filing: VerdictFiling;
  #lastAct: Promise<unknown> = Promise.resolve();
  /** The revision up to which other servers' changes are known. */
  #revision: number | undefined;
  #isReading = false;
  /** What ended verdicts that are not filed yet, in the order in which it came. */
  #ends: { readonly itemId: string; readonly act: () => void }[] = [];
  #store: Store | undefined;

  constructor(parts: CasesParts) {
    this.#parts = parts;
    this.#writer = new CaseWriter(parts, this.#open);
    this.#filing = new VerdictFiling(this.#open, this.#unread, this.#writer, parts.clock);
  }

  /**
   * Takes over cases that are still open from before a restart, or on another server: new findings join them. Cases that are not in `read`
   * are read when something is found of their items. `revision` dates from before they were read; without it, other servers' changes are
   * not read.
   */
  connect(store: Store, { read = [], all = [], revision }: Partial<StoredOpenCases> = {}): void {
    this.#store = store;
    this.#revision = revision;
    this.#writer.connect(store);
    for (const record of read) this.#open.add(storedOpenCase(record));
    const unread = all.filter(({ number }) => this.#open.ofNumber(number) === undefined);
    this.#unread.connect(store, unread, (itemId) => this.#open.ofItem(itemId) !== undefined);
  }

  addVerdict(verdict: Verdict): void {
    const { kind, itemId } = verdict;
    if (kind === "settled") this.#whenFiled(itemId, () => this.#settle(itemId));
    else if (kind === "gone") this.#whenFiled(itemId, () => this.#noteGone(itemId));
    else {
      // There are copies again.
      if (this.#ends.length > 0) this.#ends = this.#ends.filter((end) => end.itemId !== itemId);
      this.#filing.add(verdict);
    }
  }

  /** Runs `act` when the item has its case: it may be filed, or read, only later. */
  #whenFiled(itemId: string, act: () => void): void {
    if (this.#store === undefined || this.#filing.isWaiting(itemId)) this.#ends.push({ itemId, act });
    else this.#unread.whenRead(itemId, act);
  }

  /**
   * Called once at the end of each tick: verdicts that belong together become one case. `isComplete` is false when more verdicts are due
   * than one tick end could reach: then filing waits for them, within reason.
   */
  fileVerdicts(isComplete: boolean): void {
    this.#filing.finishTickEnd(this.#store !== undefined, isComplete);
    const ends = this.#ends;
    this.#ends = [];
    for (const { itemId, act } of ends) this.#whenFiled(itemId, act);
    if (this.#parts.clock.tick % READ_OTHERS_EVERY_TICKS === 0) this.#readOtherServers();
    this.#unread.finishTickEnd();
    this.#writer.finishTickEnd();
  }

  /** True while a verdict about the id is to be filed, but is not on record in a case. False also if it was given up. */
  isUnfiled(itemId: string): boolean {
    const entry = this.#open.ofItem(itemId);
    const isUnsaved = entry?.unsavedIds.has(itemId) && this.#writer.isUnsaved(entry);
    return isUnsaved || this.#filing.isWaiting(itemId);
  }

  /** The open case that an id belongs to; `undefined` when there is none, or when it has not been read yet. */
  openCaseOf(itemId: string): CaseRecord | undefined {
    return this.#open.ofItem(itemId)?.record;
  }

  /** The number of the open case that an id belongs to; `undefined` when there is none, 0 while it has no number. */
  openNumberOf(itemId: string): number | undefined {
    return this.#unread.numberOf(itemId) ?? this.openCaseOf(itemId)?.number;
  }

  /** Open cases that have their number. */
  get openCount(): number {
    return this.#open.count + this.#unread.count;
  }

  /** Copies of these items that open cases have on record. */
  async copiesOf(itemIds: ReadonlySet<string>): Promise<SeenCopy[]> {
    const unread = await askInBatches(this.#unread.withItems(itemIds), (number) => this.#store!.caseByNumber(number));
    const records = [...this.#open.records(), ...unread.filter((record) => record !== undefined)];
    return records.flatMap(({ copies }) => copies.filter(({ itemId }) => itemIds.has(itemId)));
  }

  /** The case of this number as it is now; `undefined` when there is none. */
  async find(number: number): Promise<CaseRecord | undefined> {
    return this.#open.ofNumber(number)?.record ?? this.#store?.caseByNumber(number);
  }

  /** Resolves when everything filed so far is stored, or was given up. */
  async drain(): Promise<void> {
    await this.#unread.drain();
    if (this.#store !== undefined) this.#filing.fileAll();
    await Promise.all([this.#lastAct, this.#writer.drain()]);
  }

  /**
   * Puts an act on record, with who did it and when. Resolves with the case as it is now; `undefined` when there is no such case. Rejects,
   * and leaves the case as it was, when the store cannot keep it.
   */
  addAct(number: number, act: Omit<CaseAct, "atMs">, status?: CaseStatus): Promise<CaseRecord | undefined> {
    return this.#oneByOne(async () => {
      const stored = await this.#store?.caseByNumber(number);
      if (stored === undefined) return undefined;
      // The act applies to the case as it is now, whichever server changed it.
      this.#takeOver(stored);
      return this.#doAct(this.#open.ofNumber(number) ?? storedOpenCase(stored), act, status);
    });
  }

  /** Puts an act of the service itself on record, as soon as the store can keep it. */
  addServiceAct(number: number, act: Omit<CaseAct, "atMs">): void {
    const { clock, writes, log } = this.#parts;
    const done = { ...act, atMs: clock.now() };
    const open = this.#open.ofNumber(number);
    if (open !== undefined) {
      addUnsavedAct(open, done);
      this.#writer.save(open);
      return;
    }
    const noted = this.#oneByOne(() =>
      writes.run(`An act of case ${number}`, async () =>
        this.#store?.changeCase(number, { acts: [done], atMs: done.atMs }),
      ),
    );
    noted.catch((error: unknown) => log.error(`Case ${number} could not be brought up to date: ${error}`));
  }

  async #doAct(entry: OpenCase, act: Omit<CaseAct, "atMs">, status?: CaseStatus): Promise<CaseRecord> {
    // The store is away, and the case itself waits for it: the caller is told so.
    if (entry.failure !== undefined) throw entry.failure;
    const { record } = entry;
    const done = { ...act, atMs: this.#parts.clock.now() };
    entry.record = { ...withAct(record, done), status: status ?? record.status };
    if (entry.record.status !== record.status) this.#placeByStatus(entry);
    const change: CaseChange = {
      atMs: done.atMs,
      acts: [done],
      ...(status !== undefined && { status: { from: record.status, to: status } }),
    };
    try {
      await this.#writer.change(entry, change);
      return entry.record;
    } catch (failure) {
      const acts = entry.record.acts.filter((other) => other !== done);
      entry.record = { ...entry.record, acts, status: record.status };
      this.#placeByStatus(entry);
      throw failure;
    }
  }

  /** Runs acts one after another. */
  #oneByOne<T>(act: () => Promise<T>): Promise<T> {
    const acted = this.#lastAct.then(act);
    this.#lastAct = acted.catch(() => undefined);
    return acted;
  }

  #placeByStatus(entry: OpenCase): void {
    if (entry.record.status === "open") this.#open.add(entry);
    else this.#open.remove(entry);
  }

  /** Reads what other servers found or did since the last time. */
  #readOtherServers(): void {
    const store = this.#store;
    if (store === undefined || this.#revision === undefined || this.#isReading) return;
    this.#isReading = true;
    store
      .changedCases(this.#revision)
      .then(
        ({ revision, cases }) => {
          this.#revision = revision;
          for (const record of cases) this.#takeOver(record);
        },
        // It is asked again later. Other writes report that the store is away.
        () => undefined,
      )
      .finally(() => {
        this.#isReading = false;
      });
  }

  /** Takes over the case as the store has it, with what this server has not written yet. */
  #takeOver(record: CaseRecord): void {
    this.#parts.tricks.learn(record);
    const wasOpen = this.#open.ofNumber(record.number)?.record.status === "open";
    const { itemIds, acts } = this.#unread.remove(record.number);
    this.#takeOverOpen(record, itemIds);
    for (const act of acts) act();
    if (record.status !== "dismissed" || !(wasOpen || itemIds.length > 0)) return;
    for (const itemId of record.itemIds) this.#parts.onDismissedElsewhere(itemId);
  }

  /** `itemIds` belong to this case, even if a case that was read before has them too. */
  #takeOverOpen(record: CaseRecord, itemIds: readonly string[]): void {
    const entry = this.#open.ofNumber(record.number);
    if (entry === undefined) {
      // A case that was settled here a moment ago may still be open in the store.
      if (record.status !== "open" || this.#writer.isWriting(record.number)) return;
      const stored = storedOpenCase(record);
      this.#open.add(stored);
      for (const itemId of itemIds) if (record.itemIds.includes(itemId)) this.#open.setCaseOf(itemId, stored);
      return;
    }
    entry.record = mergeCase(record, unsavedChange(entry));
    // The server that wrote it has told staff.
    if (!this.#writer.isWriting(record.number)) entry.told.add(record.type);
    this.#placeByStatus(entry);
  }

  /** The copies of an id were seen to be gone. That goes on record, once for all ids of the case if they are all gone. The case stays open. */
  #noteGone(itemId: string): void {
    const entry = this.#open.ofItem(itemId);
    if (entry === undefined || entry.record.type !== "DUPLICATE_ITEM" || isGone(entry.record, itemId)) return;
    const { record } = entry;
    this.#noteOwnAct(entry, "gone", areOthersGone(record, itemId) ? "" : noteAbout(record, itemId));
    this.#writer.save(entry);
  }

  /** A copy that was taken is back in the world. If that is proven, it is a new occurrence, whatever else the case is about. */
  noteCameBack(itemId: string): void {
    this.#unread.whenRead(itemId, () => this.#open.ofItem(itemId)?.back.add(itemId));
  }

  #settle(itemId: string): void {
    const entry = this.#open.ofItem(itemId);
    if (entry?.record.type === "DUPLICATE_ITEM") this.#noteGone(itemId);
    if (entry === undefined || entry.record.type !== "DUPLICATE_SUSPECTED") return;
    if (!this.#open.settleItem(itemId, entry)) return;
    this.#noteOwnAct(entry, "settle");
    // The item had only moved: nobody made a copy, so the case keeps no birth.
    const { births: _, ...settled } = entry.record;
    entry.record = { ...settled, status: "closed" };
    entry.unsavedStatus = { from: "open", to: "closed" };
    this.#writer.save(entry);
  }

  #noteOwnAct(entry: OpenCase, act: CaseAct["act"], note = ""): void {
    addUnsavedAct(entry, { act, by: SERVICE, atMs: this.#parts.clock.now(), note });
  }
}
