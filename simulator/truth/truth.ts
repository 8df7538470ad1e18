import type { PlaceKey } from "../../src/core/index.ts";
import { RollingHash } from "../rolling-hash.ts";
import type { Slots } from "../world/slots.ts";
import { rootOf, type Stack } from "../world/stack.ts";
import type { DuplicationEvent } from "./duplication-event.ts";
import type { GoodsTruth } from "./goods/goods-truth.ts";
import { InvariantError } from "./invariant-error.ts";
import { type Limits, SLACK_TICKS } from "./limits.ts";
import { Lineage } from "./lineage.ts";
import { PutBack } from "./put-back.ts";
import { Sightings } from "./sightings.ts";
import { isOneRecord, sumCounts } from "./sum-counts.ts";
import { Watch } from "./watch.ts";

/** Whatever waits for the store is done this long after it answers again. It is told without the store after the same time. */
const STORE_TICKS = 45;

/** Hears of every instance, so that the truth can be written down. */
interface Witness {
  born(stack: Stack): void;
  ended(stack: Stack): void;
  /** A copy that somebody sanctioned. */
  sanctioned(copy: Stack, original: Stack): void;
  resurrected(lineage: Lineage): void;
}

interface Cause {
  readonly kind: "duplication" | "rollback";
  readonly before: Map<Lineage, number>;
  /** Originals that ended within the cause: a crash ends everything and puts back what was saved. */
  readonly ended: Map<Lineage, Stack>;
  readonly putBack: PutBack;
}

/** What really exists. Only the world writes here, and no detector sees it. */
export class Truth {
  readonly limits: Limits;
  readonly events: DuplicationEvent[] = [];
  /** Lineages with more than one instance, or a stack above 1. */
  readonly watched = new Set<Lineage>();
  readonly owners = new Map<string, Lineage[]>();
  readonly #hash = new RollingHash();
  readonly #sightings: Sightings;
  readonly #waiting = new Set<DuplicationEvent>();
  #lineages = 0;
  #cause: Cause | undefined;
  tick = 0;
  /** The tick end after the last unclean stop. Before it, nothing that rests on history alone counts. */
  epochTick = -1;
  /** On a network: when the server that died then had come up. */
  startedTick = Number.NEGATIVE_INFINITY;
  /** When only the detector was last killed. It cannot know that the world went on, so its history does not count either. */
  killedTick = -1;
  /** When the wall clock was last set back. Times from before and after do not tell what came first. */
  clockSetBackTick = -1;
  /** Dark places whose going dark was not reported to the detector in time, and since when they are dark. */
  readonly darkWithoutWord = new Map<PlaceKey, number>();
  /** The run is about to end. Nothing becomes due after `lastDueTick`, because there would be no time left to tell it. */
  isClosing = false;
  lastDueTick = Number.POSITIVE_INFINITY;
  /** The spans of ticks in which the detector's store did not answer at once. */
  readonly #storeAway: { readonly from: number; until: number }[] = [];
  /** The last tick at which a server of a network could not take part, because it was down or cut off from the database. */
  troubledTick = -1;
  /** By server of a network: until when what it writes does not reach the database. */
  cutOffUntil: ReadonlyMap<string, number> = new Map();
  witness: Witness | undefined;
  /** Present if a ledger of stackable goods is measured. */
  goods: GoodsTruth | undefined;

  constructor(limits: Limits) {
    this.limits = limits;
    this.#sightings = new Sightings(limits);
  }

  /** The longest time from a touch to the second look. */
  get confirmTicks(): number {
    return this.limits.graceTicks + (this.limits.answerTicks ?? 0) + SLACK_TICKS;
  }

  get storeTicks(): number {
    return this.limits.storeTicks ?? 0;
  }

  /** Called when the detector's store does not answer at this moment. */
  storeWasAway(): void {
    const last = this.#storeAway.at(-1);
    if (last !== undefined && last.until >= this.tick - SLACK_TICKS) last.until = this.tick;
    else this.#storeAway.push({ from: this.tick, until: this.tick });
  }

  /** True if the detector's store did not answer at some moment between these ticks, or shortly before. */
  wasStoreAway(from: number, until: number): boolean {
    return this.#storeAway.some((away) => away.from <= until && away.until >= from - STORE_TICKS);
  }

  get hash(): string {
    return this.#hash.digest();
  }

