import type { SquidPlayer, SquidServer } from "../../src/platforms/flying-squid/squid-server.ts";
import type { ServerMeter } from "../server/server-meter.ts";
import type { Stopwatch } from "../server/stopwatch.ts";
import { timeNodeListeners } from "../server/timed-listeners.ts";

/** What the adapter puts a function of its own around, which calls the server's. */
const SERVER_FUNCTIONS = ["spawnObject", "destroyEntity", "placeItem"] as const;
const PLAYER_FUNCTIONS = ["collect", "updateHealth", "save", "findSpawnPoint"] as const;
/** By which the server moves items; we call them for the clicks and pickups that we carry out in its place. */
const INVENTORY_FUNCTIONS = ["acceptClick", "updateSlot"] as const;

/** Of so many packets to clients one is rehearsed, as often. */
const TIMED_WRITES = 16;

// biome-ignore lint/suspicious/noExplicitAny: functions of the server, which are only passed on
type Functions = Record<string, (...args: any[]) => any>;

/**
 * Installs Doubletake so that the time spent in it is known. Counted is everything that runs on the game's thread from the
 * moment at which flying-squid calls us until we return: listeners (packets, slots, the end of a tick), the functions that we
 * put around the server's own, the guard that every packet to a client passes (one in sixteen is rehearsed), game functions that we
 * call of our own accord, and what the storage thread's answers lead to. Not counted: the server's own function where ours is
 * put around it, or by which we carry out what a player did, packets that it writes, alerts that leave later by a timer, commands (there are none here), the server's reading of a stack's `nbt`,
 * which we compute, and garbage that is collected after we have returned; the latter two show in the ticks.
 */
export function installTimed<Installed>(serv: SquidServer, meter: ServerMeter, install: () => Installed): Installed {
  const { stopwatch } = meter;
  timeNodeListeners(stopwatch);
  replace(serv, SERVER_FUNCTIONS, (act) => stopwatch.outside(act));
  serv.on("newPlayer", (host: SquidPlayer) => {
    replace(host, PLAYER_FUNCTIONS, (act) => stopwatch.outside(act));
    replace(host.inventory, INVENTORY_FUNCTIONS, (act) => stopwatch.outside(act));
    replace(host._client, ["write"], (act) => stopwatch.outside(act));
  });
  const installed = stopwatch.inside(install)();
  replace(serv, SERVER_FUNCTIONS, (act) => stopwatch.inside(act));
  // After Doubletake's own listener.
  serv.on("newPlayer", (host: SquidPlayer) => {
    replace(host, PLAYER_FUNCTIONS, (act) => stopwatch.inside(act));
    replace(host._client, ["write"], (act) => stopwatch.insideRehearsed(act, TIMED_WRITES));
  });
  return installed;
}

function replace(target: object, names: readonly string[], change: Stopwatch["inside"]): void {
  const functions = target as Functions;
  for (const name of names) functions[name] = change(functions[name]!);
}
