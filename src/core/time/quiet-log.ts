import type { Log } from "../model/log.ts";
import type { Clock } from "./clock.ts";
import { RecentMap } from "./recent-map.ts";

const MINUTE_MS = 60_000;
const REMEMBERED_LINES = 256;

/**
 * The same log, but no warning or error is repeated word for word within a minute: what is retried may fail again and again. The next such
 * line says how many were left out.
 */
export function quietLog(log: Log, clock: Clock): Log {
  const said = new RecentMap<string, { readonly ms: number; unsaid: number }>(REMEMBERED_LINES);
  const once = (say: (text: string) => void) => (text: string) => {
    const now = clock.now();
    const last = said.get(text);
    // A clock that was set back must not silence the line for hours.
    if (last !== undefined && now >= last.ms && now - last.ms < MINUTE_MS) {
      last.unsaid++;
      return;
    }
    said.set(text, { ms: now, unsaid: 0 });
    say(last?.unsaid ? `${text} (${last.unsaid} more since the last such line)` : text);
  };
  return {
    info: (text) => log.info(text),
    warn: once((text) => log.warn(text)),
    error: once((text) => log.error(text)),
  };
}