  newLineage(): Lineage {
    return new Lineage(++this.#lineages);
  }

  /** An instance comes into being. A second one of its lineage needs a cause. */
  born(stack: Stack): void {
    const { lineage } = stack;
    if (lineage === undefined) return;
    this.#note(lineage);
    if (lineage.weight + stack.count > 1 && this.#cause === undefined) {
      throw new InvariantError(3, `lineage ${lineage.number} grew without a recorded cause`);
    }
    if (lineage.instances.length === 0) lineage.original = this.#cause?.ended.has(lineage) ? undefined : stack;
    lineage.instances.push(stack);
    this.witness?.born(stack);
    this.#hash.number(stack.instance);
    this.#hash.number(lineage.number);
  }

  /** An instance ends. */
  ended(stack: Stack): void {
    const { lineage } = stack;
    if (lineage === undefined) return;
    this.#note(lineage);
    const at = lineage.instances.indexOf(stack);
    if (at < 0) throw new InvariantError(3, `instance ${stack.instance} ends twice`);
    lineage.instances.splice(at, 1);
    if (lineage.original === stack) {
      const ended = this.#cause?.ended;
      if (!ended?.has(lineage)) ended?.set(lineage, stack);
      lineage.original = undefined;
    }
    // If only one instance is left, later copies are made of that one.
    if (lineage.instances.length === 1) lineage.original = lineage.instances[0];
    this.witness?.ended(stack);
    this.#hash.number(-stack.instance);
  }

  /** A stack's size changes. */
  recount(stack: Stack, count: number): void {
    if (stack.lineage !== undefined) {
      this.#note(stack.lineage);
      if (count > stack.count && this.#cause === undefined) {
        throw new InvariantError(6, `instance ${stack.instance} of a material that never stacks grew to ${count}`);
      }
    }
    stack.count = count;
  }

  tagged(lineage: Lineage, tag: string): void {
    const owners = this.owners.get(tag);
    if (owners === undefined) this.owners.set(tag, [lineage]);
    else if (!owners.includes(lineage)) owners.push(lineage);
  }

  /** Runs a step that should make more items. Returns `undefined` if it made none. */
  duplication(family: string, how: string, step: () => void): DuplicationEvent | undefined {
    const grown = this.#within("duplication", step).filter(([lineage, before]) => lineage.weight > Math.max(before, 1));
    if (grown.length === 0) return undefined;
    for (const [lineage] of grown) lineage.isIdOverdue ||= this.#isIdOverdue(lineage);
    return this.#record(
      family,
      how,
      "copies",
      grown.map(([lineage]) => lineage),
    );
  }

  /** Marks an item that lives although its end was confirmed. */
  resurrected(lineage: Lineage): void {
    lineage.isResurrected = true;
    this.witness?.resurrected(lineage);
  }

  /** Records more items than before, no two of which share an id. */
  surplus(family: string, how: string): DuplicationEvent {
    return this.#record(family, how, "surplus", []);
  }

  /** Runs a step that puts units back to what they were. What reappears is nobody's fault. */
  rollback(step: () => void): void {
    this.#within("rollback", step);
  }

  /** The process died with the world. Events that became due too late for anybody to tell them are not due, as at the end of a run. */
  crashed(): void {
    this.epochTick = this.tick;
    for (const event of this.events) {
      if (event.dueTick <= this.tick - this.storeTicks) continue;
      event.dueTick = -1;
      this.#waiting.add(event);
    }
  }

  /** Takes over the state at the end of a tick. `touched` has the places that the events reported in this tick involved. */
  tickEnd(changed: ReadonlySet<Slots>, touched: ReadonlySet<Slots>, lit: Iterable<Slots>): void {
    this.#sightings.learnVisible(this.tick, changed);
    this.#sightings.learnKnown(this.tick, touched, lit, this.cutOffUntil);
    for (const lineage of this.watched) {
      const watch = lineage.watch!;
      if (watch.update(this.tick, changed)) {
        this.#hash.text(watch.state);
        this.#hash.number(lineage.number);
        this.#hash.number(this.tick);
      }
      if (watch.plusSince >= 0) {
        watch.noteJoining(this.tick);
        this.#noteTouches(watch, touched);
      } else if (lineage.weight <= 1) this.watched.delete(lineage);
    }
    for (const event of this.#waiting) this.#judgeDue(event);
    this.#sightings.forgetOtherRoots(changed);
  }

  #within(kind: Cause["kind"], step: () => void): [Lineage, number][] {
    if (this.#cause !== undefined) throw new InvariantError(3, "two causes at once");
    const cause: Cause = { kind, before: new Map(), ended: new Map(), putBack: new PutBack() };
    this.#cause = cause;
    try {
      step();
    } finally {
      this.#cause = undefined;
    }
    for (const [lineage, { lastRoot }] of cause.ended) {
      const [only, another] = lineage.instances;
      const isThere = ({ root }: { root: Slots }) =>
        root === lastRoot || (root.keptFor !== undefined && root.keptFor === lastRoot?.ownerId);
      const there = lineage.instances.find((stack) => {
        const found = rootOf(stack);
        return found !== undefined && isThere(found);
      });
      lineage.original = another === undefined ? only : there;
    }
    cause.putBack.finish();
    for (const [lineage, before] of cause.before) {
      if (kind === "duplication" && before === 0 && lineage.weight > 0 && lineage.confirmedTick >= 0) {
        this.resurrected(lineage);
      }
      if (lineage.weight > 1) this.#watch(lineage);
    }
    return [...cause.before];
  }

  /** True if an event or a pass over all places showed it a while ago, and it still has no id. */
  #isIdOverdue({ instances }: Lineage): boolean {
    const isOverdue = ({ tag, knownSince }: Stack) =>
      tag === undefined && knownSince >= 0 && knownSince + this.confirmTicks < this.tick;
    return instances.some(isOverdue);
  }

