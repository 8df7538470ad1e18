import { SLACK_TICKS } from "../truth/limits.ts";
import type { Lineage } from "../truth/lineage.ts";
import type { Truth } from "../truth/truth.ts";
import type { Slots } from "../world/slots.ts";
import type { Forgiven } from "./forgiven.ts";

/** A copy turned up while the place that held the other copy is still dark: a claim must be opened. */
interface OpenClaim {
  readonly lineage: Lineage;
  readonly tick: number;
  isOpened: boolean;
}

/** A dark place came back with the other copy in it: the claim must be settled. */
interface Settlement {
  readonly lineage: Lineage;
  readonly touchedTick: number;
  /** The last tick end at which the settlement is in time. */
  readonly tick: number;
  isSettled: boolean;
}

/** Knows what a careful observer must say about contested cases, and compares it with what was said. */
export class ContestedOracle {
  readonly #truth: Truth;
  readonly #forgiven: Record<Forgiven, number>;
  /** Pairs of copies for which no claim is expected. */
  readonly #spared = new Set<string>();
  readonly #claims = new Map<string, OpenClaim>();
  readonly #settlements = new Map<string, Settlement>();
  readonly #said = new Set<Lineage>();
  readonly #provenAt = new Map<Lineage, number>();

  constructor(truth: Truth, forgiven: Record<Forgiven, number>) {
    this.#truth = truth;
    this.#forgiven = forgiven;
  }

  /** How long a claim may take, and a settlement after the second look. On a network, servers need time to hear of it. */
  get #slackTicks(): number {
    return SLACK_TICKS + this.#truth.storeTicks + (this.#truth.limits.answerTicks ?? 0);
  }

  get opportunities(): number {
    return this.#claims.size + this.#settlements.size;
  }

  /** Called after the last tick end. What was late because the store was away is no fault. */
  close(): void {
    for (const claim of this.#claims.values()) {
      if (claim.isOpened || !this.#truth.wasStoreAway(claim.tick, claim.tick + this.#slackTicks)) continue;
      claim.isOpened = true;
      this.#forgiven["the store was away"]++;
    }
    for (const settlement of this.#settlements.values()) {
      if (settlement.isSettled || !this.#truth.wasStoreAway(settlement.touchedTick, settlement.tick)) continue;
      settlement.isSettled = true;
      this.#forgiven["the store was away"]++;
    }
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
      if (claim.lineage === lineage && this.#truth.tick <= claim.tick + this.#slackTicks) claim.isOpened = true;
    }
  }

  proven(lineage: Lineage): void {
    this.#said.add(lineage);
    this.#provenAt.set(lineage, this.#truth.tick);
    // Verdicts come after their tick end: what is said at the last moment is still in time.
    for (const settlement of this.#settlements.values()) {
      if (settlement.lineage === lineage && settlement.tick === this.#truth.tick) settlement.isSettled = true;
    }
  }

  #expectClaim(lineage: Lineage, touched: ReadonlySet<Slots>): void {
    if (this.#said.has(lineage)) return;
    const placements = lineage.watch!.placements;
    for (const { stack: dark, root, isLit } of placements) {
      const mark = root.darkMark;
      if (isLit || mark === undefined || dark.instance > mark.instance) continue;
      // Nobody could look there before it went dark.
      if (mark.tick <= root.unsettledUntil) continue;
      for (const { stack: bright, root: place, isLit: isBright } of placements) {
        // Another server is asked first and may not answer: that is no claim of this kind.
        if (place.serverName !== root.serverName) continue;
        if (!isBright || bright.litSince <= mark.tick || !touched.has(place) || bright.tag !== dark.tag) continue;
        if (!this.#canBeClaimed(place)) continue;
        const key = `${dark.instance} ${bright.instance}`;
        if (this.#claims.has(key) || this.#spared.has(key)) continue;
        const reason = this.#reasonToSpare(mark.tick, root, place);
        if (reason !== undefined) {
          this.#spared.add(key);
          this.#forgiven[reason]++;
        } else this.#claims.set(key, { lineage, tick: this.#truth.tick, isOpened: false });
      }
    }
  }

  /** On a network, no claim is opened while it is not known yet what belongs to the player, or while the database is out of reach. */
  #canBeClaimed({ unsettledUntil, serverName }: Slots): boolean {
    const { tick, cutOffUntil } = this.#truth;
    return tick > Math.max(unsettledUntil, cutOffUntil.get(serverName) ?? -1);
  }

  #reasonToSpare(
    darkTick: number,
    dark: Slots,
    bright: Slots,
  ): "history is void" | "the detector was killed" | "one record" | undefined {
    if (dark.ownerId !== undefined && dark.ownerId === bright.ownerId && dark.kind === bright.kind) return "one record";
    if (darkTick <= this.#truth.epochTick) return "history is void";
    return darkTick <= this.#truth.killedTick ? "the detector was killed" : undefined;
  }

  /** The dark place came back before the claim was overdue, so there is nothing left to claim. */
  #excuseClaims(lineage: Lineage): void {
    for (const claim of this.#claims.values()) {
      if (claim.lineage !== lineage || claim.isOpened || this.#truth.tick > claim.tick + this.#slackTicks) continue;
      claim.isOpened = true;
      this.#forgiven["back before the claim"]++;
    }
  }

  /** Only if a claim was due before: a settlement is the end of a claim. */
  #expectSettlement(lineage: Lineage): void {
    const { touchedAt, plusSince, placements } = lineage.watch!;
    // On a network, all servers must be there, and it must be known what belongs to whom.
    const since = Math.max(touchedAt, this.#truth.troubledTick, ...placements.map(({ root }) => root.unsettledUntil));
    if (touchedAt < 0 || this.#truth.tick !== since + this.#truth.limits.graceTicks + this.#slackTicks) return;
    for (const claim of this.#claims.values()) {
      if (claim.lineage !== lineage || claim.tick >= plusSince) continue;
      const key = `${lineage.number} ${plusSince}`;
      if (this.#settlements.has(key)) return;
      const isSettled = this.#provenAt.has(lineage);
      this.#settlements.set(key, { lineage, touchedTick: since, tick: this.#truth.tick, isSettled });
      return;
    }
  }
}
