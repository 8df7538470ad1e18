import { spawn } from "node:child_process";
import type { Part } from "./parts.ts";
import { processorSeconds } from "./processor-time.ts";
import type { Tally } from "./run-files.ts";

interface Repetition {
  readonly times: number;
  /** A part is chosen if its name contains one of these; none means every part. */
  readonly names: readonly string[];
  /** True if one processor is kept busy meanwhile, as by a neighbour. */
  readonly burns: boolean;
}

/** Reads `repeat 20 serenity --burn`. */
export function readRepetition(words: readonly string[]): Repetition {
  const [times, ...names] = words.filter((word) => word !== "--burn");
  return { times: Number(times ?? 20), names, burns: words.includes("--burn") };
}

/** Runs parts again and again, and ends with a table of every run. */
export async function repeat(parts: readonly Part[], { times, names, burns }: Repetition): Promise<Tally> {
  const chosen = parts.filter(({ name }) => names.length === 0 || names.some((word) => name.includes(word)));
  if (chosen.length === 0) console.log(`No part is called ${names.join(" or ")}`);
  const burner = burns ? spawn(process.execPath, ["-e", "for (;;);"]) : undefined;
  process.once("exit", () => burner?.kill("SIGKILL"));
  const total: Tally = { passed: 0, failed: chosen.length === 0 ? 1 : 0 };
  const rows: string[] = [];
  for (let round = 1; round <= times; round++) {
    for (const part of chosen) rows.push(await measure(part, round, total));
  }
  console.log(`\n| run | part | passed | failed | s | processor s |\n|---|---|---|---|---|---|\n${rows.join("\n")}`);
  console.log(
    `${times} runs${burns ? " beside a process that keeps one processor busy" : ""}, ${total.failed} failures`,
  );
  return total;
}

async function measure({ name, run }: Part, round: number, total: Tally): Promise<string> {
  const [startedMs, startedProcessor] = [performance.now(), processorSeconds()];
  const { passed, failed } = await run();
  total.passed += passed;
  total.failed += failed;
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(0);
  const row = `| ${round} | ${name} | ${passed} | ${failed} | ${seconds} | ${(processorSeconds() - startedProcessor).toFixed(0)} |`;
  console.log(row);
  return row;
}
