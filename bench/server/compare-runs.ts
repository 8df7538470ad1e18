import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Disturbed, leastDisturbed } from "../machine/least-disturbed.ts";
import { quietMoment } from "../machine/quiet-moment.ts";
import { stolenMs } from "../machine/stolen-time.ts";
import { round } from "../store/percentiles.ts";
import { BenchFailed } from "./bench-failed.ts";
import { builtPackage } from "./built-package.ts";
import { Child } from "./child.ts";
import { compare, type DoubletakeRun, type Run } from "./comparison.ts";
import type { CrowdFigures, CrowdOptions } from "./crowd.ts";
import type { Memory } from "./memory.ts";
import type { MeteredRun, Shares } from "./server-meter.ts";

const CLIENTS = 20;
const DEFAULT_SECONDS = 60;
/**
 * The time before measuring begins, as parts of the measured time, with a minimum. The first part lasts until the login is over
 * and code is compiled. The second follows the aging of the heap, until the code that it discarded is compiled again.
 */
const MIN_WARM_UP_SECONDS = 3;
const WARM_UP_PART = 1 / 6;
const SETTLING_PART = 1 / 3;

/** The options of a server process. */
export interface ServerOptions {
  readonly dir: string;
  readonly isGuarded: boolean;
  /** Folder of the built package. */
  readonly build: string;
}

/** What a guarded server reports about its store at the end of a run. */
export type Kept = Omit<DoubletakeRun, keyof (Shares & Disturbed)>;

interface Subject {
  /** Modules that run a server, and all clients, each in its own process. */
  readonly server: URL;
  readonly clients: URL;
  readonly seconds: number | undefined;
}

/**
 * Four runs in turns, so that other work of the machine affects both alike: without, with, without, with Doubletake. Each run
 * has its own server process and folder, and twenty real clients in another process.
 */
export async function compareRuns({
  seconds = DEFAULT_SECONDS,
  ...modules
}: Subject): Promise<Record<string, unknown>> {
  const runs: Run[] = [];
  const build = builtPackage();
  for (const isGuarded of [false, true, false, true]) {
    const title = `run ${runs.length + 1} of 4, ${isGuarded ? "with" : "without"} Doubletake`;
    console.error(`${title}: ${CLIENTS} clients, ${seconds} s`);
    const attempt = () => measure({ ...modules, seconds }, isGuarded, build);
    const run = await leastDisturbed(seconds, attempt).catch((error: Error) => {
      throw error instanceof BenchFailed ? new BenchFailed(`${title}: ${error.message}`) : error;
    });
    runs.push(run);
    console.error(JSON.stringify(run));
  }
  const [first, second, third, fourth] = runs as [Run, Run, Run, Run];
  return {
    baseline: "the same server without Doubletake",
    clients: CLIENTS,
    seconds,
    ...compare([first, third], [second, fourth], seconds),
  };
}

async function measure(
  subject: Subject & { readonly seconds: number },
  isGuarded: boolean,
  build: string,
): Promise<Run> {
  const dir = mkdtempSync(join(tmpdir(), "doubletake-bench-server-"));
  const names = Array.from({ length: CLIENTS }, (_, at) => `Busy${at}`);
  const processes: Child[] = [];
  try {
    const server = await Child.start("the server", subject.server, { dir, isGuarded, build } satisfies ServerOptions);
    processes.push(server);
    const port = await server.ask<number>("port");
    const crowd = await Child.start("the clients", subject.clients, { port, names } satisfies CrowdOptions);
    processes.unshift(crowd);
    await crowd.ask("join");
    await server.ask("equip", names);
    return await play(server, crowd, subject.seconds, isGuarded);
  } finally {
    for (const process of processes) await process.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function play(server: Child, crowd: Child, seconds: number, isGuarded: boolean): Promise<Run> {
  await crowd.ask("play");
  await warmUp(seconds * WARM_UP_PART);
  await server.ask("age");
  await warmUp(seconds * SETTLING_PART);
  await quietMoment();
  await Promise.all([crowd.ask("begin"), server.ask("begin")]);
  const disturbance = await stolenDuring(seconds);
  const [played, metered] = await Promise.all([crowd.ask<CrowdFigures>("end"), server.ask<MeteredRun>("end")]);
  checkClients(played);
  const actionsPerSecond = Object.fromEntries(
    Object.entries(played.acts).map(([act, count]) => [act, round(count / seconds)]),
  );
  const shares = isGuarded ? await sharesOf(server, seconds) : undefined;
  const run = { ...metered, ...disturbance, actionsPerSecond, ...(await server.ask<Memory>("memory")) };
  if (shares === undefined) return run;
  const kept = await server.ask<Kept>("kept");
  if (kept.transfers === 0) throw new BenchFailed("Doubletake recorded no transfer, so its cost says nothing.");
  return { ...run, doubletake: { ...shares, ...kept } };
}

/** Runs after the ticks were measured, and for as long: reading the clock takes time too, and must not slow the ticks. */
function sharesOf(server: Child, seconds: number): Promise<Shares & Disturbed> {
  return leastDisturbed(seconds, async () => {
    // Called twice: the code that reads the clock is compiled while we wait for a quiet moment.
    await server.ask("beginShares");
    await quietMoment();
    await server.ask("beginShares");
    const disturbance = await stolenDuring(seconds);
    return { ...(await server.ask<Shares>("endShares")), ...disturbance };
  });
}

async function stolenDuring(seconds: number): Promise<Disturbed> {
  const before = stolenMs();
  await sleep(1000 * seconds);
  return { stolenMs: stolenMs() - before };
}

function warmUp(seconds: number): Promise<void> {
  return sleep(1000 * Math.max(MIN_WARM_UP_SECONDS, seconds));
}

function checkClients({ lost, idle }: CrowdFigures): void {
  if (lost.length > 0) {
    throw new BenchFailed(`${lost.length} of ${CLIENTS} clients were lost, so the figures say nothing (${lost[0]}).`);
  }
  if (idle.length > 0) {
    throw new BenchFailed(`${idle.length} of ${CLIENTS} clients did nothing, so the figures say nothing (${idle[0]}).`);
  }
}
