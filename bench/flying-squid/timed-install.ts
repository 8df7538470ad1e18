import type { SquidPlayer, SquidServer } from "../../src/platforms/flying-squid/squid-server.ts";
import type { ServerMeter } from "../server/server-meter.ts";
import type { Stopwatch } from "../server/stopwatch.ts";
import { timeNodeListeners } from "../server/timed-listeners.ts";

/** Functions that the adapter wraps; its own function calls the server's. */
const SERVER_FUNCTIONS = ["spawnObject", "destroyEntity", "placeItem"] as const;
const PLAYER_FUNCTIONS = ["collect", "updateHealth", "save", "findSpawnPoint"] as const;
/** The server moves items by these; we call them for the clicks and pickups that we carry out in its place. */
const INVENTORY_FUNCTIONS = ["acceptClick", "updateSlot"] as const;

/** One packet to clients in this many is rehearsed, this many times. */
const TIMED_WRITES = 16;

// biome-ignore lint/suspicious/noExplicitAny: functions of the server, which are only passed on
type Functions = Record<string, (...args: any[]) => any>;

/**
 * Installs Doubletake so that the time spent in it is known. Counted is everything that runs on the game's thread from the
 * moment flying-squid calls us until we return: listeners (packets, slots, the end of a tick), the functions that we wrap
 * around the server's own, the check of every packet to a client (one in sixteen is rehearsed), game functions that we call
 * ourselves, and everything that the storage thread's answers lead to. Not counted: the server's own function inside our
 * wrapper, or when we call it to carry out what a player did; packets that it writes; alerts that leave later by a timer;
 * commands (there are none here); the server's reads of a stack's `nbt`, which we compute; and garbage that is collected after
 * we have returned. The last two show in the ticks.
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
  // Runs after Doubletake's own listener.
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
