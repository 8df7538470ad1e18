import type { Lineage } from "../truth/lineage.ts";
import { SLACK_TICKS, type Truth } from "../truth/truth.ts";
import type { Slots } from "../world/slots.ts";

/** A copy turned up while the place that held the other one when it went dark is still dark: a claim must be opened. */
interface OpenClaim {
  readonly lineage: Lineage;
  readonly tick: number;
  isOpened: boolean;
}

/** A dark place came back with the other copy in it: the claim must be settled. */
interface Settlement {
  readonly lineage: Lineage;
  readonly touchedTick: number;
  /** The last moment for it. */
  readonly tick: number;
  isSettled: boolean;
}

/** Says what a careful observer must say about contested cases, and compares it with what was said. */
export class ContestedOracle {
  readonly #truth: Truth;
  readonly #claims = new Map<string, OpenClaim>();
  readonly #settlements = new Map<string, Settlement>();
  readonly #said = new Set<Lineage>();
  readonly #provenAt = new Map<Lineage, number>();

  constructor(truth: Truth) {
    this.#truth = truth;
  }

  get opportunities(): number {
    return this.#claims.size + this.#settlements.size;
  }

  get faults(): number {
    const unopened = [...this.#claims.values()].filter(({ isOpened }) => !isOpened).length;
    return unopened + [...this.#settlements.values()].filter(({ isSettled }) => !isSettled).length;
  }

  /** What had to be said: a suspicion from that tick end on, or a proof until then. */
  *expected(): Generator<{ readonly lineage: Lineage; readonly say: "suspected" | "proven"; readonly tick: number }> {
    for (const { lineage, tick } of this.#claims.values()) yield { lineage, say: "suspected", tick };
    for (const { lineage, tick } of this.#settlements.values()) yield { lineage, say: "proven", tick };
  }

  *describeFaults(nameOf: (lineage: Lineage) => string): Generator<string> {
    for (const { lineage, tick, isOpened } of this.#claims.values()) {
      if (!isOpened) yield `contested: ${nameOf(lineage)} should have been suspected from tick ${tick} on`;
    }
    for (const { lineage, touchedTick, isSettled } of this.#settlements.values()) {
      if (!isSettled)
        yield `contested: the claim on ${nameOf(lineage)} should have been settled after tick ${touchedTick}`;
    }
  }

  /** Called at every tick end, after the truth has taken it over. */
  tickEnd(touched: ReadonlySet<Slots>): void {
    for (const lineage of this.#truth.watched) {
      const watch = lineage.watch!;
      if (watch.state === "D-") this.#expectClaim(lineage, touched);
      else if (watch.state === "D+") {
        this.#excuseClaims(lineage);
        this.#expectSettlement(lineage);
      }
    }
  }

  suspected(lineage: Lineage): void {
    this.#said.add(lineage);
    for (const claim of this.#claims.values()) {
      if (claim.lineage === lineage && this.#truth.tick <= claim.tick + SLACK_TICKS) claim.isOpened = true;
    }
  }

  proven(lineage: Lineage): void {
    this.#said.add(lineage);
    this.#provenAt.set(lineage, this.#truth.tick);
    // The verdicts of a tick end come after it: what is said at the last moment is still in time.
    for (const settlement of this.#settlements.values()) {
      if (settlement.lineage === lineage && settlement.tick === this.#truth.tick) settlement.isSettled = true;
    }
  }

  #expectClaim(lineage: Lineage, touched: ReadonlySet<Slots>): void {
    if (this.#said.has(lineage)) return;
    const placements = lineage.watch!.placements;
    const historySince = Math.max(this.#truth.epochTick, this.#truth.killedTick);
    for (const { stack: dark, root, isLit } of placements) {
      const mark = root.darkMark;
      if (isLit || mark === undefined || dark.instance > mark.instance || mark.tick <= historySince) continue;
      for (const { stack: bright, root: place, isLit: isBright } of placements) {
        // Another server is asked first, and may be silent: that is no claim of this kind.
        if (place.serverName !== root.serverName) continue;
        if (!isBright || bright.litSince <= mark.tick || !touched.has(place) || bright.tag !== dark.tag) continue;
        const key = `${dark.instance} ${bright.instance}`;
        if (!this.#claims.has(key)) this.#claims.set(key, { lineage, tick: this.#truth.tick, isOpened: false });
      }
    }
  }

  /** The dark place came back before the claim had to be made: there is nothing to claim any more. */
  #excuseClaims(lineage: Lineage): void {
    for (const claim of this.#claims.values()) {
      if (claim.lineage === lineage && this.#truth.tick <= claim.tick + SLACK_TICKS) claim.isOpened = true;
    }
  }

  /** Only where a claim was due before: a settlement is the end of a claim. */
  #expectSettlement(lineage: Lineage): void {
    const { touchedAt, plusSince } = lineage.watch!;
    if (touchedAt < 0 || this.#truth.tick !== touchedAt + this.#truth.limits.graceTicks + SLACK_TICKS) return;
    for (const claim of this.#claims.values()) {
      if (claim.lineage !== lineage || claim.tick >= plusSince) continue;
      const key = `${lineage.number} ${plusSince}`;
      if (this.#settlements.has(key)) return;
      const isSettled = this.#provenAt.has(lineage);
      this.#settlements.set(key, { lineage, touchedTick: touchedAt, tick: this.#truth.tick, isSettled });
      return;
    }
  }
}
