// What Doubletake costs a real Serenity with twenty clients that move and click all the time. `--seconds 10` makes a short run;
// `node --cpu-prof --expose-gc bench/run.ts serenity` writes a profile of every process.
import type { BenchOptions } from "./run.ts";
import { compareRuns } from "./server/compare-runs.ts";

export function run({ seconds }: Pick<BenchOptions, "seconds">): Promise<Record<string, unknown>> {
  const server = new URL("./serenity/server-process.ts", import.meta.url);
  const clients = new URL("./serenity/client-process.ts", import.meta.url);
  return compareRuns({ server, clients, seconds });
}
