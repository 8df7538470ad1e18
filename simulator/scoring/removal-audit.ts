import type { Lineage } from "../truth/lineage.ts";
import { isOneRecord } from "../truth/sum-counts.ts";
import type { Truth } from "../truth/truth.ts";
import type { Watch } from "../truth/watch.ts";
import { rootOf, type Stack, withContents } from "../world/stack.ts";
import type { Removal } from "../world/world.ts";
import { type Forgiven, hasKeeperDied, wasKeeperUsedUp } from "./forgiven.ts";

/** Visible extra copies must be gone this long after the detection. */
const COMPLETE_WITHIN_TICKS = 40;

/** On a network: how long a server's confirmation of its copy is fresh. */
const FRESH_TICKS = 200;
/** The copies that may stay. If the keep rule does not name a copy, the value is the reason for which that is forgiven. */
type MayStay = ReadonlyMap<Stack, Forgiven | "named">;

/** Judges removals: wrongful, incomplete, or against the keep rule. */
export class RemovalAudit {
  readonly #truth: Truth;
  readonly #keepsOldest: boolean;
  readonly #forgiven: Record<Forgiven, number>;
  readonly #complain: (text: string) => void;
  readonly #provenAt = new Map<Lineage, number>();
  /** When a detector last took a copy. */
  readonly #takenAt = new Map<Lineage, number>();
  /** Lineages whose removal waits because the store does not answer. */
  readonly #storeForgiven = new Set<Lineage>();
  /** The copies that existed when staff were told why none of them is taken. */
  readonly #heldBack = new Map<Lineage, ReadonlySet<Stack>>();
  readonly #namedWhenProven = new Map<Lineage, ReadonlySet<Stack>>();
  readonly #expected = new Map<Lineage, MayStay>();
  /** Lineages whose original was taken at this tick end, with its holder and whether the keep rule demanded that. */
  readonly #originalsTaken = new Map<Lineage, { readonly holder: string; readonly isForced: boolean }>();
  readonly counts = {
    removals: 0,
    wrongful: 0,
    incomplete: 0,
    policyErrors: 0,
    /** The original was taken and somebody else kept a copy: because the keep rule says so, or without need. */
    originalsForced: 0,
    originalsAvoidable: 0,
    heldBack: 0,
  };
  /** No faults by the keep rule, but worth a look: originals that were taken, and removals that were held back. */
  readonly remarks: string[] = [];
  readonly taken: { readonly tag: string | undefined; readonly data: Uint8Array }[] = [];
  /** Lineages that a detector took a copy of, which cut their run of `D+` short. */
  readonly shortened = new Set<Lineage>();
  isRemoving = false;

  constructor(
    truth: Truth,
    keepsOldest: boolean,
    forgiven: Record<Forgiven, number>,
    complain: (text: string) => void,
  ) {
    this.#truth = truth;
    this.#keepsOldest = keepsOldest;
    this.#forgiven = forgiven;
    this.#complain = complain;
  }

