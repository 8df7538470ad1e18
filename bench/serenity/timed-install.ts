import { Serenity } from "@serenityjs/core";
import type { ServerMeter } from "../server/server-meter.ts";
import { timeListeners, timeNodeListeners } from "../server/timed-listeners.ts";

const EMITTER_METHODS = ["on", "before", "after", "once"];

/**
 * Installs Doubletake so that the time spent in it is known. Counted is everything that runs on the game's thread from the
 * moment Serenity calls one of our listeners (signals, packets, the question whether a tick has ended) until it returns,
 * including game functions that we call, and everything that the storage thread's answers lead to. Not counted: alerts that
 * leave later by a timer; commands of the console and players (there are none here); and garbage that is collected after we
 * have returned, which shows in the ticks.
 *
 * Our work at the end of a tick runs between Serenity's own ticks, and is added to the tick that it belongs to.
 */
export function installTimed<Installed>(serenity: Serenity, meter: ServerMeter, install: () => Installed): Installed {
  const { stopwatch, ticks } = meter;
  timeNodeListeners(stopwatch);
  timeListeners(Object.getPrototypeOf(Serenity.prototype), EMITTER_METHODS, stopwatch);
  const { simulate } = serenity;
  serenity.simulate = (seconds, act) => {
    const timed = stopwatch.inside(act);
    return simulate.call(serenity, seconds, (elapsed) => ticks.belated(() => timed(elapsed)));
  };
  const installed = stopwatch.inside(install)();
  serenity.simulate = simulate;
  return installed;
}