  #record(family: string, how: string, evidence: "copies" | "surplus", lineages: Lineage[]): DuplicationEvent {
    const number = this.events.length + 1;
    const unset = { observedTick: -1, touchedTick: -1, dueTick: -1, deadlineTick: -1 };
    const visibility = { hadCommonId: false, wereViews: false, longestTicks: -1, isOpen: false };
    const event = { number, family, how, tick: this.tick, lineages, evidence, visibility, ...unset };
    this.events.push(event);
    if (evidence === "copies") this.#waiting.add(event);
    this.#hash.text(family);
    for (const lineage of lineages) this.#hash.number(lineage.number);
    return event;
  }

  #note(lineage: Lineage): void {
    const cause = this.#cause;
    if (cause === undefined) return;
    cause.putBack.note(lineage);
    if (!cause.before.has(lineage)) cause.before.set(lineage, lineage.weight);
  }

  #watch(lineage: Lineage): void {
    lineage.watch ??= new Watch(lineage);
    this.watched.add(lineage);
  }

  /**
   * A touch means that an event or scan involved one copy. It counts as soon as a second copy is known to be where it is: only the sweep
   * can find a copy that got somewhere without being reported.
   */
  #noteTouches(watch: Watch, touched: ReadonlySet<Slots>): void {
    if (watch.touchedAt >= 0) return;
    const known = watch.placements.filter(({ root, stack, isLit }) => isLit && stack.knownRoot === root);
    for (const { root } of known) {
      if (touched.has(root) || (root.kind === "player" && this.tick - watch.plusSince > this.limits.scanTicks)) {
        watch.isTouched = true;
      }
    }
    if (watch.isTouched && sumCounts(known) >= 2 && !isOneRecord(known) && watch.hasCommonId())
      watch.touchedAt = this.tick;
  }

  /** An event is due if two copies are still visible at the second look after a touch, or have been visible for a whole sweep. */
  #judgeDue(event: DuplicationEvent): void {
    const { sweepTicks } = this.limits;
    const confirm = this.confirmTicks;
    this.#noteVisibility(event);
    if (this.tick > this.lastDueTick) return;
    for (const lineage of event.lineages) {
      const { watch } = lineage;
      if (watch === undefined || watch.plusSince < 0 || !watch.hasCommonId()) continue;
      const unsettled = watch.placements.map(({ root }) => root.unsettledUntil);
      const settled = Math.max(this.troubledTick, watch.joiningTick, ...unsettled);
      const observed = Math.max(watch.plusSince, event.tick, settled);
      const touched = watch.touchedAt < 0 ? -1 : Math.max(watch.touchedAt, event.tick, settled);
      const isConfirmed = touched >= 0 && this.tick >= touched + confirm;
      if (!isConfirmed && this.tick < observed + sweepTicks + confirm) continue;
      event.observedTick = observed;
      event.touchedTick = touched;
      event.dueTick = this.tick;
      event.dueLineage = lineage;
      event.deadlineTick = Math.max(touched + confirm, observed + sweepTicks + confirm) + this.storeTicks;
      this.#waiting.delete(event);
      return;
    }
    if (event.lineages.every((lineage) => lineage.weight <= 1)) this.#waiting.delete(event);
  }

  #noteVisibility({ lineages, visibility, tick }: DuplicationEvent): void {
    visibility.isOpen = false;
    for (const { watch } of lineages) {
      if (watch === undefined) continue;
      const { sharesId, areViews } = watch.ids();
      visibility.hadCommonId ||= sharesId || watch.lineage.isIdOverdue;
      visibility.wereViews ||= areViews;
      if (watch.plusSince < 0 || !watch.hasCommonId()) continue;
      visibility.isOpen = true;
      visibility.longestTicks = Math.max(visibility.longestTicks, this.tick - Math.max(watch.plusSince, tick));
    }
  }
}
