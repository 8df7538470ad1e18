import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";

/** A server whose stop takes this long, under the terminal of `doubletake serve`. */
const program = (stopMs: number): string => `
  import { ownTerminal } from ${JSON.stringify(new URL("./terminal/terminal.ts", import.meta.url).href)};
  import { listenForStop, untilStopped } from ${JSON.stringify(new URL("./until-stopped.ts", import.meta.url).href)};
  ownTerminal(true);
  const { promise: stopped, resolve } = Promise.withResolvers();
  const stop = () => setTimeout(resolve, ${stopMs});
  setInterval(() => console.log("tick"), 50);
  process.stdin.on("end", stop).resume();
  process.exit(await untilStopped({ stop, stopped }, listenForStop()));
`;

async function started(
  stopMs = 1_000,
): Promise<{ child: ChildProcess; ended: Promise<[number | null, NodeJS.Signals | null]> }> {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program(stopMs)]);
  const ended = once(child, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  await once(child.stdout!, "data");
  return { child, ended };
}

describe("a server at the terminal", () => {
  for (const signals of [
    ["SIGTERM", "SIGTERM"],
    ["SIGINT", "SIGTERM", "SIGINT"],
    ["SIGHUP", "SIGTERM"],
  ] as const)
    it(`saves when npm, a service manager and the terminal all ask it to stop: ${signals.join(", ")}`, async () => {
      const { child, ended } = await started();
      for (const signal of signals) {
        child.kill(signal);
        await wait(100);
      }
      assert.deepEqual(await ended, [0, null]);
    });

  it("ends at once when Ctrl-C comes again later", async () => {
    const { child, ended } = await started(60_000);
    child.kill("SIGINT");
    for await (const said of child.stdout!) if (String(said).includes("Stopping")) break;
    await wait(1_500);
    child.kill("SIGINT");
    assert.deepEqual(await ended, [1, null]);
  });

  it("goes on when nobody reads its output any more", async () => {
    const { child, ended } = await started();
    child.stdout!.destroy();
    child.stderr!.destroy();
    await wait(300);
    assert.equal(child.exitCode, null);
    child.stdin!.end();
    assert.deepEqual(await ended, [0, null]);
  });
});
