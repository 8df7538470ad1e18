import { randomUUID } from "node:crypto";
import { Listeners } from "../alerts/listeners.ts";
import { LiveConfig } from "../config/live-config.ts";
import { Holders } from "../judging/custody/holders.ts";
import { plainLog } from "../model/log.ts";
import { Recorder } from "../recording/recorder.ts";
import { RetriedWrites } from "../recording/retried-writes.ts";
import { systemClock } from "../time/clock.ts";
import { GameClock } from "../time/game-clock.ts";
import { quietLog } from "../time/quiet-log.ts";
import { Guard } from "./guard.ts";
import type { CommonParts, DoubletakeParts } from "./service.ts";

/** Makes what most parts of the service need, and what needs no other part. */
export function makeCommonParts(parts: DoubletakeParts): CommonParts {
  const { platform, newId = randomUUID } = parts;
  const clock = new GameClock(parts.clock ?? systemClock);
  const log = plainLog(parts.log);
  const quiet = quietLog(log, clock);
  const live = new LiveConfig(parts.config);
  return {
    platform,
    live,
    config: live.config,
    messages: parts.messages.withConstants(platform.namesItems ? "marked" : "words"),
    clock,
    log,
    quiet,
    newId,
    recorder: new Recorder(clock, log),
    writes: new RetriedWrites(clock, log),
    holders: new Holders(),
    listeners: new Listeners(quiet),
    guard: new Guard(log, clock),
  };
}
