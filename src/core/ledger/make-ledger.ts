import type { Config } from "../config/settings.ts";
import type { Holders } from "../judging/custody/holders.ts";
import { Ledger, type LedgerParts } from "./ledger.ts";

type Shared = Pick<LedgerParts, "platform" | "log" | "isExempt" | "lookAtPlayers" | "onExcess" | "makers">;

/** The ledger that the configuration asks for; `undefined` when it names no material. */
export function makeLedger(parts: Shared & { readonly config: Config; readonly holders: Holders }): Ledger | undefined {
  const { config, holders } = parts;
  if (config.balance.materials.size === 0) return undefined;
  return new Ledger({
    ...parts,
    thresholds: config.balance.materials,
    interval: config.balance.intervalTicks,
    sharesPlayerData: config.network.playerData === "shared",
    nameOf: (playerId) => holders.nameOf(playerId),
  });
}