  /** Called before the stack disappears. */
  removed({ stack, count, data }: Removal): void {
    this.counts.removals++;
    this.taken.push({ tag: stack.tag, data });
    // If only some of a stack of containers are taken, the rest of the stack still holds all the contents.
    const gone = count >= stack.count ? [...withContents(stack)] : [stack];
    for (const part of gone) if (part.lineage) this.shortened.add(part.lineage);
    const { lineage } = stack;
    if (lineage === undefined) return;
    const isLast = gone.some((part) => part.lineage && part.lineage.weight - taken(part, stack, count) < 1);
    if ((isLast && !this.#hasKeeperGone(lineage)) || (!isLast && !this.#isKeptInSight(lineage))) {
      this.counts.wrongful++;
      this.#complain(`wrongful removal: ${stack.tag} ${isLast ? "was the last one" : "was not in D+"}`);
    }
    for (const part of gone) if (part.lineage) this.#takenAt.set(part.lineage, this.#truth.tick);
    if (stack === lineage.original && count >= stack.count) this.#originalTaken(lineage, stack);
    if (this.#expected.has(lineage)) return;
    this.#expected.set(lineage, this.#mayStay(lineage));
  }

  #mayStay(lineage: Lineage): MayStay {
    const named = this.#named(lineage);
    const may = new Map<Stack, Forgiven | "named">();
    const planned = this.#namedWhenProven.get(lineage);
    // Copies that a crash put back on two servers have no order, whichever came to light first: the copy with custody stays.
    const hasNoOrder = this.#isNetwork && lineage.original === undefined;
    if (named.size === 0 || planned?.size === 0 || hasNoOrder)
      for (const stack of lineage.instances) may.set(stack, "nobody was first");
    // The store may know more than the looks since a crash. If the original stays, nobody has lost anything.
    else if (!this.#keepsOldest && lineage.original !== undefined) may.set(lineage.original, "the original stayed");
    // The plan was made at the proof; a copy may have changed hands since.
    for (const stack of planned ?? []) may.set(stack, "planned when proven");
    for (const stack of named) may.set(stack, "named");
    return may;
  }

  /** True if the copy that stays can be seen. On a network it is enough that it could be seen a moment ago. */
  #isKeptInSight({ watch }: Lineage): boolean {
    if (watch?.state === "D+") return true;
    if (!this.#isNetwork || watch?.state !== "D-") return false;
    const wasInSight = this.#wasDouble(watch, this.#truth.tick - FRESH_TICKS);
    if (wasInSight) this.#forgiven["kept in the dark"]++;
    return wasInSight;
  }

  #hasKeeperGone(lineage: Lineage): boolean {
    if (!this.#isNetwork) return false;
    const hasDied = hasKeeperDied(this.#truth, lineage);
    const isUsedUp = !hasDied && wasKeeperUsedUp(this.#truth, lineage, this.#takenAt.get(lineage));
    if (hasDied) this.#forgiven["keeper died meanwhile"]++;
    if (isUsedUp) this.#forgiven["keeper used up meanwhile"]++;
    return hasDied || isUsedUp;
  }

  #wasDouble({ log }: Watch, sinceTick: number): boolean {
    return log.some(({ state }, at) => state === "D+" && (log[at + 1]?.tick ?? Number.POSITIVE_INFINITY) > sinceTick);
  }

  get #isNetwork(): boolean {
    return this.#truth.limits.answerTicks !== undefined;
  }

  /** No copy is taken, and staff were told why. */
  heldBack(lineage: Lineage, madeBy: string): void {
    if (this.#provenAt.delete(lineage)) this.#forgiven["held back"]++;
    this.#heldBack.set(lineage, new Set(lineage.instances));
    this.counts.heldBack++;
    this.remarks.push(`held back: ${lineage.original?.tag} (${madeBy})`);
  }

  proven(lineage: Lineage): void {
    if (!this.isRemoving || this.#provenAt.has(lineage)) return;
    // One of the copies was out of sight and is back. Staff were told of these same copies, and are not told again.
    const held = this.#heldBack.get(lineage);
    if (held?.size === lineage.instances.length && lineage.instances.every((stack) => held.has(stack))) {
      this.#forgiven["held back"]++;
      return;
    }
    this.#provenAt.set(lineage, this.#truth.tick);
    this.#namedWhenProven.set(lineage, this.#named(lineage));
  }

  tickEnd(): void {
    for (const [lineage, tick] of this.#provenAt) {
      // For a player who has just joined, nobody knows yet what is the player's.
      const unsettled = lineage.watch?.placements.map(({ root }) => root.unsettledUntil) ?? [];
      if (this.#truth.tick < Math.max(tick, this.#troubledTick, ...unsettled) + this.#completeWithin) continue;
      if (this.#truth.wasStoreAway(tick, this.#truth.tick) && lineage.watch?.state === "D+") {
        if (!this.#storeForgiven.has(lineage)) this.#forgiven["the store was away"]++;
        this.#storeForgiven.add(lineage);
        this.#provenAt.set(lineage, this.#truth.tick);
        continue;
      }
      this.#provenAt.delete(lineage);
      if (lineage.watch?.state !== "D+" || lineage.watch.plusSince > tick) continue;
      if (isOneRecord(lineage.watch.placements.filter(({ isLit }) => isLit))) {
        this.#forgiven["one record"]++;
        continue;
      }
      this.counts.incomplete++;
      this.#complain(`incomplete removal: ${lineage.instances[0]?.tag} still has visible copies`);
    }
    this.#countOriginals();
    for (const [lineage, mayStay] of this.#expected) {
      this.#expected.delete(lineage);
      const [survivor, ...others] = lineage.instances;
      if (survivor === undefined || others.length > 0) continue;
      const reason = mayStay.get(survivor);
      if (reason === "named") continue;
      if (reason !== undefined) {
        this.#forgiven[reason]++;
        continue;
      }
      this.counts.policyErrors++;
      this.#complain(`policy error: of ${survivor.tag} another copy should have stayed`);
    }
  }

  /** Servers that ask each other need this time too, for all pairs of copies. */
  get #completeWithin(): number {
    const { answerTicks, graceTicks } = this.#truth.limits;
    return COMPLETE_WITHIN_TICKS + (answerTicks === undefined ? 0 : answerTicks + graceTicks);
  }

  get #troubledTick(): number {
    return this.#isNetwork ? this.#truth.troubledTick : -1;
  }

  #originalTaken(lineage: Lineage, original: Stack): void {
    const isForced = this.#keepsOldest && !ofEarliestHolder(lineage, this.#truth.clockSetBackTick).includes(original);
    this.#originalsTaken.set(lineage, { holder: holderOf(lineage, original), isForced });
  }

  /** Counts originals whose holder lost them. If the same holder kept a copy, nobody lost anything. */
  #countOriginals(): void {
    for (const [lineage, { holder, isForced }] of this.#originalsTaken) {
      this.#originalsTaken.delete(lineage);
      const [survivor] = lineage.instances;
      if (survivor === undefined || holderOf(lineage, survivor) === holder) continue;
      if (isForced) this.counts.originalsForced++;
      else {
        this.counts.originalsAvoidable++;
        const event = this.#truth.events.findLast(({ lineages }) => lineages.includes(lineage));
        this.remarks.push(`original taken: of ${survivor.tag} a copy stayed (${event?.family}, ${event?.how})`);
      }
    }
  }

  /** The copies that the keep rule names; empty if it does not decide. The rule names a place, so all copies there count. */
  #named(lineage: Lineage): ReadonlySet<Stack> {
    const { instances, watch } = lineage;
    const named = this.#keepsOldest
      ? ofEarliestHolder(lineage, this.#truth.clockSetBackTick)
      : ofOneHolder(
          lineage,
          instances.filter((stack) => watch?.settled?.has(stack)),
        );
    const places = new Set(named.map((stack) => rootOf(stack)?.root));
    return new Set(named.length > 0 ? instances.filter((stack) => places.has(rootOf(stack)?.root)) : []);
  }
}

/**
 * The copies whose holder may be the first with a transfer on record. A look also writes one, and may have come earlier than it had to:
 * any holder who could be seen with it by then may be the first. Nobody can tell if the clock was set back since.
 */
function ofEarliestHolder(lineage: Lineage, clockSetBackTick: number): Stack[] {
  const { instances, firstVisibleWith, firstKnownWith, lastActorAt } = lineage;
  const holders = instances.map((stack) => {
    const root = rootOf(stack)?.root;
    return (root && (root.ownerId ?? lastActorAt.get(root))) ?? "";
  });
  const knownSince = (holder: string) => firstKnownWith.get(holder) ?? Number.POSITIVE_INFINITY;
  const visibleSince = (holder: string) => firstVisibleWith.get(holder) ?? Number.POSITIVE_INFINITY;
  const first = Math.min(...holders.map(knownSince));
  if (first <= clockSetBackTick) return [];
  return instances.filter((_, at) => Math.min(visibleSince(holders[at]!), knownSince(holders[at]!)) <= first);
}

function taken(part: Stack, removed: Stack, count: number): number {
  return part === removed ? Math.min(count, removed.count) : part.count;
}

/** These copies and all others of their holders: if the same holder keeps another copy, nobody is robbed. */
function ofOneHolder(lineage: Lineage, named: readonly Stack[]): Stack[] {
  const holders = new Set(named.map((stack) => holderOf(lineage, stack)));
  return lineage.instances.filter((stack) => holders.has(holderOf(lineage, stack)));
}

/** The account that really has it. If it lies somewhere and nobody put it there, the place stands for the holder. */
function holderOf({ handledBy }: Lineage, stack: Stack): string {
  const root = rootOf(stack)?.root;
  return root === undefined ? "" : (root.ownerId ?? handledBy.get(root) ?? root.place);
}
