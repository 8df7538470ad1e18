import type { Serenity } from "@serenityjs/core";
import { type Log, PLUGIN_NAME } from "../../../index.ts";

/** Our lines among those of the server. */
export function gameLog({ logger }: Serenity): Log {
  return {
    info: (text) => logger.info(`[${PLUGIN_NAME}] ${text}`),
    warn: (text) => logger.warn(`[${PLUGIN_NAME}] ${text}`),
    error: (text) => logger.error(`[${PLUGIN_NAME}] ${text}`),
  };
}
