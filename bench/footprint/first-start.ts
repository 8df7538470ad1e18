import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { freeUdpPort } from "../../test/support/free-port.ts";
import { BenchFailed } from "../server/bench-failed.ts";
import { round } from "../store/percentiles.ts";

const PATIENCE_MS = 600_000;

/** `npm start` in a fresh clone, until players can join: the time with all packages from the registry, and again with them in place. */
export async function firstStart(root: string, folder: string): Promise<Record<string, number>> {
  const clone = join(folder, "clone");
  execFileSync("git", ["clone", "--quiet", root, clone]);
  const first = await secondsUntilReady(clone);
  const [kilobytes] = execFileSync("du", ["-sk", join(clone, "node_modules")], { encoding: "utf8" }).split("\t");
  return {
    firstStartSeconds: first,
    nextStartSeconds: await secondsUntilReady(clone),
    installedMb: round(Number(kilobytes) / 1024),
  };
}

async function secondsUntilReady(clone: string): Promise<number> {
  const begun = performance.now();
  const words = ["start", "--", "--offline", "--port", String(await freeUdpPort())];
  // A group of its own, so that the server ends together with npm.
  const started = spawn("npm", words, { cwd: clone, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  const patience = setTimeout(() => end(started), PATIENCE_MS);
  try {
    await untilReady(started);
    return round((performance.now() - begun) / 1000);
  } finally {
    clearTimeout(patience);
    const exit = once(started, "exit");
    if (started.exitCode === null && end(started)) await exit;
  }
}

async function untilReady(started: ChildProcess): Promise<void> {
  let output = "";
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  for (const stream of [started.stdout!, started.stderr!])
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      if (output.includes("Ready to be joined")) resolve();
    });
  started.once("exit", () => reject(new BenchFailed(`npm start ended before it was ready:\n${output}`)));
  await promise;
}

function end({ pid }: ChildProcess): boolean {
  return process.kill(-pid!, "SIGTERM");
}
