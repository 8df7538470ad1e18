/**
 * Serenity 0.8.21 spins between two ticks: a server on which nothing happens takes a whole core. Its loop asks for the next turn by
 * `setImmediate`. Here it gets that turn a millisecond later. Ticks come as before, and in between the clients of a test, and a second
 * test file, have the core. Import this before Serenity starts, or by `--import`.
 */
import { promisify } from "node:util";

const LOOP = "tick";
const TURN_MS = 1;

const { setImmediate } = globalThis;

function idling(callback: () => void, ...args: []): unknown {
  return callback.name === LOOP ? setTimeout(callback, TURN_MS) : setImmediate(callback, ...args);
}

globalThis.setImmediate = Object.assign(idling, {
  [promisify.custom]: promisify(setImmediate),
}) as unknown as typeof setImmediate;
