import type { DoubletakeApi } from "./core/index.ts";

/** Shared by the whole process: a plugin folder and an import may each load their own copy of the package. */
const RUNNING = Symbol.for("doubletake.running");

type Holder = { [RUNNING]?: DoubletakeApi };

/** The running instance, for other plugins; `undefined` while none runs. */
export function runningDoubletake(): DoubletakeApi | undefined {
  return (globalThis as Holder)[RUNNING];
}

export function setRunning(api: DoubletakeApi | undefined): void {
  (globalThis as Holder)[RUNNING] = api;
}
