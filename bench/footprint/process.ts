// A Serenity without clients, as far as it was asked to come, that says what memory it holds.
import { ServerHarness } from "../../test/platforms/serenity/support/server-harness.ts";
import { answer, options } from "../server/answers.ts";
import { importBuilt } from "../server/built-package.ts";
import { Guard } from "../server/guard.ts";
import { memoryAfterCollection } from "../server/memory.ts";
import { pluginFolder } from "../server/server-answers.ts";
import type { FootprintOptions, Held } from "./stages.ts";

interface Threads {
  readonly javascriptHeap: { readonly usedMemory: number };
  readonly workers?: readonly Threads[];
}

const { dir, stage, build } = options<FootprintOptions>();
let guard: Guard | undefined;
const harness = await ServerHarness.start({
  dir,
  prepare: async (serenity) => {
    if (stage === "game") return;
    const { doubletake } = await importBuilt<typeof import("../../src/platforms/serenity/plugin.ts")>(
      build,
      "platforms/serenity/plugin.js",
    );
    if (stage === "installed") guard = new Guard(doubletake(serenity, { folder: pluginFolder(dir) }));
  },
});
await guard?.ready;

answer({
  held(): Held {
    const { rss, heapUsed, external, arrayBuffers } = memoryAfterCollection();
    const { workers = [] } = process.report!.getReport() as unknown as Threads;
    const threadHeaps = workers.reduce((sum, { javascriptHeap }) => sum + javascriptHeap.usedMemory, 0);
    return { rss, heapUsed, external, arrayBuffers, threads: workers.length, threadHeaps };
  },
  stop: () => harness.stop(),
});
