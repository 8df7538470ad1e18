import type { Log } from "../../model/log.ts";
import type { Platform } from "../../platform.ts";

/** Warns about watched materials that can never be counted, or need no ledger. */
export function checkMaterials(names: readonly string[], platform: Platform, log: Log): void {
  for (const name of names) {
    // Some games know their materials by the full name only.
    const item = platform.createItem?.(`minecraft:${name.toLowerCase()}`) ?? platform.createItem?.(name.toLowerCase());
    if (platform.createItem !== undefined && item === undefined) {
      log.warn(`balance.materials in config.yml names ${name}, which this game does not have: it is never counted.`);
    } else if (item?.maxStackSize === 1) {
      log.warn(`balance.materials in config.yml names ${name}, which does not stack: its items have ids of their own.`);
    }
  }
}
