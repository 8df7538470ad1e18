/**
 * Runs test files one after another in this process: `node together.ts <file>...`. Shared code (a game server, a compiled
 * protocol) is loaded once. Each file is a suite with its own hooks. The cost of each file is appended to the file that
 * `DOUBLETAKE_TEST_COSTS` names.
 */
import { type AsyncHook, AsyncResource, createHook } from "node:async_hooks";
import { appendFileSync } from "node:fs";
import { relative } from "node:path";
import { before, describe } from "node:test";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import type { FileCost } from "./file-cost.ts";
import { NOT_LOADED } from "./not-loaded.ts";
import { processorSeconds } from "./processor-time.ts";

const LOADING = "(loading)";
const files = process.argv.slice(2);
const costs: FileCost[] = [];
let current = LOADING;
let startedMs = performance.now();
let startedProcessor = 0;

fc.configureGlobal({ seed: Number(process.env.DOUBLETAKE_SEED ?? 1) });

const runnersHook = nextHook();
let loaded: Promise<unknown> = Promise.resolve();
const { promise: allLoaded, resolve: onAllLoaded } = Promise.withResolvers<void>();
for (const file of files) {
  describe(relative(process.cwd(), file), async () => {
    before(() => {
      runnersHook()?.disable();
      begin(relative(process.cwd(), file));
    });
    // One at a time: Node 24 fails if two imports want the same CommonJS module at once. The AsyncResource makes what is loaded
    // later belong to this suite.
    const suite = new AsyncResource("test file");
    const load = () => suite.runInAsyncScope(() => import(pathToFileURL(file).href));
    const isLoaded = loaded.then(load);
    loaded = isLoaded.catch(() => sayNotLoaded(file));
    await isLoaded;
    await allLoaded;
  });
}
loaded.then(() => onAllLoaded());

/** Node 22.13 does not report this itself if only some tests are selected. */
function sayNotLoaded(file: string): void {
  process.stderr.write(`${NOT_LOADED} ${relative(process.cwd(), file)}\n`);
  process.exitCode = 1;
}

const sayWhere = (error: unknown) =>
  process.stderr.write(`In ${current}, not caught: ${error instanceof Error ? error.stack : error}\n`);
process.on("uncaughtExceptionMonitor", sayWhere);
process.on("unhandledRejection", sayWhere);

process.on("exit", () => {
  begin("");
  const costFile = process.env.DOUBLETAKE_TEST_COSTS;
  if (costFile) appendFileSync(costFile, costs.map((cost) => `${JSON.stringify(cost)}\n`).join(""));
});

/**
 * Catches the next hook that is enabled, which is the test runner's. It links every promise to the test that made it;
 * `describe` and `it` need that while files are loaded. Later it takes up to half of the processor's time, and only tells which
 * test an uncaught error belongs to. The process fails on such an error anyway.
 */
function nextHook(): () => AsyncHook | undefined {
  let next: AsyncHook | undefined;
  const hooks: Pick<AsyncHook, "enable"> = Object.getPrototypeOf(createHook({}));
  const { enable } = hooks;
  hooks.enable = function (this: AsyncHook) {
    next = this;
    hooks.enable = enable;
    return enable.call(this);
  };
  return () => next;
}

/** Ends the measurement of the file before, and starts that of this one. */
function begin(file: string): void {
  const [nowMs, processor] = [performance.now(), processorSeconds()];
  const name = current === LOADING ? `${LOADING} ${relative(process.cwd(), files[0] ?? "")}, …` : current;
  costs.push({ file: name, seconds: (nowMs - startedMs) / 1000, processorSeconds: processor - startedProcessor });
  [current, startedMs, startedProcessor] = [file, nowMs, processor];
}
