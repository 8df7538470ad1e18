import type { GameClock } from "../../time/game-clock.ts";
import { type CaseVerdict, incidentOf, joinCase, openCase, SERVICE } from "./case-file.ts";
import { type CaseWriter, MAX_WAIT_TICKS } from "./case-writer.ts";
import { addUnsavedAct, addUnsavedFinding, isOver, newOpenCase, type OpenCase } from "./open-case.ts";
import type { OpenCases } from "./open-cases.ts";
import type { UnreadCases } from "./unread-cases.ts";

/** Incidents that become cases in one tick. */
const CASES_PER_TICK = 16;

/** As many do in any case, however long the tick end has taken. */
const LEAST_CASES = 2;

/** Ids in one case. One trick is one case; with more ids than this it goes on in another, so that no record grows without end. */
const MAX_IDS = 500;

/** Verdicts that are filed in one tick: a case of more grows in the next. */
const VERDICTS_PER_TICK = 128;

/** Ticks without a verdict after which an incident is over. */
const LULL_TICKS = 2;

/** The incident, and its cause, when a server runs in a copy of another's world. */
const COPIED_WORLD = "copied-world";

/** What comes and goes is told again after this. */
const RETELL_MS = 60_000;

/** A verdict that waits to be filed, and whether staff were told of it meanwhile. */
interface WaitingVerdict {
  readonly verdict: CaseVerdict;
  readonly incident: string;
  readonly sinceTick: number;
  isTold: boolean;
}

