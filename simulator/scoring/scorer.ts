import { ENDED } from "../../src/core/model/place.ts";
import type { BalanceAlert, CitedCopy, DetectorVerdict } from "../detectors/detector.ts";
import type { DuplicationEvent } from "../truth/duplication-event.ts";
import type { Lineage } from "../truth/lineage.ts";
import type { Truth } from "../truth/truth.ts";
import type { Placement } from "../truth/watch.ts";
import type { Stack } from "../world/stack.ts";
import type { Removal } from "../world/world.ts";
import { ContestedOracle } from "./contested-oracle.ts";
import { emptyForgiven, wereStillThere } from "./forgiven.ts";
import { RemovalAudit } from "./removal-audit.ts";
import { silenceOf } from "./totals.ts";

/** How many ticks servers of a network have to answer each other. After that, what they saw is no longer evidence. */
const ANSWER_TICKS = 200;

/** A sighting within this many ticks before the alarm is the one that raised it, not the last confirmation before it. */
const RAISING_TICKS = 40;

/** Compares what a detector says with what is true. */
export class Scorer {
  readonly #truth: Truth;
  readonly forgiven = emptyForgiven();
  readonly contested: ContestedOracle;
  readonly removals: RemovalAudit;
  /** The tick end at which each event was first detected. */
  readonly detectedAt = new Map<DuplicationEvent, number>();
  /** Since when the event was touched, or else observable, at its detection. A removal may end that before the event is due. */
  readonly detectableSince = new Map<DuplicationEvent, number>();
  /** Events that were detected too late. */
  readonly late = new Set<DuplicationEvent>();
  /** Events with an id that was suspected since. */
  readonly suspected = new Set<DuplicationEvent>();
  readonly #eventsOf = new Map<Lineage, DuplicationEvent[]>();
  readonly alarms = { hard: 0, soft: 0, proven: 0, suspected: 0, evidenceGaps: 0 };
  /** One line for each fault, with the reason. */
  readonly complaints: string[] = [];
  /** One line for each duplication that nothing was said about, or only a suspicion, with the cause. */
  readonly silences: string[] = [];
  /** What was said about stackable goods. It is scored separately. */
  readonly balances: BalanceAlert[] = [];
  #eventsKnown = 0;

