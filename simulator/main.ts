import { writeFileSync } from "node:fs";
import { runFully } from "./full-run.ts";
import { haveAllRun, type Measurement, measure } from "./measure.ts";
import { NetworkDiary } from "./network/diary.ts";
import { NETWORK } from "./network/knobs.ts";
import { NETWORK_MUTANTS } from "./network/network-mutants.ts";
import { networkJson, networkText } from "./network/output.ts";
import { runNetwork } from "./network/run.ts";
import { HELP, parseOptions, type SimOptions } from "./options.ts";
import { goodsTable } from "./output/goods-table.ts";
import { htmlPage } from "./output/html.ts";
import { jsonOf } from "./output/json.ts";
import { table } from "./output/table.ts";
import { trace } from "./output/trace.ts";
import { NETWORK_PRESET, PRESETS } from "./presets.ts";
import { record } from "./recording/record.ts";

/** `npm run sim`: reads the command line, runs, and prints. Returns the exit code. */
async function main(args: readonly string[]): Promise<number> {
  const parsed = parseOptions(args);
  if (parsed.kind === "help") {
    console.log(HELP);
    return 0;
  }
  if (parsed.kind === "problem") {
    console.error(`${parsed.problem}\nTry --help.`);
    return 2;
  }
  const { options } = parsed;
  if (options.isFull) return runFully(options);
  if (options.preset === NETWORK_PRESET) return measureNetwork(options);
  const knobs = { ...PRESETS[options.preset], ...options.knobs };
  if (options.traceId !== undefined) {
    console.log(await trace(options, knobs, options.traceId));
    return 0;
  }
  const { seed, acts, streamFile, truthFile } = options;
  if ((streamFile ?? truthFile) !== undefined) {
    const files = await record({ knobs, seed, acts, streamFile, truthFile });
    if (!options.isJson) for (const said of files) console.log(said);
  }
  const measurements = await measure({
    knobs,
    seed,
    acts,
    detectors: options.detectors,
    onProgress: (detector, done) => showProgress(`${options.preset} ${detector}`, done, acts),
  });
  clearProgress();
  print(options, measurements);
  return haveAllRun(measurements) ? 0 : 1;
}

async function measureNetwork(options: SimOptions): Promise<number> {
  const { seed, acts, isJson, complaints } = options;
  const started = performance.now();
  const knobs = { ...NETWORK, world: { ...NETWORK.world, ...options.knobs } };
  const onProgress = (done: number) => showProgress("network", done, acts);
  const mutant = NETWORK_MUTANTS.find(({ name }) => name === options.mutant);
  const diary = options.traceId === undefined ? undefined : new NetworkDiary(options.traceId);
  const report = await runNetwork({
    knobs,
    seed,
    acts,
    mutant,
    onProgress,
    onReady: (...parts) => diary?.open(...parts),
    onTickEnd: (said) => diary?.tickEnd(said),
  });
  clearProgress();
  for (const line of diary?.lines ?? []) console.log(line);
  const seconds = (performance.now() - started) / 1000;
  if (!isJson) console.log(networkText(`preset network, seed ${seed}, ${acts} honest acts`, report, seconds));
  for (const complaint of report.complaints.slice(0, complaints)) console.log(complaint);
  if (isJson) console.log(JSON.stringify(networkJson(seed, report)));
  return 0;
}

function print(options: SimOptions, measurements: readonly Measurement[]): void {
  const title = `preset ${options.preset}, seed ${options.seed}, ${options.acts} honest acts`;
  if (!options.isJson) {
    const { report } = measurements[0]!;
    console.log(`${title}: ${report.ticks} ticks, ${report.events} events, hash ${report.hash}\n`);
    if (report.goods === undefined) console.log(table(measurements));
    for (const { report: said, detector } of measurements)
      if (said.goods !== undefined) console.log(`${detector}\n${goodsTable(said.goods)}\n`);
  }
  for (const { detector, report } of measurements) {
    for (const complaint of [...report.complaints, ...report.silences, ...report.remarks].slice(0, options.complaints))
      console.log(`${detector}: ${complaint}`);
  }
  if (options.htmlFile !== undefined) writeFileSync(options.htmlFile, htmlPage([{ title, measurements }]));
  if (options.isJson) console.log(JSON.stringify(jsonOf(options.seed, measurements)));
}

function showProgress(what: string, done: number, all: number): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${what}: ${Math.min(100, Math.floor((done / all) * 100))} %  `);
}

function clearProgress(): void {
  if (process.stderr.isTTY) process.stderr.write("\r\x1b[K");
}

process.exitCode = await main(process.argv.slice(2));
