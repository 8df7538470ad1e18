import type { SeenCopy } from "../../model/seen-copy.ts";
import type { GameClock } from "../../time/game-clock.ts";
import { addVerdicts, type CaseVerdict, incidentOf, newCaseRecord, SERVICE } from "./case-record.ts";
import { type CaseWriter, MAX_WAIT_TICKS } from "./case-writer.ts";
import { addUnsavedAct, addUnsavedFinding, isGone, newOpenCase, noteAbout, type OpenCase } from "./open-case.ts";
import type { OpenCases } from "./open-cases.ts";
import type { UnreadCases } from "./unread-cases.ts";

/** Incidents that become cases in one tick. */
const CASES_PER_TICK = 16;

/** At least this many do, however long the tick end has taken. */
const MIN_CASES = 2;

/** The most ids in one case. A trick with more ids goes on in another case, so that no record grows without end. */
const MAX_IDS = 500;

/** Verdicts that are filed in one tick: a case with more grows in the next. */
const VERDICTS_PER_TICK = 128;

/** Ticks without a verdict after which an incident is over. */
const LULL_TICKS = 2;

/** The incident, and its cause, when a server runs in a copy of another's world. */
const COPIED_WORLD = "copied-world";

/** Staff are told again of copies that come and go, but not before this has passed. */
const RETELL_MS = 60_000;

/** A verdict that waits to be filed, and whether staff were told of it meanwhile. */
interface WaitingVerdict {
  readonly verdict: CaseVerdict;
  readonly incident: string;
  readonly sinceTick: number;
  isTold: boolean;
}

/** Files verdicts: those of one incident become one case, or join the one that is open. */
export class VerdictFiling {
  readonly #open: OpenCases;
  readonly #unread: UnreadCases;
  readonly #writer: CaseWriter;
  readonly #clock: GameClock;
  #waiting: WaitingVerdict[] = [];
  /** Their ids. Made when first asked for. */
  #waitingIds: ReadonlySet<string> | undefined;
  /** Open cases with copies that were gone and are back, of which staff hear when they may be told again. */
  readonly #toRetell = new Map<OpenCase, Map<string, readonly SeenCopy[]>>();
  /** The latest case of each recent incident, and when it last grew: an incident may have more ids than one tick examines. */
  readonly #incidents = new Map<string, { readonly entry: OpenCase; readonly tick: number }>();

  constructor(open: OpenCases, unread: UnreadCases, writer: CaseWriter, clock: GameClock) {
    this.#open = open;
    this.#unread = unread;
    this.#writer = writer;
    this.#clock = clock;
  }

  add(verdict: CaseVerdict): void {
    this.#unread.whenRead(verdict.itemId, () => undefined);
    this.#waiting.push({ verdict, incident: incidentOf(verdict), sinceTick: this.#clock.tick, isTold: false });
    this.#waitingIds = undefined;
  }

  /** True while a verdict about the id waits to be filed. */
  isWaiting(itemId: string): boolean {
    this.#waitingIds ??= new Set(this.#waiting.map(({ verdict }) => verdict.itemId));
    return this.#waitingIds.has(itemId);
  }