  constructor(truth: Truth, keepsOldest: boolean) {
    this.#truth = truth;
    this.contested = new ContestedOracle(truth, this.forgiven);
    this.removals = new RemovalAudit(truth, keepsOldest, this.forgiven, (text) => this.#complain(text));
  }

  /** Called at each tick end, before the detector. */
  tickEnd(touched: Parameters<ContestedOracle["tickEnd"]>[0]): void {
    this.contested.tickEnd(touched);
  }

  removed(removal: Removal): void {
    this.removals.removed(removal);
  }

  /** The detector said that it takes no copy of this id. */
  heldBack(itemId: string): void {
    for (const lineage of this.#truth.owners.get(itemId) ?? [])
      if (lineage.weight > 1) this.removals.heldBack(lineage, this.#madeBy(lineage));
  }

  /** Called after each tick end, with what the detector said since the last. */
  take(verdicts: readonly DetectorVerdict[]): void {
    this.#learnEvents();
    for (const verdict of verdicts) {
      if (verdict.type === "DUPLICATE_ITEM") this.#judgeProven(verdict);
      else if (verdict.type === "DUPLICATE_SUSPECTED") this.#judgeSuspected(verdict);
      if (verdict.balance !== undefined) this.balances.push(verdict.balance);
    }
    this.removals.tickEnd();
  }

  /** Called after the last tick end. Reports what was due and never came. */
  close(): void {
    for (const event of this.#truth.events) {
      if (event.dueTick < 0) continue;
      const detected = this.detectedAt.get(event);
      if (detected !== undefined && detected <= event.deadlineTick) {
        if (event.touchedTick >= 0 && detected > event.touchedTick + this.#truth.confirmTicks + this.#truth.storeTicks)
          this.forgiven["the sweep's time"]++;
        continue;
      }
      const since = Math.max(event.touchedTick, event.observedTick);
      if (detected !== undefined && this.#truth.wasStoreAway(since, detected)) {
        this.forgiven["the store was away"]++;
        continue;
      }
      if (detected !== undefined) this.late.add(event);
      const tag = tagOf(event, this.#truth);
      const what = `${event.family} number ${event.number} of tick ${event.tick} (${event.how}; ${tag})`;
      if (detected === undefined) this.#complain(`miss: ${what} was due at tick ${event.dueTick}`);
      else this.#complain(`late: ${what} was detected at tick ${detected} instead of ${event.deadlineTick}`);
    }
    for (const event of this.#truth.events) this.#nameSilence(event);
    this.contested.close();
    for (const text of this.contested.describeFaults((lineage) => tagOfLineage(lineage, this.#truth)))
      this.#complain(text);
  }

  /** True if its copies went with a box that was told and taken, before there was anything to say about them. */
  wasTaken({ lineages, dueTick }: DuplicationEvent): boolean {
    return dueTick < 0 && lineages.length > 0 && lineages.every((lineage) => this.removals.shortened.has(lineage));
  }

  /** Names each silence, and each suspicion that stayed one, so that it can be traced. It is a fault only if the event was due. */
  #nameSilence(event: DuplicationEvent): void {
    if (event.evidence === "surplus" || this.detectedAt.has(event) || this.wasTaken(event)) return;
    const cause = silenceOf(event, this.#truth.limits);
    const what = `${event.family} of tick ${event.tick} (${event.how}; ${tagOf(event, this.#truth)})`;
    const isSuspected = this.suspected.has(event);
    if (cause === "one record" && !isSuspected) this.forgiven["one record"]++;
    this.silences.push(`${isSuspected ? "suspected only" : "silent"}: ${what}: ${cause}`);
  }

  #judgeProven(verdict: DetectorVerdict): void {
    this.alarms.proven++;
    let isFalse = false;
    const lacking: string[] = [];
    for (const itemId of verdict.itemIds) {
      const cited = verdict.copies.filter((copy) => copy.itemId === itemId);
      const lastTick = cited.reduce(
        (latest, copy) => Math.max(latest, copy.tick),
        cited.length === 0 ? this.#truth.tick : -1,
      );
      const toldTick = cited.some((copy) => copy.tick < 0) ? this.#whenBoth(itemId, lastTick) : lastTick;
      const tick = this.#hasLeft(itemId, cited, toldTick) ? toldTick - 1 : toldTick;
      const copied = (this.#truth.owners.get(itemId) ?? []).filter(
        (lineage) => lineage.watch?.at(tick)?.state === "D+",
      );
      if (toldTick !== lastTick && copied.length > 0) this.forgiven["seen a moment ago"]++;
      if (copied.length === 0) {
        const ended = this.#copiedBeforeTheEnd(itemId, cited);
        for (const lineage of ended) this.#detected(lineage);
        if (ended.length > 0) continue;
        isFalse = true;
        this.#complain(
          `hard false alarm: ${itemId} was not in D+ at tick ${tick}; cited ${cited.map(describe).join(" and ")}`,
        );
      }
      for (const lineage of copied) {
        // After a crash, a copy may carry the id that it had before it was given another.
        const carries = ({ stack, isLit }: Placement) => isLit && tagAt(stack, tick) === itemId;
        const visible = lineage.watch!.at(tick)!.placements.filter(carries);
        const found = visible.filter((placement) => cited.some((copy) => isAt(placement, copy)));
        const missing = visible.filter((copy) => !found.includes(copy));
        if (missing.length > 0 && !this.#isForgivenGap(cited, missing, tick))
          lacking.push(`${itemId} at ${missing.map(({ place, slot }) => `${place}[${slot}]`).join(" and ")}`);
        // The copy that another server saw may have moved within that server before this was told.
        const moved = cited.filter(
          (copy) => copy.tick < 0 && !found.some((placement) => isAt(placement, copy)) && wasAt(lineage, copy, tick),
        );
        if (moved.length > 0) this.forgiven["seen a moment ago"]++;
        if (found.length + moved.length >= 2 || found.some(({ count }) => count > 1)) this.#detected(lineage);
      }
    }
    if (isFalse) this.alarms.hard++;
    else if (lacking.length > 0) {
      this.alarms.evidenceGaps++;
      this.#complain(
        `evidence gap: case of ${verdict.itemIds[0]} lacks a copy that was visible: ${lacking.join(", ")}`,
      );
    }
  }

  /** True if one of the cited places went dark in that tick, and was looked at before it did. */
  #hasLeft(itemId: string, cited: readonly CitedCopy[], tick: number): boolean {
    const hasLeft = (this.#truth.owners.get(itemId) ?? []).some(({ watch }) => {
      const [before, after] = [watch?.at(tick - 1), watch?.at(tick)];
      const isDarkNow = ({ place, isLit }: Placement) => !isLit && cited.some((copy) => copy.place === place);
      return before?.state === "D+" && after?.state === "D-" && after.placements.some(isDarkNow);
    });
    if (hasLeft) this.forgiven["left in that tick"]++;
    return hasLeft;
  }

  #isForgivenGap(cited: readonly CitedCopy[], missing: readonly Placement[], tick: number): boolean {
    const known = missing.filter(({ stack, root }) => stack.knownRoot === root);
    const lacking = known.filter(({ root }) => root.unsettledUntil < tick);
    // A server knows of other servers only what it asked for. But it must name every copy that is in sight on its own.
    const speakers = new Set(cited.filter((copy) => copy.tick >= 0).map(({ place }) => serverOf(place)));
    if (cited.every(({ place }) => place === "")) this.forgiven["names no place"]++;
    else if (known.length === 0) this.forgiven["came without a word"]++;
    else if (lacking.length === 0) this.forgiven["just joined"]++;
    else if (lacking.every(({ root }) => !speakers.has(root.serverName))) this.forgiven["third copy elsewhere"]++;
    else return false;
    return true;
  }

  /** Another server saw its copy at some earlier moment. Returns the last tick at which there were two. */
  #whenBoth(itemId: string, lastTick: number): number {
    for (const { watch } of this.#truth.owners.get(itemId) ?? []) {
      const log = watch?.log ?? [];
      for (const [at, { state, tick }] of [...log.entries()].reverse()) {
        const until = (log[at + 1]?.tick ?? Number.POSITIVE_INFINITY) - 1;
        if (state === "D+" && tick <= lastTick && until >= lastTick - ANSWER_TICKS) return Math.min(until, lastTick);
      }
    }
    return lastTick;
  }

  /** One of two copies was placed or used up, and the other is cited. The events of the world tell whether there were two. */
  #copiedBeforeTheEnd(itemId: string, cited: readonly CitedCopy[]): Lineage[] {
    const end = cited.find(({ place }) => place === ENDED);
    if (end === undefined || cited.length < 2) return [];
    const wasCopied = (lineage: Lineage) => (this.#eventsOf.get(lineage) ?? []).some(({ tick }) => tick <= end.tick);
    return (this.#truth.owners.get(itemId) ?? []).filter(wasCopied);
  }

  #detected(lineage: Lineage): void {
    const tick = this.#truth.tick;
    this.contested.proven(lineage);
    this.removals.proven(lineage);
    for (const event of this.#eventsOf.get(lineage) ?? []) {
      if (event.tick <= tick && !this.detectedAt.has(event)) this.#note(event, lineage);
    }
  }

  #note(event: DuplicationEvent, { watch }: Lineage): void {
    this.detectedAt.set(event, this.#truth.tick);
    const { touchedAt, plusSince } = watch!;
    const since = touchedAt >= 0 ? touchedAt : plusSince;
    this.detectableSince.set(event, Math.max(event.tick, since));
  }

  #judgeSuspected(verdict: DetectorVerdict): void {
    this.alarms.suspected++;
    for (const itemId of verdict.itemIds) {
      const owners = this.#truth.owners.get(itemId) ?? [];
      for (const lineage of owners) {
        this.contested.suspected(lineage);
        for (const event of this.#eventsOf.get(lineage) ?? []) this.suspected.add(event);
      }
      const cited = verdict.copies.filter((copy) => copy.itemId === itemId);
      if (this.#copiedBeforeTheEnd(itemId, cited).length > 0) {
        this.forgiven["used up since"]++;
        continue;
      }
      if (owners.some((lineage) => lineage.weight > 1 || lineage.isResurrected)) continue;
      const seenTick = Math.max(...cited.map(({ tick }) => tick));
      if (owners.some(({ watch }) => (watch?.at(seenTick)?.placements.length ?? 0) > 1)) {
        this.forgiven["used up since"]++;
        continue;
      }
      if (owners.some((lineage) => this.#wasUnobserved(lineage, cited))) {
        this.forgiven["way not heard of"]++;
        continue;
      }
      this.alarms.soft++;
      this.#complain(`soft false alarm: ${itemId} is single, and its way was observed`);
      return;
    }
  }

  /** True if an event about it was lost since it was last confirmed, or a cited place went dark without an event. Nobody could know. */
  #wasUnobserved({ lostTick, confirmedTick, confirmedBefore }: Lineage, cited: readonly CitedCopy[]): boolean {
    const raising = this.#truth.tick - RAISING_TICKS;
    const lost = Math.max(lostTick, ...cited.map(({ place }) => this.#truth.darkWithoutWord.get(place) ?? -1));
    return lost >= 0 && lost >= (confirmedTick > raising ? confirmedBefore : confirmedTick);
  }

  /** How it was last copied; for remarks. */
  #madeBy(lineage: Lineage): string {
    const event = this.#eventsOf.get(lineage)?.at(-1);
    return event === undefined ? "" : `${event.family} of tick ${event.tick}, ${event.how}`;
  }

  #learnEvents(): void {
    const { events } = this.#truth;
    for (; this.#eventsKnown < events.length; this.#eventsKnown++) {
      const event = events[this.#eventsKnown]!;
      for (const lineage of event.lineages) {
        const known = this.#eventsOf.get(lineage);
        // A further copy of an item that is proven and still there joins its case. It needs no second alert.
        const open = known?.find((earlier) => this.detectedAt.has(earlier) && lineage.watch!.plusSince >= 0);
        const isOfCrash =
          known !== undefined && this.detectedAt.has(known.at(-1)!) && wereStillThere(this.#truth, lineage);
        if ((open && lineage.watch!.plusSince < event.tick) || isOfCrash) {
          this.forgiven["joined its case"]++;
          this.#note(event, lineage);
        }
        if (known) known.push(event);
        else this.#eventsOf.set(lineage, [event]);
      }
    }
  }

  #complain(text: string): void {
    if (this.complaints.length < 1000) this.complaints.push(`tick ${this.#truth.tick}: ${text}`);
  }
}

function tagOf(event: DuplicationEvent, truth: Truth): string {
  const lineage = event.dueLineage ?? event.lineages[0];
  return lineage === undefined ? "no id" : tagOfLineage(lineage, truth);
}

function tagOfLineage(lineage: Lineage, truth: Truth): string {
  for (const [tag, owners] of truth.owners) if (owners.includes(lineage)) return tag;
  return `lineage ${lineage.number}`;
}

/** The server of a place as a network cites it; empty if there is only one server. */
function serverOf(place: string): string {
  return /^server:([^/]*)\//.exec(place)?.[1] ?? "";
}

function isAt({ place, slot, location }: Placement, copy: CitedCopy): boolean {
  if (copy.place === "") return copy.location === location;
  return copy.place === place && (copy.slot === undefined || copy.slot === slot);
}

/** True if a copy was there within the time that an answer takes, counted back from this tick. */
function wasAt({ watch }: Lineage, copy: CitedCopy, tick: number): boolean {
  const log = watch?.log ?? [];
  return log.some(({ placements, tick: since }, at) => {
    const until = (log[at + 1]?.tick ?? Number.POSITIVE_INFINITY) - 1;
    const isThen = since <= tick && until >= tick - ANSWER_TICKS;
    return isThen && placements.some((placement) => placement.isLit && isAt(placement, copy));
  });
}

function describe({ place, slot, location, tick }: CitedCopy): string {
  return `${place || location}${slot ? `[${slot}]` : ""}@${tick}`;
}

/** A late verdict may be about a copy that has lost its id since. */
function tagAt({ tag, lostTag }: Stack, tick: number): string | undefined {
  return lostTag !== undefined && lostTag.tick > tick ? lostTag.tag : tag;
}
