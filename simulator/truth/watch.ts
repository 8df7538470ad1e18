import { formatLocation } from "../../src/core/index.ts";
import type { Slots } from "../world/slots.ts";
import { rootOf, type Stack } from "../world/stack.ts";
import type { Lineage } from "./lineage.ts";
import { isAmbiguous, settledCopies } from "./settled-copies.ts";
import { isOneRecord, sumCounts } from "./sum-counts.ts";

/** `S` one, `D+` two or more visible or a stack above 1, `D-` two or more with at most one visible, `R` resurrected, `Z` none. */
type LineageState = "S" | "D+" | "D-" | "R" | "Z";

/** Where one instance was at a tick end. */
export interface Placement {
  readonly stack: Stack;
  readonly root: Slots;
  readonly place: string;
  readonly slot: string;
  readonly location: string;
  readonly count: number;
  readonly isLit: boolean;
}

/** The placements and the state, from a tick end until the next entry. */
interface Entry {
  readonly tick: number;
  readonly placements: readonly Placement[];
  readonly state: LineageState;
}

/** Follows a lineage that has, or had, more than one instance: the place of each at every tick end, and the state. */
export class Watch {
  readonly lineage: Lineage;
  readonly log: Entry[] = [];
  /** The first tick end of the present run of `D+` in which the copies are more than one record; -1 outside of one. */
  plusSince = -1;
  /** The tick end at which the last such run was over; -1 before. */
  plusEnded = -1;
  /** The copy whose custody was unbroken when the present run began; `undefined` if nobody can tell. */
  settled: ReadonlySet<Stack> | undefined;
  /** True if an event or a scan touched a visible copy in this run. */
  isTouched = false;
  /** The first tick end of this run at which `isTouched` is set and two copies are known where they are; -1 before. */
  touchedAt = -1;
  /** The last tick end of this run at which nobody could look at two copies, because a player with one had just joined; -1 before. */
  joiningTick = -1;

  constructor(lineage: Lineage) {
    this.lineage = lineage;
  }

  get state(): LineageState {
    return this.log.at(-1)?.state ?? "S";
  }

  get placements(): readonly Placement[] {
    return this.log.at(-1)?.placements ?? [];
  }

  /** The entry for a tick end. */
  at(tick: number): Entry | undefined {
    return this.log.findLast((entry) => entry.tick <= tick);
  }

  /** Takes over the state at a tick end. Returns true if something changed. */
  update(tick: number, changed: ReadonlySet<Slots>): boolean {
    if (!this.#isChanged(changed)) return false;
    const placements: Placement[] = [];
    for (const stack of this.lineage.instances) {
      const found = rootOf(stack);
      if (found === undefined) continue;
      const { root, slot } = found;
      const location = root.location === undefined ? "" : formatLocation(root.location);
      placements.push({
        stack,
        root,
        place: root.address,
        slot,
        location,
        count: stack.count,
        isLit: root.isLit,
      });
    }
    const state = stateOf(placements, this.lineage.isResurrected);
    if (this.log.at(-1)?.tick === tick) this.log.pop();
    this.log.push({ tick, placements, state });
    if (state !== "D+" || isOneRecord(placements.filter(({ isLit }) => isLit))) {
      if (this.plusSince >= 0) this.plusEnded = tick;
      this.plusSince = this.touchedAt = this.joiningTick = -1;
      this.isTouched = false;
    } else if (this.plusSince < 0) {
      this.plusSince = tick;
      this.settled = settledCopies(placements, tick);
    }
    if (this.settled && isAmbiguous(this.lineage, placements, this.plusSince, tick)) this.settled = undefined;
    return true;
  }

  /** Called at each tick end of a run. On a network, nobody looks at what a player shows who has just joined. */
  noteJoining(tick: number): void {
    const isJoining = ({ root }: Placement) => root.unsettledUntil >= tick;
    if (!this.placements.some(isJoining) || !this.hasCommonId()) return;
    if (!this.hasCommonId((copy) => !isJoining(copy))) this.joiningTick = tick;
  }

  /**
   * True if visible copies share an id. After a crash, a copy may come back with an older id: then no id is double. `counts`: only these
   * copies are compared.
   */
  hasCommonId(counts: (copy: Placement) => boolean = () => true): boolean {
    const lit = this.placements.filter((copy) => copy.isLit && counts(copy));
    if (this.lineage.isIdOverdue) return sumCounts(lit) > 1 && !isOneRecord(lit);
    const byTag = Map.groupBy(lit, ({ stack }) => stack.tag);
    byTag.delete(undefined);
    return [...byTag.values()].some((copies) => sumCounts(copies) > 1 && !isOneRecord(copies));
  }

  /** Whether two copies share an id, visible or not; and whether two visible ones share an id but are views of one record. */
  ids(): { readonly sharesId: boolean; readonly areViews: boolean } {
    const tagged = this.placements.filter(({ stack }) => stack.tag !== undefined);
    const byTag = [...Map.groupBy(tagged, ({ stack }) => stack.tag).values()];
    const sharesId = byTag.some((copies) => copies.length > 1 || copies[0]!.count > 1);
    const areViews = byTag.some((copies) => {
      const lit = copies.filter(({ isLit }) => isLit);
      return isOneRecord(lit);
    });
    return { sharesId, areViews };
  }

  #isChanged(changed: ReadonlySet<Slots>): boolean {
    const { instances } = this.lineage;
    const last = this.placements;
    if (last.length !== instances.length) return true;
    for (let at = 0; at < last.length; at++) {
      const { stack, root, isLit, count } = last[at]!;
      if (stack !== instances[at] || root.isLit !== isLit || stack.count !== count || changed.has(root)) return true;
    }
    return false;
  }
}

function stateOf(placements: readonly Placement[], isResurrected: boolean): LineageState {
  const lit = placements.filter(({ isLit }) => isLit);
  const total = sumCounts(placements);
  const visible = sumCounts(lit);
  const isStacked = lit.some(({ count }) => count > 1);
  if (total === 0) return "Z";
  if (total === 1) return isResurrected ? "R" : "S";
  return visible >= 2 || isStacked ? "D+" : "D-";
}
