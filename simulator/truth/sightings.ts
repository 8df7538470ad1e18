import type { Slots } from "../world/slots.ts";
import type { Stack } from "../world/stack.ts";
import type { Limits } from "./limits.ts";

/** Writes down with each item where the detector can have seen it, and since when. */
export class Sightings {
  readonly #limits: Limits;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  learnVisible(tick: number, changed: ReadonlySet<Slots>): void {
    for (const root of changed) {
      const { ownerId, isLit } = root;
      forEachIn(root, (stack) => {
        if (!isLit) stack.litSince = -1;
        else if (stack.litSince < 0) stack.litSince = tick;
        if (!isLit || ownerId === undefined || stack.lineage === undefined) return;
        const { firstVisibleWith } = stack.lineage;
        if (!firstVisibleWith.has(ownerId)) firstVisibleWith.set(ownerId, tick);
      });
    }
  }

  /**
   * A place named in an event is looked at when its tick ends. A scan or sweep reaches every place in time. `cutOffUntil`: by server of a
   * network, until when what it writes does not reach the database.
   */
  learnKnown(
    tick: number,
    touched: ReadonlySet<Slots>,
    lit: Iterable<Slots>,
    cutOffUntil: ReadonlyMap<string, number>,
  ): void {
    const learn = (stack: Stack, root: Slots) => noteKnown(tick, stack, root, cutOffUntil.get(root.serverName) ?? -1);
    for (const root of touched) if (root.isLit) forEachIn(root, (stack) => learn(stack, root));
    const { scanTicks, sweepTicks } = this.#limits;
    const isScan = tick % scanTicks === 0;
    const isSweep = tick % sweepTicks === 0;
    if (!isScan && !isSweep) return;
    for (const root of lit) {
      if (!(root.kind === "player" ? isScan : isSweep)) continue;
      forEachIn(root, (stack) => {
        // It was here at the last pass already, so the detector's own pass must have come by since then.
        if (stack.passedRoot === root) learn(stack, root);
        stack.passedRoot = root;
      });
    }
  }

  /** Forgets where each was known before: if it comes back there without being reported, it is not known there. */
  forgetOtherRoots(changed: ReadonlySet<Slots>): void {
    for (const root of changed)
      forEachIn(root, (stack) => {
        if (stack.knownRoot !== root) stack.knownRoot = undefined;
        if (stack.passedRoot !== root) stack.passedRoot = undefined;
      });
  }
}

/** It stays known during a move if both ends of the move were reported. */
function noteKnown(tick: number, stack: Stack, root: Slots, cutOffUntil: number): void {
  const { lineage, knownRoot } = stack;
  if (knownRoot === root || lineage === undefined) return;
  const isFollowed =
    knownRoot !== undefined && lineage.isReportedAt(knownRoot, tick) && lineage.isReportedAt(root, tick);
  if (!isFollowed) {
    stack.knownSince = tick;
    // On a network, the database may learn of it only then.
    stack.knownBy = Math.max(tick, root.unsettledUntil, cutOffUntil);
  }
  stack.knownRoot = root;
  stack.knownMoveTick = tick;
  const { ownerId } = root;
  if (ownerId !== undefined && !lineage.firstKnownWith.has(ownerId)) lineage.firstKnownWith.set(ownerId, tick);
}

function forEachIn(holder: Slots, visit: (stack: Stack) => void): void {
  for (const stack of holder.slots) {
    if (stack === undefined) continue;
    visit(stack);
    if (stack.inside) forEachIn(stack.inside, visit);
  }
}
