import type { Log } from "../model/log.ts";
import type { Clock } from "./clock.ts";
import { OncePerMinute } from "./once-per-minute.ts";

/**
 * The same log, but no warning or error is repeated word for word within a minute: what is retried may fail again and again. The next such
 * line says how many were left out.
 */
export function quietLog(log: Log, clock: Clock): Log {
  const lines = new OncePerMinute(clock);
  const once = (say: (text: string) => void) => (text: string) =>
    lines.run((leftOut) => say(leftOut > 0 ? `${text} (${leftOut} more since the last such line)` : text), text);
  return {
    info: (text) => log.info(text),
    warn: once((text) => log.warn(text)),
    error: once((text) => log.error(text)),
  };
}
