/**
 * What Doubletake adds to an idle Serenity's memory, stage by stage, and how large the package is. `--full` adds how long
 * `npm start` takes in a fresh clone, which needs the package registry.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { firstStart } from "./footprint/first-start.ts";
import { packageSize } from "./footprint/package-size.ts";
import { type FootprintOptions, type Held, STAGES, type Stage } from "./footprint/stages.ts";
import type { BenchOptions } from "./run.ts";
import { builtPackage } from "./server/built-package.ts";
import { Child } from "./server/child.ts";
import { round } from "./store/percentiles.ts";

const TIMES = 5;
const root = join(import.meta.dirname, "..");

export async function run({ full }: Pick<BenchOptions, "full">): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(tmpdir(), "doubletake-bench-footprint-"));
  try {
    const build = builtPackage();
    const runs: Record<Stage, Held>[] = [];
    for (let time = 1; time <= TIMES; time++) {
      const held = {} as Record<Stage, Held>;
      // In turns, so that what the machine does meanwhile affects all alike.
      for (const stage of STAGES) held[stage] = await heldAt({ dir: join(folder, `${stage}${time}`), stage, build });
      runs.push(held);
    }
    const [game, loaded, installed] = STAGES.map((stage) => middleOf(runs.map((held) => held[stage])));
    return {
      baseline: "the same idle server without Doubletake; of each figure the middle of five processes",
      gameMb: inMb(game!),
      modulesAddMb: inMb(difference(loaded!, game!)),
      runningAddsMb: inMb(difference(installed!, loaded!)),
      addedMb: round((installed!.rss - game!.rss) / 2 ** 20),
      targetMb: 40,
      package: packageSize(root),
      ...(full && { start: await firstStart(root, folder) }),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function heldAt(options: FootprintOptions): Promise<Held> {
  const child = await Child.start(
    `a server, ${options.stage}`,
    new URL("./footprint/process.ts", import.meta.url),
    options,
  );
  try {
    return await child.ask<Held>("held");
  } finally {
    await child.stop();
  }
}

function middleOf(all: readonly Held[]): Held {
  const middle = (name: keyof Held) => all.map((held) => held[name]).sort((a, b) => a - b)[Math.floor(all.length / 2)]!;
  return mapped(all[0]!, (_, name) => middle(name));
}

function difference(to: Held, from: Held): Held {
  return mapped(to, (value, name) => value - from[name]);
}

function inMb({ threads, ...bytes }: Held): Record<string, number> {
  return { ...mapped(bytes, (value) => round(value / 2 ** 20)), threads };
}

function mapped<Numbers extends object>(of: Numbers, map: (value: number, name: keyof Numbers) => number): Numbers {
  return Object.fromEntries(
    Object.entries(of).map(([name, value]) => [name, map(value as number, name as keyof Numbers)]),
  ) as Numbers;
}
