import { type NetworkReport, type NetworkRunOptions, runNetwork } from "./run.ts";

/** I8: the same run with other clocks, up to a minute apart, reaches the same verdicts and takes the same copies. */
export async function brokenByClocks(options: NetworkRunOptions, offsetsMs: readonly number[]): Promise<string[]> {
  const [first, shifted] = [await runNetwork(options), await runNetwork({ ...options, clockOffsets: offsetsMs })];
  if (first.hash !== shifted.hash) return ["I8: what happened in the world is not the same"];
  return differences(8, first, shifted);
}

/** I9: a server that has none of the items changes nothing, whether it runs, dies or stops. */
export async function brokenByIdleServer(options: NetworkRunOptions): Promise<string[]> {
  const running = { diesAt: [], stopsAt: [] };
  const failing = { diesAt: [300, 1100], stopsAt: [700, 1500] };
  const first = await runNetwork({ ...options, idleServer: running });
  return differences(9, first, await runNetwork({ ...options, idleServer: failing }));
}

function differences(invariant: number, first: NetworkReport, second: NetworkReport): string[] {
  const [before, after] = [first.verdicts, second.verdicts];
  const length = Math.max(before.length, after.length);
  return Array.from({ length }, (_, at) => [before[at] ?? "nothing", after[at] ?? "nothing"] as const)
    .filter(([one, other]) => one !== other)
    .map(([one, other]) => `I${invariant}: ${one} became ${other}`);
}
