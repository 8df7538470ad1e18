import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, test } from "node:test";
import { until } from "./support/wait.ts";

const SCRIPT = join(import.meta.dirname, "../../../scripts/demo.ts");
/** The demo's own temporary folder is made in this one, so that what it leaves can be seen. */
const temporary = mkdtempSync(join(tmpdir(), "doubletake-demo-test-"));
const groups: number[] = [];

after(() => {
  for (const group of groups) if (isAlive(group)) process.kill(-group, "SIGKILL");
  rmSync(temporary, { recursive: true, force: true });
});

/** The demo in a process group of its own: whatever it starts is in it too. */
function demo(environment: NodeJS.ProcessEnv = {}) {
  const env = { ...process.env, TMPDIR: temporary, ...environment };
  const child = spawn(process.execPath, [SCRIPT], { env, detached: true });
  groups.push(child.pid!);
  const said = { out: "", err: "" };
  child.stdout.on("data", (data) => {
    said.out += data;
  });
  child.stderr.on("data", (data) => {
    said.err += data;
  });
  return { child, said, ended: once(child, "close").then(([code]) => code as number | null) };
}

function isAlive(group: number): boolean {
  try {
    return process.kill(-group, 0);
  } catch {
    // There is no such group any more.
    return false;
  }
}

const foldersLeft = () => readdirSync(temporary).filter((name) => name.startsWith("doubletake-demo-"));

test("the demo shows the alert, the case and who has the sword, restores it, and leaves two reports alone", async () => {
  const { child, said, ended } = demo({ FORCE_COLOR: "1", NO_COLOR: "", DOUBLETAKE_VERBOSE: "1" });
  assert.equal(await ended, 0, said.out + said.err);
  await until("no process", () => !isAlive(child.pid!));
  assert.ok(said.out.includes("\u001b[91mDuplicated item"), "in the colours of the game");
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the colours.
  const plain = said.out.replaceAll(/\u001b\[[\d;]+m/g, "");
  for (const line of [
    /Mod sees {2}\[Doubletake\] Diamond Sword of Ada got an id/,
    /A timer would have accused Ben: .*\n.*A timer would have accused Ada: /,
    /Doubletake accuses nobody/,
    /Mod sees {2}\[Doubletake\] Duplicated item » Ben · Diamond Sword · 2 copies exist at once: Ada at .*; Ben at .* — \/doubletake case 1/,
    /Ben sees {2}\[Doubletake\] Diamond Sword was taken from you/,
    /Mod types \/doubletake case 1\n {2}Mod sees {2}Case 1: Duplicated item \(critical\), open/,
    /Mod sees {2}1\. inventory of Ada .*\n {2}Mod sees {2}2\. inventory of Ben /,
    /Doubletake removed copies/,
    /1 item is in quarantine/,
    /#staff, in Discord\n {4}A duplicated item was detected\n {4}▌ Item duplication alert\n {4}▌ Item UUID\n {4}▌ [0-9a-f-]{36}\n/,
    /▌ Ada, Ben\n/,
    /Mod types \/doubletake restore 1\n {2}Mod sees /,
    /Ben has a sword of his own now, [0-9a-f-]{36}/,
    /A server of your own, to play on +npm start/,
    /Ada still has her sword, [0-9a-f-]{36}/,
  ]) {
    assert.match(plain, line);
  }
  const report = /What you have just seen, as a report +(.*)/.exec(plain)?.[1] ?? "";
  assert.deepEqual(readdirSync(dirname(report)).sort(), ["report.html", "sample-report.html"]);
  assert.match(readFileSync(report, "utf8"), /"focus":\{"kind":"case","number":1\}/);
  const sample = /A month on a busy server, as a report +(.*)/.exec(plain)?.[1] ?? "";
  assert.match(readFileSync(sample, "utf8"), /"number":24/);
});

test("ended early, it leaves nothing: no process, no folder", async () => {
  const before = foldersLeft();
  const { child, said, ended } = demo();
  await until("a server that starts", () => foldersLeft().some((name) => existsSync(join(temporary, name, "server"))));
  child.kill("SIGTERM");
  assert.equal(await ended, 1, said.out);
  await until("no process", () => !isAlive(child.pid!));
  assert.deepEqual(foldersLeft(), before);
});

test("what goes wrong is one sentence and exit code 1", async () => {
  const { said, ended } = demo({ TMPDIR: join(temporary, "missing") });
  assert.equal(await ended, 1);
  assert.match(said.err, /^The demo did not come to its end: ENOENT[^\n]*\n$/);
});