  /**
   * `canFile` is false until the store is connected: a case might be opened twice, so verdicts wait. `isComplete` is true when no more are
   * due.
   */
  finishTickEnd(canFile: boolean, isComplete: boolean): void {
    const first = this.#waiting.find((entry) => !this.#isUnread(entry));
    this.#tellWaiting(canFile);
    if (canFile) this.#tellAgain();
    if (canFile && first !== undefined && (isComplete || this.#isOverdue(first)))
      this.#fileNext(new Set(this.#unreadIncidents()));
    for (const [incident, { tick }] of this.#incidents)
      if (this.#clock.tick - tick > LULL_TICKS && this.#waiting.length === 0) this.#incidents.delete(incident);
  }

  /** Files everything, including verdicts whose case the store did not give. */
  fileAll(): void {
    while (this.#waiting.length > 0) this.#fileNext(new Set());
  }

  /** Files as many as fit into one tick, of a few incidents but none that is `held`. The rest wait for the next. */
  #fileNext(held: ReadonlySet<string>): void {
    const next = this.#waiting.filter(({ incident }) => !held.has(incident)).slice(0, VERDICTS_PER_TICK);
    const taken = new Set(next);
    this.#waiting = this.#waiting.filter((entry) => !taken.has(entry));
    const incidents = [...Map.groupBy(next, ({ incident }) => incident)];
    let filed = 0;
    for (const [incident, waiting] of incidents) {
      if (filed === CASES_PER_TICK || (filed >= MIN_CASES && this.#clock.isSpent)) break;
      filed++;
      for (let left: readonly WaitingVerdict[] = waiting; left.length > 0; ) left = this.#fileSome(incident, left);
    }
    this.#waiting.unshift(...incidents.slice(filed).flatMap(([, waiting]) => waiting));
    this.#waitingIds = undefined;
  }

  /** Files those of one incident that fit into one case. Returns the others. */
  #fileSome(incident: string, waiting: readonly WaitingVerdict[]): readonly WaitingVerdict[] {
    const verdicts = waiting.map(({ verdict }) => verdict);
    const entry = this.#knownCase(incident, verdicts);
    let room = entry === undefined ? MAX_IDS : roomIn(entry);
    const isKnown = ({ verdict: { itemId } }: WaitingVerdict) =>
      entry !== undefined && this.#open.ofItem(itemId) === entry;
    const part = waiting.filter((one) => isKnown(one) || room-- > 0);
    const isTold = part.every((one) => one.isTold);
    this.#file(
      incident,
      entry,
      part.map(({ verdict }) => verdict),
      isTold,
    );
    const filed = new Set(part);
    return waiting.filter((one) => !filed.has(one));
  }

  /** Incidents that must wait: an incident joins the case of any of its items, so all of it waits until that case is read. */
  #unreadIncidents(): string[] {
    return this.#waiting.filter((entry) => this.#isUnread(entry)).map(({ incident }) => incident);
  }

  #isUnread({ verdict }: WaitingVerdict): boolean {
    return this.#unread.numberOf(verdict.itemId) !== undefined;
  }

  /** Tells staff of verdicts that have waited too long for the store. Their case is filed when the store answers. */
  #tellWaiting(canFile: boolean): void {
    const overdue = this.#waiting.filter(
      (entry) => !entry.isTold && this.#isOverdue(entry) && (!canFile || this.#isUnread(entry)),
    );
    const incidents = [...Map.groupBy(overdue, ({ incident }) => incident).values()];
    for (const waiting of incidents.slice(0, CASES_PER_TICK)) {
      for (const entry of waiting) entry.isTold = true;
      const verdicts = waiting.map(({ verdict }) => verdict);
      this.#writer.tellUnfiled(newCaseRecord(verdicts, this.#clock.now()));
    }
  }

