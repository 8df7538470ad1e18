import { EventEmitter } from "node:events";
import { Worker } from "node:worker_threads";
import type { Stopwatch } from "./stopwatch.ts";

// biome-ignore lint/suspicious/noExplicitAny: listeners of whatever event
type Listener = (...args: any[]) => any;
type Methods = Record<string, (this: object, event: unknown, listener: Listener) => unknown>;

const NODE_METHODS = ["on", "addListener", "once", "prependListener", "prependOnceListener"];

/**
 * From now on, times every listener that is added while Doubletake runs, because the game calls those listeners from outside.
 * Listeners to Doubletake's own threads are timed together with the promises that they settle.
 */
export function timeNodeListeners(watch: Stopwatch): void {
  timeListeners(EventEmitter.prototype as unknown as Methods, NODE_METHODS, watch);
}

/** The same for another class of emitters. */
export function timeListeners(prototype: object, methods: readonly string[], watch: Stopwatch): void {
  const table = prototype as Methods;
  for (const method of methods) {
    const add = table[method]!;
    table[method] = function (event, listener) {
      if (!watch.isInside) return add.call(this, event, listener);
      const timed = this instanceof Worker ? watch.insideWithContinuations(listener) : watch.inside(listener);
      // Node needs `listener` to find the listener when it is removed.
      return add.call(this, event, Object.assign(timed, { listener }));
    };
  }
}
