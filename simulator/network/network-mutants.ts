import { nextChange } from "../../src/core/network/disputes/dispute-steps.ts";
import { StayTokens } from "../../src/core/network/disputes/stay-tokens.ts";
import type { NetworkMakers } from "../../src/core/network/network-parts.ts";
import { MemoryDatabase } from "../../src/testing/stores/memory-database.ts";

/** The product with one part of the protocol replaced by a careless one: it must lose. */
export interface NetworkMutant {
  readonly name: string;
  readonly makers?: NetworkMakers;
  readonly database?: new (...args: ConstructorParameters<typeof MemoryDatabase>) => MemoryDatabase;
  /** Questions and answers overtake what waits to be written. */
  readonly overtakesJournal?: boolean;
  /** A removal is never refused, however late. */
  readonly alwaysMayRemove?: boolean;
}

class OneToken extends StayTokens {
  override tokenOf(_itemId: string, isRolledBack: boolean): string {
    return isRolledBack ? "1!" : "1";
  }
}

/** Every start of a server looks like the one before. */
class OneEpoch extends MemoryDatabase {
  override takeName(...[name, facts]: Parameters<MemoryDatabase["takeName"]>): number {
    const epoch = super.takeName(name, facts);
    this.servers.set(name, { ...this.servers.get(name)!, epoch: 1 });
    return Math.min(epoch, 1);
  }
}

export const NETWORK_MUTANTS: readonly NetworkMutant[] = [
  { name: "no-token", makers: { stayTokens: () => new OneToken() } },
  {
    name: "no-second-look",
    makers: {
      nextChange: (dispute, side, look, timing) =>
        side === "holder" && dispute.step === "seen-again"
          ? { step: "held-again" }
          : nextChange(dispute, side, look, { ...timing, isFresh: true }),
    },
  },
  { name: "no-epoch-check", database: OneEpoch },
  { name: "overtakes-journal", overtakesJournal: true },
  { name: "both-remove", makers: { removers: "both" }, alwaysMayRemove: true },
  { name: "believed-join", makers: { believesJoins: true } },
  {
    name: "wall-clocks",
    makers: {
      nextChange: (dispute, side, look, timing) => {
        const change = nextChange(dispute, side, look, timing);
        if (change?.step !== "proven") return change;
        const [here, there] = [dispute.finder.seen?.seenMs ?? 0, dispute.holder.seen?.seenMs ?? 0];
        return { ...change, keeper: here < there ? "finder" : "holder" };
      },
    },
  },
];