  #isOverdue({ sinceTick }: WaitingVerdict): boolean {
    return this.#clock.tick - sinceTick >= MAX_WAIT_TICKS;
  }

  #file(incident: string, known: OpenCase | undefined, verdicts: readonly CaseVerdict[], isTold: boolean): void {
    const now = this.#clock.now();
    const found = verdicts.flatMap((verdict) => verdict.copies);
    const entry = known ?? newOpenCase(newCaseRecord(verdicts, now), found);
    const isUntoldProof = known?.record.type === "DUPLICATE_ITEM" && !known.told.has("DUPLICATE_ITEM");
    // An alert of a proof names what the proof saw, even if a copy went out of sight before staff were told.
    if (!isUntoldProof || verdicts.some(({ kind }) => kind === "proven")) entry.latest = found;
    if (known !== undefined) {
      const proven = verdicts.filter(({ kind }) => kind === "proven");
      const back = proven.map(({ itemId }) => ({ itemId, own: this.#endedCaseOf(itemId) }));
      const ended = back.filter(({ own }) => own !== undefined);
      const isNew = verdicts.some(({ itemId }) => !known.record.itemIds.includes(itemId));
      // The copies were gone and are back, or another item is copied beside one that staff know of: they are told again, but a player who
      // makes copies come and go cannot flood them with alerts. What one crash, or one copied world, has made is told once.
      const isNews = ended.length > 0 || (isNew && known.record.cause === "");
      const isUntold = isNews && isRetellDue(known, now);
      if (isUntold) this.#toRetell.delete(known);
      else if (ended.length > 0) this.#retellLater(known, proven, ended);
      // That all copies had gone was not about the ids that join only now.
      const joins = proven.filter(
        ({ itemId }) => !known.record.itemIds.includes(itemId) && isGone(known.record, itemId),
      );
      entry.record = addVerdicts(entry.record, verdicts, now);
      if (isUntold) entry.told.delete(entry.record.type);
      for (const { itemId } of joins) this.#noteFound(itemId, new Set([known]), known);
      for (const { itemId, own } of ended) this.#noteFound(itemId, new Set([known, own!]), known);
    }
    addUnsavedFinding(
      entry,
      verdicts.map(({ itemId }) => itemId),
    );
    const latest = this.#latestOf(incident);
    // What comes next goes on in the case that has room.
    const next = latest !== undefined && roomIn(entry) === 0 ? latest : entry;
    if (incident === "crash") this.#open.ofCrash = next;
    if (isTold) entry.told.add(entry.record.type);
    this.#incidents.set(incident, { entry: next, tick: this.#clock.tick });
    for (const { kind, itemId } of verdicts) {
      if (incident !== COPIED_WORLD || this.#open.ofItem(itemId) === undefined) this.#open.setCaseOf(itemId, entry);
      if (kind === "proven") entry.proven.push(itemId);
    }
    this.#writer.save(entry);
  }

  #retellLater(entry: OpenCase, proven: readonly CaseVerdict[], ended: readonly { readonly itemId: string }[]): void {
    const back = this.#toRetell.get(entry) ?? new Map<string, readonly SeenCopy[]>();
    const isBack = (itemId: string) => ended.some((one) => one.itemId === itemId);
    for (const { itemId, copies } of proven) if (isBack(itemId)) back.set(itemId, copies);
    this.#toRetell.set(entry, back);
  }

  /** Tells of copies that came back while staff could not be told again, if they are still there. */
  #tellAgain(): void {
    for (const [entry, back] of this.#toRetell) {
      if (!isRetellDue(entry, this.#clock.now())) continue;
      this.#toRetell.delete(entry);
      const there = [...back].filter(([itemId]) => !isGone(entry.record, itemId));
      if (entry.record.status !== "open" || there.length === 0) continue;
      entry.latest = there.flatMap(([, copies]) => copies);
      entry.told.delete("DUPLICATE_ITEM");
      this.#writer.save(entry);
    }
  }

  /** There are copies again. Both cases record it: after a restart, the id may belong to the other one. */
  #noteFound(itemId: string, entries: ReadonlySet<OpenCase>, filed: OpenCase): void {
    for (const entry of entries) {
      const note = noteAbout(entry.record, itemId);
      addUnsavedAct(entry, { act: "found", by: SERVICE, atMs: this.#clock.now(), note });
      if (entry !== filed) this.#writer.save(entry);
    }
  }

  /**
   * Returns the id's own case if its copies were gone according to it. The id may be joining another case now. Call once for each finding:
   * it clears the id's mark in `back`.
   */
  #endedCaseOf(itemId: string): OpenCase | undefined {
    const own = this.#open.ofItem(itemId);
    return own !== undefined && (own.back.delete(itemId) || isGone(own.record, itemId)) ? own : undefined;
  }

  #knownCase(incident: string, verdicts: readonly CaseVerdict[]): OpenCase | undefined {
    const latest = this.#latestOf(incident);
    const roomy = roomIn(latest) > 0 ? latest : undefined;
    if (incident === "crash" && roomy !== undefined) return roomy;
    const ofItems = verdicts.map(({ itemId }) => this.#open.ofItem(itemId));
    // A copied world may contain an item that is in somebody's case: that case is about something else.
    const isFitting = (entry: OpenCase | undefined) =>
      incident !== COPIED_WORLD || entry?.record.cause === COPIED_WORLD;
    return ofItems.filter(isFitting).find(Boolean) ?? roomy;
  }

  #latestOf(incident: string): OpenCase | undefined {
    return incident === "crash" ? this.#open.ofCrash : this.#incidents.get(incident)?.entry;
  }
}

function isRetellDue({ toldMs }: OpenCase, now: number): boolean {
  return Math.abs(now - toldMs) >= RETELL_MS;
}

function roomIn(entry: OpenCase | undefined): number {
  return entry?.record.status === "open" ? Math.max(0, MAX_IDS - entry.record.itemIds.length) : 0;
}