/** Verdicts on their way into cases: what belongs to one incident becomes one case, or joins the one that is open. */
export class VerdictFiling {
  readonly #open: OpenCases;
  readonly #unread: UnreadCases;
  readonly #writer: CaseWriter;
  readonly #clock: GameClock;
  #waiting: WaitingVerdict[] = [];
  /** The latest case of each incident of the last ticks, and when it was added to: more ids than one tick examines come in a row. */
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
  }

  /** `canFile`: without the store's memory a case might be opened twice, so verdicts wait until it is there. `isComplete`: no more are due now. */
  finishTickEnd(canFile: boolean, isComplete: boolean): void {
    const first = this.#waiting.find((entry) => !this.#isUnread(entry));
    this.#tellWaiting(canFile);
    if (canFile && first !== undefined && (isComplete || this.#isOverdue(first))) this.#fileNext();
    for (const [incident, { tick }] of this.#incidents)
      if (this.#clock.tick - tick > LULL_TICKS && this.#waiting.length === 0) this.#incidents.delete(incident);
  }

  /** Also what belongs to a case that the store did not give. */
  fileAll(): void {
    while (this.#waiting.length > 0) this.#fileNext(true);
  }

  /** As many as a tick files, of a few incidents; the rest has its turn in the next. */
  #fileNext(isLast = false): void {
    const held = new Set(isLast ? [] : this.#unreadIncidents());
    const next = this.#waiting.filter(({ incident }) => !held.has(incident)).slice(0, VERDICTS_PER_TICK);
    const taken = new Set(next);
    this.#waiting = this.#waiting.filter((entry) => !taken.has(entry));
    const incidents = [...Map.groupBy(next, ({ incident }) => incident)];
    let filed = 0;
    for (const [incident, waiting] of incidents) {
      if (filed === CASES_PER_TICK || (filed >= LEAST_CASES && this.#clock.isSpent)) break;
      filed++;
      const room = roomIn(this.#latestOf(incident));
      for (const part of [waiting.slice(0, room), waiting.slice(room)]) {
        const isTold = part.every((entry) => entry.isTold);
        const verdicts = part.map(({ verdict }) => verdict);
        if (verdicts.length > 0) this.#file(incident, verdicts, isTold);
      }
    }
    this.#waiting.unshift(...incidents.slice(filed).flatMap(([, waiting]) => waiting));
  }

  /** An incident joins the case of any of its items: all of it waits until that is read. */
  #unreadIncidents(): string[] {
    return this.#waiting.filter((entry) => this.#isUnread(entry)).map(({ incident }) => incident);
  }

  #isUnread({ verdict }: WaitingVerdict): boolean {
    return this.#unread.numberOf(verdict.itemId) !== undefined;
  }

  /** The store does not say what it remembers: staff are told all the same, and the case is filed when it does. */
  #tellWaiting(canFile: boolean): void {
    const overdue = this.#waiting.filter(
      (entry) => !entry.isTold && this.#isOverdue(entry) && (!canFile || this.#isUnread(entry)),
    );
    const incidents = [...Map.groupBy(overdue, ({ incident }) => incident).values()];
    for (const waiting of incidents.slice(0, CASES_PER_TICK)) {
      for (const entry of waiting) entry.isTold = true;
      const verdicts = waiting.map(({ verdict }) => verdict);
      this.#writer.tellUnfiled(openCase(verdicts, this.#clock.now()));
    }
  }

  #isOverdue({ sinceTick }: WaitingVerdict): boolean {
    return this.#clock.tick - sinceTick >= MAX_WAIT_TICKS;
  }

  #file(incident: string, verdicts: readonly CaseVerdict[], isTold: boolean): void {
    const now = this.#clock.now();
    const latest = verdicts.flatMap((verdict) => verdict.copies);
    const known = this.#knownCase(incident, verdicts);
    const entry = known ?? newOpenCase(openCase(verdicts, now), latest);
    const isUntoldProof = known?.record.type === "DUPLICATE_ITEM" && !known.told.has("DUPLICATE_ITEM");
    // What is told as proven names what the proof saw, also when a copy went out of sight before it could be told.
    if (!isUntoldProof || verdicts.some(({ kind }) => kind === "proven")) entry.latest = latest;
    if (known !== undefined) {
      const proven = verdicts.filter(({ kind }) => kind === "proven");
      const ended = new Set(proven.flatMap(({ itemId }) => this.#endedCaseOf(itemId) ?? []));
      // Seen to be gone, and there again: staff are told once more, but not whoever makes it come and go.
      if (ended.size > 0 && Math.abs(now - known.toldMs) >= RETELL_MS) known.told.delete("DUPLICATE_ITEM");
      // Each says so: after a restart the other one may be the case that the id belongs to.
      for (const other of ended.size > 0 ? ended.add(known) : ended) {
        addUnsavedAct(other, { act: "found", by: SERVICE, atMs: now, note: "" });
        if (other !== known) this.#writer.save(other);
      }
      entry.record = joinCase(entry.record, verdicts, now);
    }
    addUnsavedFinding(
      entry,
      verdicts.map(({ itemId }) => itemId),
    );
    if (incident === "crash") this.#open.ofCrash = entry;
    if (isTold) entry.told.add(entry.record.type);
    this.#incidents.set(incident, { entry, tick: this.#clock.tick });
    for (const { kind, itemId } of verdicts) {
      entry.gone.delete(itemId);
      if (incident !== COPIED_WORLD || this.#open.ofItem(itemId) === undefined) this.#open.setCaseOf(itemId, entry);
      if (kind === "proven") entry.proven.push(itemId);
    }
    this.#writer.save(entry);
  }

  /** The id's own case if its copies were gone by it; it need not be the one that the id joins now. Asked once for each finding. */
  #endedCaseOf(itemId: string): OpenCase | undefined {
    const own = this.#open.ofItem(itemId);
    return own !== undefined && (own.back.delete(itemId) || isOver(own.record)) ? own : undefined;
  }

  #knownCase(incident: string, verdicts: readonly CaseVerdict[]): OpenCase | undefined {
    const latest = this.#latestOf(incident);
    const roomy = roomIn(latest) > 0 ? latest : undefined;
    if (incident === "crash" && roomy !== undefined) return roomy;
    const ofItems = verdicts.map(({ itemId }) => this.#open.ofItem(itemId));
    // A world may be copied with something in it that is in a case of somebody's: that case is about something else.
    const isFitting = (entry: OpenCase | undefined) =>
      incident !== COPIED_WORLD || entry?.record.cause === COPIED_WORLD;
    return ofItems.filter(isFitting).find(Boolean) ?? roomy;
  }

  #latestOf(incident: string): OpenCase | undefined {
    return incident === "crash" ? this.#open.ofCrash : this.#incidents.get(incident)?.entry;
  }
}

function roomIn(entry: OpenCase | undefined): number {
  return entry?.record.status === "open" ? Math.max(0, MAX_IDS - entry.record.itemIds.length) : 0;
}
