import { writeFileSync } from "node:fs";
import { FAMILIES } from "./families/index.ts";
import { haveAllRun, type Measurement, measure } from "./measure.ts";
import type { SimOptions } from "./options.ts";
import { htmlPage } from "./output/html.ts";
import { jsonOf } from "./output/json.ts";
import { table } from "./output/table.ts";
import { PRESETS, type PresetName } from "./presets.ts";
import { addTally, emptyTally, resultOf } from "./scoring/result.ts";

const FULL_ACTS = 3_000_000;
/** A family with fewer due events than this has not been measured. */
const MIN_DUE = 20;

/** Runs every preset, shows how far it is, and adds everything up. Returns the exit code. */
export async function runFully(options: SimOptions): Promise<number> {
  // Goods are another subject and are measured by themselves.
  const presets = (Object.keys(PRESETS) as PresetName[]).filter((preset) => preset !== "goods");
  const acts = Math.ceil((options.isActsGiven ? options.acts : FULL_ACTS) / presets.length);
  let hasFailed = false;
  const parts: { title: string; measurements: readonly Measurement[] }[] = [];
  for (const preset of presets) {
    const title = `preset ${preset}, seed ${options.seed}, ${acts} honest acts`;
    let shown = -1;
    const measurements = await measure({
      knobs: { ...PRESETS[preset], ...options.knobs },
      seed: options.seed,
      acts,
      detectors: options.detectors,
      onProgress: (detector, done) => {
        const tenth = Math.floor((done / acts) * 10);
        if (tenth === shown) return;
        shown = tenth;
        process.stderr.write(`${preset}, ${detector}: ${tenth * 10} %\n`);
      },
    });
    parts.push({ title, measurements });
    hasFailed ||= !haveAllRun(measurements);
    if (!options.isJson) console.log(`${title}\n${table(measurements)}\n`);
    for (const { detector, report } of measurements) {
      for (const complaint of [...report.complaints, ...report.silences, ...report.remarks].slice(
        0,
        options.complaints,
      ))
        console.log(`${detector}: ${complaint}`);
    }
  }
  const all = options.detectors.map((detector, at) =>
    together(
      detector,
      parts.map(({ measurements }) => measurements[at]!),
    ),
  );
  parts.unshift({
    title: `all presets, seed ${options.seed}, ${acts * presets.length} honest acts`,
    measurements: all,
  });
  if (options.htmlFile !== undefined) writeFileSync(options.htmlFile, htmlPage(parts));
  const scarce = scarceFamilies(all[0]!);
  if (!options.isJson) console.log(`${parts[0]!.title}\n${table(all)}`);
  for (const family of scarce)
    console.error(`${family} had fewer than ${MIN_DUE} due events: this run measures nothing about it.`);
  if (options.isJson) console.log(JSON.stringify(jsonOf(options.seed, all)));
  return scarce.length === 0 && !hasFailed ? 0 : 1;
}

/** Adds up several runs of one detector, as if they were one. */
function together(detector: string, runs: readonly Measurement[]): Measurement {
  const tally = emptyTally();
  for (const run of runs) addTally(tally, run.tally);
  const sum = (of: (run: Measurement) => number) => runs.reduce((total, run) => total + of(run), 0);
  const report = {
    ...runs[0]!.report,
    acts: sum(({ report }) => report.acts),
    ticks: sum(({ report }) => report.ticks),
    events: sum(({ report }) => report.events),
    hash: runs.map((run) => run.report.hash.slice(0, 4)).join(""),
  };
  return { detector, tally, result: resultOf(tally), report, seconds: sum(({ seconds }) => seconds) };
}

/** A family that leaves only a surplus is counted by that surplus. */
function scarceFamilies({ tally }: Measurement): string[] {
  return FAMILIES.map(({ id }) => id).filter((id) => (tally.due[id] ?? tally.surplus[id] ?? 0) < MIN_DUE);
}
